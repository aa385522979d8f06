// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <vector>

#include <png.h>

namespace glint::test {

/// Writes a 16-bit gray PNG with libpng.
inline void write_gray_png(const std::filesystem::path& file, unsigned width,
                           const std::vector<std::uint16_t>& values) {
    std::FILE* const to = std::fopen(file.c_str(), "wb");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_init_io(png, to);
    const auto height = static_cast<unsigned>(values.size() / width);
    png_set_IHDR(png, info, width, height, 16, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (unsigned y = 0; y < height; ++y) {
        std::vector<png_byte> row;
        for (unsigned x = 0; x < width; ++x) {
            row.push_back(static_cast<png_byte>(values[y * width + x] >> 8));
            row.push_back(static_cast<png_byte>(values[y * width + x] & 255));
        }
        png_write_row(png, row.data());
    }
    png_write_end(png, nullptr);
    png_destroy_write_struct(&png, &info);
    std::fclose(to);
}

}  // namespace glint::test
