// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <glint/formats/point_rows.hpp>
#include <glint/studio/state/input.hpp>

namespace glint::studio {

/// Points from a file. The points are loaded block by block into the fields of a list, so host
/// memory holds only one block at a time.
struct CloudInput {
    /// A field, and the columns of its components.
    struct Part {
        Declaration::Place place;
        std::vector<std::size_t> columns;  ///< empty: the row numbers in the file, from 0
        bool is_color = false;
    };
    std::filesystem::path file;
    std::unique_ptr<PointRows> rows;
    std::vector<Part> parts;
    std::size_t places = 0;  ///< index of the part with the positions
};

/// Returns the offset that is subtracted from x, y, or z before conversion to float. The offset is
/// a multiple of 1000 if a float cannot resolve 0.001 at such large coordinates, and 0 otherwise.
double origin_of(const PointColumn& column);

/// Returns the inputs for an argument such as `FILE.ply,streamed`. All inputs are for fields of the
/// same list: one for each field whose name matches columns of `file`. An integer field called
/// "row" gets the row numbers if no column has this name. Error messages refer to the input as
/// `text`. Throws Error(bad_input) if no list contains such fields, or if none of the fields stores
/// positions. Also throws the errors of open_point_rows().
std::vector<Input> read_cloud_input(const Declaration& declaration, const std::string& file,
                                    const std::string& text);

/// Reads the file into the fields. If the file has more rows than the list has elements, divides
/// the file into equal parts, one per element, and uses one pseudorandom row of each part. The
/// choice is deterministic. If there are at least kSortedPoints points, they are sorted in Morton
/// order, 2^25 points at a time. Logs a warning for NaN and infinity. Shows progress on stderr if
/// loading takes more than a second. Waits for the device. Throws Error(bad_input) if the file has
/// fewer rows than the list has elements.
void load_cloud(const Declaration& declaration, CloudInput& cloud, Stream& stream, State& state);

inline constexpr std::size_t kSortedPoints = 100'000;

/// Returns the device memory that load_cloud() needs for `points` points of `point_bytes` each.
/// `largest` is the element size of the largest field.
std::size_t cloud_bytes(std::size_t points, std::size_t point_bytes, std::size_t largest);

}  // namespace glint::studio
