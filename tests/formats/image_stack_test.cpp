// SPDX-License-Identifier: MIT
#include <cstdint>
#include <cstdio>

#include <gtest/gtest.h>
#include <png.h>

#include <glint/formats/volume_file.hpp>

#include "bytes.hpp"

namespace glint {
namespace {

namespace fs = std::filesystem;

using test::expect_error;
using test::numbers;
using test::TemporaryFolder;

/// Writes a PNG of this color type with libpng; `bits` is 8 or 16.
void write_image(const fs::path& file, unsigned width, int bits, int type,
                 const std::vector<std::uint16_t>& values) {
    std::FILE* const to = std::fopen(file.c_str(), "wb");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_init_io(png, to);
    const unsigned channels = type == PNG_COLOR_TYPE_RGB ? 3 : 1;
    const auto height = static_cast<unsigned>(values.size() / (width * channels));
    png_set_IHDR(png, info, width, height, bits, type, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (unsigned y = 0; y < height; ++y) {
        std::vector<png_byte> row;
        for (unsigned x = 0; x < width * channels; ++x) {
            const std::uint16_t value = values[y * width * channels + x];
            if (bits == 16) row.push_back(static_cast<png_byte>(value >> 8));
            row.push_back(static_cast<png_byte>(value & 255));
        }
        png_write_row(png, row.data());
    }
    png_write_end(png, nullptr);
    png_destroy_write_struct(&png, &info);
    std::fclose(to);
}

class Stack : public testing::Test {
protected:
    void add(const std::string& name, unsigned width, const std::vector<std::uint16_t>& values,
             int bits = 16, int type = PNG_COLOR_TYPE_GRAY) const {
        write_image(folder_.path() / name, width, bits, type, values);
    }
    void refused(const std::string& why) const {
        expect_error(ErrorCode::bad_input, why, [&] { (void)read_image_stack(folder_.path()); });
    }
    TemporaryFolder folder_;
};

TEST_F(Stack, OrdersImagesByNumberAndKeepsAllBits) {
    add("slice_10.png", 2, {4, 5, 6, 7});
    add("slice_2.PNG", 2, {65535, 1, 256, 257});
    add("slice_1.png", 2, {0, 12345, 54321, 32768});
    folder_.write("notes.txt", "");
    const ImageStack stack = read_image_stack(folder_.path());
    EXPECT_EQ(stack.width, 2u);
    EXPECT_EQ(stack.height, 2u);
    EXPECT_EQ(stack.depth, 3u);
    EXPECT_EQ(stack.type, NumberType::uint16);
    EXPECT_EQ(numbers<std::uint16_t>(stack.values),
              (std::vector<std::uint16_t>{0, 12345, 54321, 32768, 65535, 1, 256, 257, 4, 5, 6, 7}));
    EXPECT_EQ(describe_image_stack(folder_.path()).depth, 3u);
    std::vector<std::string> names;
    for (const char* name : {"a9b10.png", "a9b9.png", "a10.png", "a09b9.png", "b.png", "a.png"})
        add(name, 1, {1}, 8);
    for (const fs::path& path : images_in(folder_.path())) names.push_back(path.filename());
    EXPECT_EQ(names,
              (std::vector<std::string>{"a.png", "a09b9.png", "a9b9.png", "a9b10.png", "a10.png",
                                        "b.png", "slice_1.png", "slice_2.PNG", "slice_10.png"}));
}

TEST_F(Stack, AllImagesShareOneLimit) {
    for (const char* name : {"a1.png", "a2.png", "a3.png"})
        add(name, 100, std::vector<std::uint16_t>(10'000));
    {
        const test::ScopedVariable limit("GLINT_EXPANSION_LIMIT", "59999");
        refused("the data would expand to 60.0 kB, but GLINT_EXPANSION_LIMIT allows only 60.0 kB");
    }
    const test::ScopedVariable limit("GLINT_EXPANSION_LIMIT", "60000");
    EXPECT_EQ(read_image_stack(folder_.path()).values.size(), 60'000u);
}

TEST_F(Stack, RefusesImagesOfDifferentSizes) {
    refused("the folder contains no .png files");
    add("a1.png", 2, {1, 2, 3, 4}, 8);
    EXPECT_EQ(numbers<std::uint8_t>(read_image_stack(folder_.path()).values),
              (std::vector<std::uint8_t>{1, 2, 3, 4}));
    add("a2.png", 1, {1, 2, 3}, 8);
    refused("'a1.png' has 2 x 2 pixels of 8 bits, but 'a2.png' has 1 x 3 pixels of 8 bits");
    add("a2.png", 2, {1, 2, 3, 4}, 16);
    refused("'a1.png' has 2 x 2 pixels of 8 bits, but 'a2.png' has 2 x 2 pixels of 16 bits");
    add("a2.png", 1, {1, 2, 3}, 8, PNG_COLOR_TYPE_RGB);
    refused("the file is a color image, but a grayscale image is required");
    expect_error(ErrorCode::not_found, "No such file or directory",
                 [&] { (void)read_image_stack(folder_.path() / "none"); });
}

}  // namespace
}  // namespace glint
