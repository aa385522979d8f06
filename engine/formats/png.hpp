// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include <glint/formats/field.hpp>
#include <glint/formats/input_file.hpp>

namespace glint {

/// An 8-bit RGBA image. Alpha is not premultiplied, and the top row is first.
struct Picture {
    unsigned width = 0;
    unsigned height = 0;
    std::vector<std::uint8_t> rgba;  ///< `width * height * 4`
};

/// Reads a PNG of any color type and depth. 16-bit channels are rounded to 8 bits; gamma and color
/// profiles are not applied. Throws Error(bad_input) for a file that is not a PNG, is damaged or
/// truncated, or has more pixels than `expansion_limit` allows. Also throws the errors of
/// `read_text`.
Picture read_png(const std::filesystem::path& path);
Picture parse_png(const InputFile& file);

/// Reads a PNG as numbers from 0 to 1 with the full precision of up to 16 bits. Gray values are
/// used unchanged. Colors become 0.2126 R + 0.7152 G + 0.0722 B of the stored values: the weights
/// of ITU-R BT.709, without removing the transfer function. Alpha is ignored. Throws what
/// `read_png` throws.
ScalarField parse_png_luminance(const InputFile& file);

/// A gray image at full precision.
struct GrayPicture {
    unsigned width = 0;
    unsigned height = 0;
    unsigned bits = 8;                ///< 8 or 16 per pixel
    std::vector<std::byte> values{};  ///< top row first; 16 bits in the host's byte order
};
using GreyPicture [[deprecated("use GrayPicture")]] = GrayPicture;

/// Reads a gray PNG. Pixels of 1, 2 and 4 bits become 8 bits, and alpha is ignored. Throws
/// Error(bad_input) for a color image, and what `read_png` throws.
GrayPicture parse_png_gray(const InputFile& file);
[[deprecated("use parse_png_gray")]] inline GrayPicture parse_png_grey(const InputFile& file) {
    return parse_png_gray(file);
}

/// Writes an 8-bit RGBA PNG, atomically. Throws Error(invalid_argument) for an image without pixels
/// or with an `rgba` of the wrong size. Throws Error(io) if the file cannot be written.
void write_png(const std::filesystem::path& path, const Picture& image);

/// Returns the bytes of the file that `write_png` would write. Throws Error(invalid_argument) like
/// `write_png`.
std::vector<std::byte> encode_png(const Picture& image);
[[deprecated("use encode_png")]] inline std::vector<std::byte> fast_png(const Picture& image) {
    return encode_png(image);
}

}  // namespace glint
