// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glint/formats/input_file.hpp>
#include <glint/formats/number_type.hpp>

namespace glint {

/// Indices of the first and the last point along x, y and z.
using VtkExtent = std::array<std::int64_t, 6>;

/// The description of a DataArray in a VTK file.
struct VtkDataArray {
    std::string name;
    std::string type;  ///< such as "Float32"
    std::size_t components = 1;
    std::string format;        ///< "ascii", "binary" or "appended"
    std::uint64_t offset = 0;  ///< offset of appended data
    std::string text;          ///< content of the element
    bool is_of_cells = false;
    std::size_t line = 0;
};

struct VtkPiece {
    VtkExtent extent{};
    std::vector<VtkDataArray> arrays{};
};

/// A VTK file of image data.
struct VtkImageDocument {
    VtkExtent whole{};
    std::array<double, 3> origin{}, spacing{1, 1, 1};
    bool is_turned = false;  ///< true unless the axes point along x, y and z
    std::vector<VtkPiece> pieces{};
    ByteOrder order = ByteOrder::little;
    bool has_wide_headers = false;  ///< true if headers have 64 bits instead of 32
    bool is_compressed = false;     ///< true if compressed with zlib
    bool is_appended_raw = false;
    std::string_view appended{};  ///< the appended data, after the '_'
};

/// Parses a VTK image file. Throws Error(bad_input), naming the line at fault, for a file that is
/// not XML, not image data, or compressed by a method other than zlib. The result contains views
/// into `file`.
VtkImageDocument parse_vtk_image(const InputFile& file);

}  // namespace glint
