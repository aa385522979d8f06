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

#include <glint/base/formats/input_file.hpp>

namespace glint {

/// An array of image data.
struct VtiArray {
    std::array<std::size_t, 3> size{};  ///< how many points, or cells, along x, y and z
    std::size_t components = 1;
    std::vector<double> values{};  ///< components fastest, then x
    std::array<double, 3> spacing{1, 1, 1};
    std::array<double, 3> first{};  ///< place of the first value: a point, or the middle of a cell
    bool is_turned = false;         ///< the axes of the file do not point along x, y and z
};

/// Image data in VTK's XML format: `.vti` files of version 0.1 to 2.x, with data that are ascii,
/// base64 or appended (raw or base64), as they are or compressed by zlib, in either byte order. It
/// may consist of pieces. Arrays of points and of cells are taken alike; FieldData are not looked
/// at.
///
/// Format: https://docs.vtk.org/en/latest/design_documents/VTKFileFormats.html
class VtiFile {
public:
    /// Reads the file's description. Throws Error(bad_input), naming the line at fault, and what
    /// `read_text` throws.
    explicit VtiFile(const std::filesystem::path& path);
    explicit VtiFile(InputFile file);
    VtiFile(VtiFile&&) noexcept;
    ~VtiFile();

    /// Of the arrays of points, then of those of cells.
    std::vector<std::string> names() const;

    /// Size and number of components of an array, without its values. Throws Error(not_found), with
    /// the names that there are.
    VtiArray describe(std::string_view name) const;

    /// Throws Error(bad_input) if these arrays together take more memory than `expansion_limit`
    /// allows for the file. read() checks the same for the arrays that were read so far.
    void require_room(std::span<const std::string> names) const;

    /// The array of this name; of points if there is one of cells, too. Integers of 64 bits beyond
    /// 2^53 become the nearest double. Throws Error(not_found), with the names that there are, and
    /// Error(bad_input), which names the array, for data that are not what the file says, for
    /// pieces that do not cover the whole extent, and for more memory than require_room() allows.
    VtiArray read(std::string_view name) const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace glint
