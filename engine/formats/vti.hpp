// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/formats/input_file.hpp>

namespace glint {

/// An array of VTK image data.
struct VtiArray {
    std::array<std::size_t, 3> size{};  ///< number of points or cells along x, y and z
    std::size_t components = 1;
    std::vector<double> values{};  ///< values with components fastest, then x
    std::array<double, 3> spacing{1, 1, 1};
    std::array<double, 3> first{};  ///< position of the first value: a point, or a cell center
    bool is_turned = false;         ///< true unless the axes point along x, y and z
};

/// Image data in VTK's XML format: `.vti` files of version 0.1 to 2.x, with ascii, base64 or
/// appended data (raw or base64), uncompressed or compressed by zlib, in either byte order. Files
/// may consist of several pieces. Point and cell arrays are treated alike; FieldData is ignored.
///
/// Format: https://docs.vtk.org/en/latest/design_documents/VTKFileFormats.html
class VtiFile {
public:
    /// Reads and parses the file, but does not decode arrays. Throws Error(bad_input), naming the
    /// line at fault, and the errors of `read_text`.
    explicit VtiFile(const std::filesystem::path& path);
    explicit VtiFile(InputFile file);
    VtiFile(VtiFile&&) noexcept;
    ~VtiFile();

    /// Names of the point arrays, then of the cell arrays.
    std::vector<std::string> names() const;

    /// Returns the size and number of components of an array, without its values. Throws
    /// Error(not_found), naming the arrays that exist.
    VtiArray describe(std::string_view name) const;

    /// Throws Error(bad_input) if these arrays together take more memory than `expansion_limit`
    /// allows for the file. read() applies the same limit to all arrays that were read.
    void require_room(std::span<const std::string> names) const;

    /// Reads the array of this name. If both a point array and a cell array have this name, reads
    /// the point array. 64-bit integers beyond 2^53 are rounded to the nearest double. Throws
    /// Error(not_found), naming the arrays that exist. Throws Error(bad_input), naming the array,
    /// for data that does not match the file's description. Throws Error(bad_input) if the pieces
    /// do not cover the whole extent, or if the arrays exceed the limit of require_room().
    VtiArray read(std::string_view name) const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace glint
