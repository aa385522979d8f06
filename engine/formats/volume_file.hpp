// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <glint/formats/input_file.hpp>
#include <glint/formats/npy_header.hpp>
#include <glint/formats/number_type.hpp>

namespace glint {

/// A grid of numbers, as described by its header: without gaps and with x fastest.
struct VolumeHeader {
    std::filesystem::path data;  ///< the file with the data; may be the header's own file
    std::size_t offset = 0;      ///< bytes before the data in that file
    bool is_at_end = false;      ///< true if the data ends at the end of the file
    bool is_compressed = false;  ///< true if compressed with gzip or zlib
    std::size_t skip = 0;        ///< bytes before the first number, after decompression
    NumberType type = NumberType::uint8;
    ByteOrder order = ByteOrder::little;
    std::vector<std::size_t> size;         ///< 1 to 3 lengths, x first
    std::size_t components = 1;            ///< numbers per grid point
    std::size_t component_axis = 0;        ///< number of axes before the components in the file
    std::vector<double> spacing = {};      ///< distance between neighbors; empty if unknown
    std::vector<double> origin = {};       ///< position of the first number; empty if unknown
    bool is_turned = false;                ///< true unless the axes point along x, y and z
    std::optional<std::string> unit = {};  ///< unit of the spacing

    /// Returns a text such as "256 x 256 x 128 numbers of uint16".
    std::string description() const;
};

/// Returns true for the extensions `.mhd`, `.mha`, `.nhdr` and `.nrrd`.
bool is_volume_header(const std::filesystem::path& path);

/// Reads the header of a MetaImage (`.mhd`, `.mha`) or an NRRD (`.nhdr`, `.nrrd`) with one to four
/// numbers per grid point. The data must be in one file, uncompressed or compressed by gzip or
/// zlib. The spacing of an NRRD is `spacings` or the lengths of `space directions`. Throws
/// Error(bad_input), naming the line at fault, and Error(unsupported) for another extension. Also
/// throws the errors of `read_text`.
///
/// Formats: https://itk.org/Wiki/ITK/MetaIO/Documentation, https://teem.sourceforge.net/nrrd/
VolumeHeader read_volume_header(const std::filesystem::path& path);
/// Parses a header that was already read. The name of the data file is relative to `path`.
VolumeHeader parse_meta_image(const InputFile& file, const std::filesystem::path& path);
VolumeHeader parse_nrrd(const InputFile& file, const std::filesystem::path& path);

/// Reads the numbers in the host's byte order, components fastest. Throws Error(bad_input), with
/// both sizes, for data that is shorter or longer than the header says. Throws Error(bad_input) for
/// compressed data that is damaged or exceeds `expansion_limit`, and what `read_bytes` throws.
std::vector<std::byte> read_volume(const VolumeHeader& header);

/// Returns the NumPy type that corresponds to `type`.
NpyType npy_type_of(NumberType type) noexcept;

/// A stack of images of equal size.
struct ImageStack {
    std::size_t width = 0;
    std::size_t height = 0;
    std::size_t depth = 0;
    NumberType type = NumberType::uint8;  ///< uint8 or uint16
    std::vector<std::byte> values{};      ///< x fastest, top rows first, in the host's byte order
};

/// Returns the `.png` files of a folder. Numbers in their names are ordered by value: slice_2.png
/// precedes slice_10.png. Throws Error(not_found) if the path is not a folder, and Error(bad_input)
/// if the folder does not contain `.png` files.
std::vector<std::filesystem::path> images_in(const std::filesystem::path& folder);

/// Reads a folder of gray images. Images with 8 or 16 bits keep their precision; 1, 2 or 4 bits
/// become 8. Throws what images_in() and parse_png_gray() throw. Throws Error(bad_input), with both
/// names, if an image's size or bit depth differs from that of the first image. Throws
/// Error(bad_input) if the stack takes more memory than `expansion_limit` allows for the sum of the
/// file sizes.
ImageStack read_image_stack(const std::filesystem::path& folder);
/// Returns the stack's size and type, without values, from the first image.
ImageStack describe_image_stack(const std::filesystem::path& folder);

}  // namespace glint
