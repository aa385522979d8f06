// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include <glint/base/formats/field.hpp>
#include <glint/base/formats/input_file.hpp>

namespace glint {

/// An image of 8 bits per channel; colours not multiplied by alpha, the top row first.
struct Picture {
    unsigned width = 0;
    unsigned height = 0;
    std::vector<std::uint8_t> rgba;  ///< `width * height * 4`
};

/// Reads a PNG of any colour type and depth. 16-bit channels are rounded to 8 bits; gamma and
/// colour profiles are not applied. Throws Error(bad_input) for a file that is no PNG, damaged,
/// cut short, or whose pixels would take more than `expansion_limit` allows; or what `read_text`
/// throws.
Picture read_png(const std::filesystem::path& path);
Picture parse_png(const InputFile& file);

/// Reads a PNG as numbers from 0 to 1 with all its bits, 16 where it has them: grey as it is,
/// colours as 0.2126 R + 0.7152 G + 0.0722 B of the stored values (the weights of ITU-R BT.709;
/// the transfer function stays in). Alpha is ignored. Throws like `read_png`.
ScalarField parse_png_luminance(const InputFile& file);

/// A grey image with all its bits.
struct GreyPicture {
    unsigned width = 0;
    unsigned height = 0;
    unsigned bits = 8;                ///< 8 or 16 for each pixel
    std::vector<std::byte> values{};  ///< the top row first, 16 bits in the host's byte order
};

/// Reads a grey PNG; 1, 2 or 4 bits become 8, alpha is ignored. Throws Error(bad_input) for one
/// that has colours, and as `read_png` does.
GreyPicture parse_png_grey(const InputFile& file);

/// Writes an 8-bit RGBA PNG, atomically. Throws Error(invalid_argument) for an image without
/// pixels or whose `rgba` has not its size, or Error(io).
void write_png(const std::filesystem::path& path, const Picture& image);

/// The same bytes a PNG file has, made quickly rather than small. Throws Error(invalid_argument) as
/// `write_png` does.
std::vector<std::byte> fast_png(const Picture& image);

}  // namespace glint
