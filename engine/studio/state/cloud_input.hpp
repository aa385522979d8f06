// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <glint/base/formats/point_rows.hpp>
#include <glint/studio/state/input.hpp>

namespace glint::studio {

/// Points of a file that become the elements of a list's fields block by block: they are never all
/// in the host's memory.
struct CloudInput {
    /// A field, and the columns of its components.
    struct Part {
        Declaration::Place place;
        std::vector<std::size_t> columns;  ///< none: the rows' numbers in the file, from 0
        bool is_colour = false;
    };
    std::filesystem::path file;
    std::unique_ptr<PointRows> rows;
    std::vector<Part> parts;
    std::size_t places = 0;  ///< which of them are places
};

/// What is taken from the numbers of x, y or z before they become floats: thousands, of what a
/// float would have no millimetres of. 0 of all others.
double origin_of(const PointColumn& column);

/// Of `FILE.ply,streamed`: the inputs of all fields that the columns are named for, and of an
/// integer called "row", if no column is, the rows' numbers. Throws Error(bad_input) if no list has
/// such fields, or none of them are places, and what open_point_rows() does.
std::vector<Input> read_cloud_input(const Declaration& declaration, const std::string& file,
                                    const std::string& text);

/// Reads the file into the fields. Of more rows than the list has elements one is taken out of each
/// of as many equal parts of the file, at a place that looks random and is always the same. From
/// kSortedPoints points on they are in Morton order, 2^25 at a time. Says in the log what was no
/// number, and on stderr how far it is, if that takes more than a second. Waits. Throws
/// Error(bad_input) for fewer rows than elements.
void load_cloud(const Declaration& declaration, CloudInput& cloud, Stream& stream, State& state);

inline constexpr std::size_t kSortedPoints = 100'000;

/// The memory on the device that load_cloud() needs for points of so many bytes, of which the
/// largest field's elements have `largest`.
std::size_t cloud_bytes(std::size_t points, std::size_t point_bytes, std::size_t largest);

}  // namespace glint::studio
