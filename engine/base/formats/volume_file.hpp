// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <glint/base/formats/input_file.hpp>
#include <glint/base/formats/npy_header.hpp>
#include <glint/base/formats/number_type.hpp>

namespace glint {

/// Numbers on a grid, as a header describes them: where they are, x fastest, without gaps.
struct VolumeHeader {
    std::filesystem::path data;  ///< the file that has them, or the header's own
    std::size_t offset = 0;      ///< bytes in it before the data
    bool is_at_end = false;      ///< the data are the last bytes of the file, wherever they start
    bool is_compressed = false;  ///< by gzip or zlib
    std::size_t skip = 0;        ///< bytes before the first number, once decompressed
    NumberType type = NumberType::uint8;
    ByteOrder order = ByteOrder::little;
    std::vector<std::size_t> size;         ///< 1 to 3 lengths, x first
    std::size_t components = 1;            ///< numbers at each place
    std::size_t component_axis = 0;        ///< in the file, they follow this many of the lengths
    std::vector<double> spacing = {};      ///< between neighbors along each; empty: not known
    std::vector<double> origin = {};       ///< place of the first number; empty: not known
    bool is_turned = false;                ///< its axes do not point along x, y and z
    std::optional<std::string> unit = {};  ///< of the spacing

    /// "256 x 256 x 128 numbers of uint16".
    std::string description() const;
};

/// Whether a file has the name of one: `.mhd`, `.mha`, `.nhdr` or `.nrrd`.
bool is_volume_header(const std::filesystem::path& path);

/// Reads the header of a MetaImage (`.mhd`, `.mha`) or an NRRD (`.nhdr`, `.nrrd`) with one to four
/// numbers at each place, as they are or compressed by gzip or zlib, in one data file. The spacing
/// of an NRRD is `spacings`, or the lengths of `space directions`. Throws Error(bad_input) naming
/// the line at fault, Error(unsupported) for another ending, and what `read_text` throws.
///
/// Formats: https://itk.org/Wiki/ITK/MetaIO/Documentation, https://teem.sourceforge.net/nrrd/
VolumeHeader read_volume_header(const std::filesystem::path& path);
/// The same of what has been read already; `path` is where it is, next to which its data are.
VolumeHeader parse_meta_image(const InputFile& file, const std::filesystem::path& path);
VolumeHeader parse_nrrd(const InputFile& file, const std::filesystem::path& path);

/// The numbers in the host's byte order, those of one place side by side. Throws Error(bad_input),
/// with both sizes, for data that are shorter or longer than the header says, for compressed data
/// that are damaged or larger than `expansion_limit` allows, and what `read_bytes` throws.
std::vector<std::byte> read_volume(const VolumeHeader& header);

/// The same type as NumPy has it.
NpyType npy_type_of(NumberType type) noexcept;

/// Images of one size on top of each other.
struct ImageStack {
    std::size_t width = 0;
    std::size_t height = 0;
    std::size_t depth = 0;
    NumberType type = NumberType::uint8;  ///< or uint16
    std::vector<std::byte> values{};      ///< x fastest, top rows first, in the host's byte order
};

/// The `.png` files of a folder, numbers in their names in the order of numbers: slice_2.png before
/// slice_10.png. Throws Error(not_found) for what is no folder, and Error(bad_input) if it has
/// none.
std::vector<std::filesystem::path> images_in(const std::filesystem::path& folder);

/// Reads the images of a folder, grey and of 8 or of 16 bits, which all are kept; those of 1, 2 or
/// 4 bits become 8. Throws as images_in() and parse_png_grey() do, and Error(bad_input), with both
/// names, if an image has another size or another number of bits than the first, and if all of
/// them together take more memory than `expansion_limit` allows for the sum of the files' sizes.
ImageStack read_image_stack(const std::filesystem::path& folder);
/// The same without the values, from the first image.
ImageStack describe_image_stack(const std::filesystem::path& folder);

}  // namespace glint
