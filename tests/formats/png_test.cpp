// SPDX-License-Identifier: MIT
#include <glint/formats/png.hpp>

#include <cstdint>
#include <functional>
#include <initializer_list>

#include <gtest/gtest.h>
#include <png.h>

#include "bytes.hpp"

namespace glint {
namespace {

using test::bytes;
using test::expect_error;
using test::TemporaryFolder;
using Rgba = std::vector<std::uint8_t>;

struct Layout {
    unsigned width = 1;
    unsigned height = 1;
    int bit_depth = 8;
    int color_type = PNG_COLOR_TYPE_RGBA;
    bool interlaced = false;
};

/// A function that writes chunks between a PNG's header and its pixels.
using Extra = std::function<void(png_structp, png_infop)>;

Extra palette(const std::vector<png_color>& colors, const std::vector<png_byte>& alpha = {}) {
    return [=](png_structp png, png_infop info) {
        png_set_PLTE(png, info, colors.data(), static_cast<int>(colors.size()));
        if (alpha.empty()) return;
        png_set_tRNS(png, info, alpha.data(), static_cast<int>(alpha.size()), nullptr);
    };
}

Extra transparent_gray(png_uint_16 level) {
    return [=](png_structp png, png_infop info) {
        const png_color_16 color{0, 0, 0, 0, level};
        png_set_tRNS(png, info, nullptr, 0, &color);
    };
}

void add_gamma(png_structp png, png_infop info) { png_set_gAMA(png, info, 1.0); }

std::string samples(std::initializer_list<std::uint8_t> values) {
    return {values.begin(), values.end()};
}

void append(png_structp png, png_bytep data, std::size_t size) {
    static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<char*>(data), size);
}

/// A PNG file with the samples `rows`, each row padded to whole bytes as PNG stores them. On an
/// error, libpng ends the program, which fails the test.
std::string encode(const Layout& layout, std::string rows, const Extra& extra = {}) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    std::string encoded;
    png_set_write_fn(png, &encoded, append, [](png_structp) {});
    png_set_IHDR(png, info, layout.width, layout.height, layout.bit_depth, layout.color_type,
                 layout.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (extra) extra(png, info);
    png_write_info(png, info);
    auto* first = reinterpret_cast<png_bytep>(rows.data());
    std::vector<png_bytep> pointers;
    for (std::size_t y = 0; y < layout.height; ++y)
        pointers.push_back(first + y * rows.size() / layout.height);
    png_write_image(png, pointers.data());
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return encoded;
}

/// The checksum that PNG appends to a chunk (ISO 3309), computed bit by bit.
std::uint32_t checksum(std::string_view chunk) {
    std::uint32_t sum = 0xFFFFFFFF;
    for (const char letter : chunk) {
        sum ^= static_cast<unsigned char>(letter);
        for (int bit = 0; bit < 8; ++bit) sum = sum % 2 ? 0xEDB88320 ^ (sum / 2) : sum / 2;
    }
    return ~sum;
}

Picture read_png_content(const std::string& content) {
    const TemporaryFolder folder;
    return read_png(folder.write("a.png", content));
}

std::vector<float> luminance(const std::string& content) {
    const TemporaryFolder folder;
    return parse_png_luminance(InputFile("read field", folder.write("a.png", content))).values;
}

TEST(Png, WrittenImagesRoundTrip) {
    Picture image{5, 3, {}};
    for (int i = 0; i < 5 * 3 * 4; ++i) image.rgba.push_back(static_cast<std::uint8_t>(i * 37));
    const TemporaryFolder folder;
    write_png(folder.path() / "new" / "a.png", image);
    const Picture back = read_png(folder.path() / "new" / "a.png");
    EXPECT_EQ(back.width, 5u);
    EXPECT_EQ(back.height, 3u);
    EXPECT_EQ(back.rgba, image.rgba);
}

TEST(Png, ConvertsEachColorTypeToRgba) {
    const auto check = [](const std::string& png, const Rgba& expected) {
        EXPECT_EQ(read_png_content(png).rgba, expected);
    };
    check(encode({.color_type = PNG_COLOR_TYPE_RGBA}, samples({1, 2, 3, 4})), {1, 2, 3, 4});
    check(encode({.color_type = PNG_COLOR_TYPE_RGB}, samples({1, 2, 3})), {1, 2, 3, 255});
    check(encode({.color_type = PNG_COLOR_TYPE_GRAY}, samples({7})), {7, 7, 7, 255});
    check(encode({.color_type = PNG_COLOR_TYPE_GRAY_ALPHA}, samples({7, 8})), {7, 7, 7, 8});
    check(encode({.width = 2, .bit_depth = 1, .color_type = PNG_COLOR_TYPE_GRAY}, samples({0x40})),
          {0, 0, 0, 255, 255, 255, 255, 255});
    check(encode({.width = 2, .bit_depth = 4, .color_type = PNG_COLOR_TYPE_GRAY}, samples({0x3F})),
          {51, 51, 51, 255, 255, 255, 255, 255});
    check(encode({.bit_depth = 16, .color_type = PNG_COLOR_TYPE_GRAY}, samples({0x80, 0x7F})),
          {128, 128, 128, 255});
}

TEST(Png, ConvertsPalettesAndTransparencyToRgba) {
    const Layout two_bits{.width = 2, .bit_depth = 1, .color_type = PNG_COLOR_TYPE_PALETTE};
    EXPECT_EQ(
        read_png_content(encode(two_bits, samples({0x40}), palette({{1, 2, 3}, {4, 5, 6}}))).rgba,
        (Rgba{1, 2, 3, 255, 4, 5, 6, 255}));
    EXPECT_EQ(
        read_png_content(encode(two_bits, samples({0x80}), palette({{1, 2, 3}, {4, 5, 6}}, {9})))
            .rgba,
        (Rgba{4, 5, 6, 255, 1, 2, 3, 9}));
    const Layout two_grays{.width = 2, .color_type = PNG_COLOR_TYPE_GRAY};
    EXPECT_EQ(read_png_content(encode(two_grays, samples({7, 8}), transparent_gray(7))).rgba,
              (Rgba{7, 7, 7, 0, 8, 8, 8, 255}));
}

TEST(Png, GammaIsNotApplied) {
    const Layout gray{.color_type = PNG_COLOR_TYPE_GRAY};
    EXPECT_EQ(read_png_content(encode(gray, samples({100}), add_gamma)).rgba,
              (Rgba{100, 100, 100, 255}));
    EXPECT_EQ(luminance(encode(gray, samples({51}), add_gamma)), (std::vector<float>{0.2f}));
}

TEST(Png, TheTopRowIsFirst) {
    const Layout column{.height = 2, .color_type = PNG_COLOR_TYPE_GRAY};
    EXPECT_EQ(read_png_content(encode(column, samples({1, 2}))).rgba,
              (Rgba{1, 1, 1, 255, 2, 2, 2, 255}));
}

TEST(Png, ReadsInterlacedImages) {
    std::string rows;
    for (char i = 0; i < 63; ++i) rows += i;
    const Picture image = read_png_content(encode(
        {.width = 9, .height = 7, .color_type = PNG_COLOR_TYPE_GRAY, .interlaced = true}, rows));
    ASSERT_EQ(image.rgba.size(), 63u * 4);
    for (std::size_t i = 0; i < 63; ++i) EXPECT_EQ(image.rgba[4 * i], i);
}

TEST(Png, LuminanceKeeps16Bits) {
    const Layout gray{.width = 3, .bit_depth = 16, .color_type = PNG_COLOR_TYPE_GRAY};
    EXPECT_EQ(luminance(encode(gray, samples({0, 1, 0x80, 0, 0xFF, 0xFF}))),
              (std::vector<float>{1 / 65535.0f, 32768 / 65535.0f, 1}));
}

TEST(Png, LuminanceWeighsColorsAndIgnoresAlpha) {
    const Layout rgba{.width = 4, .color_type = PNG_COLOR_TYPE_RGBA};
    const std::vector<float> values = luminance(
        encode(rgba, samples({255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 128})));
    ASSERT_EQ(values.size(), 4u);
    EXPECT_FLOAT_EQ(values[0], 0.2126f);
    EXPECT_FLOAT_EQ(values[1], 0.7152f);
    EXPECT_FLOAT_EQ(values[2], 0.0722f);
    EXPECT_FLOAT_EQ(values[3], 1.0f);
}

TEST(Png, LuminanceExpandsPalettesAndFewBits) {
    const Layout indexed{.width = 2, .bit_depth = 1, .color_type = PNG_COLOR_TYPE_PALETTE};
    EXPECT_EQ(
        luminance(encode(indexed, samples({0x40}), palette({{0, 0, 0}, {255, 255, 255}}, {0}))),
        (std::vector<float>{0, 1}));
    const Layout two_bits{.width = 2, .bit_depth = 2, .color_type = PNG_COLOR_TYPE_GRAY};
    const auto values = luminance(encode(two_bits, samples({0x70}), transparent_gray(1)));
    ASSERT_EQ(values.size(), 2u);
    EXPECT_FLOAT_EQ(values[0], 1 / 3.0f);
    EXPECT_FLOAT_EQ(values[1], 1.0f);
}

TEST(Png, OtherAndDamagedFilesAreRefused) {
    const auto refuse = [](const std::string& content, std::string_view reason) {
        expect_error(ErrorCode::bad_input, reason, [&] { read_png_content(content); });
    };
    refuse("", "byte 0: the file is not a PNG file");
    refuse("\xFF\xD8\xFF\xE0 a JPEG", "byte 0: the file is not a PNG file");
    std::string png = encode({.color_type = PNG_COLOR_TYPE_GRAY}, samples({7}));
    refuse(png.substr(0, 50), "byte 50: the file ends inside the image");
    refuse(png.substr(0, png.size() - 1),
           "byte " + std::to_string(png.size() - 1) + ": the file ends inside the image");
    png[43] ^= 1;  // the first byte of the image data, after the chunk's length and type
    EXPECT_THROW(read_png_content(png), Error);
}

TEST(Png, FalseSizesAllocateNothing) {
    // The size is checked only if the checksum of the changed header is correct.
    std::string png = encode({.width = 900'000}, std::string(3'600'000, '\0'));
    const std::string height = bytes<std::endian::big>(900'000);
    png.replace(20, 4, height);
    png.replace(29, 4, bytes<std::endian::big>(checksum(png.substr(12, 17))));
    expect_error(
        ErrorCode::bad_input,
        "the file has " + std::to_string(png.size()) + " bytes, too few for 900000 x 900000 pixels",
        [&] { read_png_content(png); });
}

TEST(Png, WritingChecksTheImage) {
    const TemporaryFolder folder;
    const auto write = [&](const Picture& image) { write_png(folder.path() / "a.png", image); };
    expect_error(ErrorCode::invalid_argument,
                 "an image of 2 x 1 pixels does not match 4 bytes of data",
                 [&] { write({2, 1, {1, 2, 3, 4}}); });
    expect_error(ErrorCode::invalid_argument,
                 "an image of 0 x 0 pixels does not match 0 bytes of data", [&] { write({}); });
    EXPECT_FALSE(exists(folder.path() / "a.png"));
}

TEST(Png, SurvivesTruncationAndDamage) {
    const std::string files[] = {
        encode({.width = 3, .height = 2, .color_type = PNG_COLOR_TYPE_RGB, .interlaced = true},
               std::string(18, 'a')),
        encode({.width = 2, .height = 2, .color_type = PNG_COLOR_TYPE_PALETTE},
               samples({0, 1, 1, 0}), palette({{1, 2, 3}, {4, 5, 6}})),
    };
    for (const std::string& png : files) {
        test::expect_truncations_are_seen("a.png", png,
                                          [](const auto& path) { return read_png(path).rgba; });
        test::expect_damage_is_survived("a.png", png, [](const auto& path) { read_png(path); });
        test::expect_damage_is_survived("a.png", png, [](const auto& path) {
            parse_png_luminance(InputFile("read field", path));
        });
    }
}

}  // namespace
}  // namespace glint
