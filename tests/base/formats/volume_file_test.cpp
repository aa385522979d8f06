#include <glint/base/formats/volume_file.hpp>

#include <cstdint>
#include <cstring>

#include <gtest/gtest.h>
#include <png.h>

#include <fmt/format.h>

#include "bytes.hpp"

namespace glint {
namespace {

namespace fs = std::filesystem;

using test::bytes;
using test::expect_error;
using test::TemporaryFolder;

template <class T>
std::vector<T> numbers(const std::vector<std::byte>& from) {
    std::vector<T> all(from.size() / sizeof(T));
    std::memcpy(all.data(), from.data(), from.size());
    return all;
}

class VolumeFile : public testing::Test {
protected:
    VolumeHeader header(const std::string& name, const std::string& content) const {
        return read_volume_header(folder_.write(name, content));
    }
    void refused(const std::string& name, const std::string& content,
                 const std::string& why) const {
        expect_error(ErrorCode::bad_input, why, [&] { (void)read_volume(header(name, content)); });
    }
    static std::string meta(const std::string& type, const std::string& more = {},
                            const std::string& data = "numbers.raw") {
        return "ObjectType = Image\nNDims = 3\nDimSize = 3 1 2\nElementType = " + type + "\n" +
               more + "ElementDataFile = " + data + "\n";
    }
    static std::string nrrd(const std::string& type, const std::string& more = {}) {
        return "NRRD0004\n# made by hand\ntype: " + type +
               "\ndimension: 3\nsizes: 3 1 2\nencoding: raw\nkey:=value\n" + more;
    }

    TemporaryFolder folder_;
};

TEST_F(VolumeFile, ReadsMetaImages) {
    folder_.write("numbers.raw",
                  bytes<std::endian::big>(std::int16_t(-300), std::int16_t(2), std::int16_t(3),
                                          std::int16_t(4), std::int16_t(5), std::int16_t(32767)));
    const VolumeHeader big = header("a.mhd", meta("MET_SHORT",
                                                  "ElementByteOrderMSB = True\n"
                                                  "ElementSpacing = 0.5 0.5 2\n"));
    EXPECT_EQ(big.size, (std::vector<std::size_t>{3, 1, 2}));
    EXPECT_EQ(big.spacing, (std::vector<double>{0.5, 0.5, 2}));
    EXPECT_EQ(big.unit, "mm");
    EXPECT_EQ(numbers<std::int16_t>(read_volume(big)),
              (std::vector<std::int16_t>{-300, 2, 3, 4, 5, 32767}));
    folder_.write("numbers.raw", "four" + bytes(1.5f, 2.0f, 3.0f, 4.0f, 5.0f, -6.0f));
    for (const char* skip : {"HeaderSize = 4\n", "HeaderSize = -1\n"})
        EXPECT_EQ(numbers<float>(read_volume(header("a.mhd", meta("MET_FLOAT", skip)))),
                  (std::vector<float>{1.5f, 2, 3, 4, 5, -6}));
    const VolumeHeader local =
        header("a.mha", meta("MET_DOUBLE", "", "LOCAL") + bytes(1.0, 2.0, 3.0, 4.0, 5.0, 1e300));
    EXPECT_EQ(numbers<double>(read_volume(local)), (std::vector<double>{1, 2, 3, 4, 5, 1e300}));
}

TEST_F(VolumeFile, ReadsNrrds) {
    const std::string counted = bytes(std::uint16_t(1), std::uint16_t(2), std::uint16_t(3),
                                      std::uint16_t(4), std::uint16_t(5), std::uint16_t(65535));
    const std::vector<std::uint16_t> expected{1, 2, 3, 4, 5, 65535};
    EXPECT_EQ(numbers<std::uint16_t>(read_volume(
                  header("a.nrrd", nrrd("unsigned short", "endian: little\n\n") + counted))),
              expected);
    folder_.write("b.raw", "xy" + counted);
    const VolumeHeader detached =
        header("b.nhdr", nrrd("uint16",
                              "endian: little\nspacings: 2 2 2\nbyte skip: 2\n"
                              "data file: b.raw\n"));
    EXPECT_EQ(detached.spacing, (std::vector<double>{2, 2, 2}));
    EXPECT_EQ(numbers<std::uint16_t>(read_volume(detached)), expected);
    EXPECT_EQ(numbers<std::uint8_t>(read_volume(header("c.nrrd", nrrd("uchar", "\n") + "abcdef"))),
              (std::vector<std::uint8_t>{'a', 'b', 'c', 'd', 'e', 'f'}));
}

TEST_F(VolumeFile, RefusesWhatItDoesNotRead) {
    folder_.write("numbers.raw", "12345");
    refused("a.mhd", meta("MET_UCHAR"),
            "3 x 1 x 2 numbers of uint8 take 6 bytes, and the file has 5");
    refused("a.mhd", meta("MET_USHORT", "HeaderSize = 1\n"),
            "3 x 1 x 2 numbers of uint16 take 12 bytes behind the first 1, and the file has 5");
    refused("a.mhd", meta("MET_USHORT_ARRAY"), "line 4: unsupported type 'MET_USHORT_ARRAY'");
    refused("a.mhd", meta("MET_UCHAR", "CompressedData = True\n"),
            "line 5: compressed data are not read");
    refused("a.mhd", meta("MET_UCHAR", "ElementNumberOfChannels = 3\n"),
            "line 5: 3 numbers at each place cannot be shown; one can");
    refused("a.mhd", meta("MET_UCHAR", "", "a%03d.raw 1 9 1"),
            "line 5: 'a%03d.raw 1 9 1' means several files, of which one is read");
    refused("a.mhd", "NDims = 4\nElementDataFile = a\n",
            "line 1: 4 dimensions cannot be shown; 1 to 3 can");
    refused("a.mhd", "NDims = 2\nDimSize = 4\nElementDataFile = a\n",
            "line 2: 1 number where there are 2 dimensions");
    refused("a.mhd", "NDims = 2\nDimSize = 4 -1\nElementDataFile = a\n",
            "line 2: a length is a whole number from 1, not -1");
    refused("a.mhd", "NDims = 3\nDimSize = 1000000 1000000 1000000\nElementDataFile = a\n",
            "line 2: 1e+18 numbers are too many");
    refused(
        "a.mhd", meta("MET_UCHAR", "HeaderSize = 18446744073709551615\n"),
        "3 x 1 x 2 numbers of uint8 take 6 bytes behind the first 18446744073709551615, and the "
        "file has 5");
    refused("a.mhd", "NDims = 2\n", "the header lacks 'DimSize'");
    refused("a.mhd", "words\n", "line 1: expected NAME = VALUE");
    refused("a.nrrd", nrrd("short", "\n"), "the header lacks 'endian'");
    refused("a.nrrd", nrrd("block", "\n"), "line 3: unsupported type 'block'");
    refused("a.nrrd", "NRRD0004\ndimension: 2\nsizes: 2 2\ntype: uchar\nencoding: gzip\n\n",
            "line 5: 'gzip' data are not read, raw ones are");
    refused("a.nrrd", "PNG", "line 1: this is no NRRD file: it does not start with 'NRRD000'");
    expect_error(ErrorCode::unsupported, "'.raw' is no header; .mhd, .mha, .nhdr and .nrrd are",
                 [&] { (void)read_volume_header(folder_.path() / "numbers.raw"); });
    expect_error(ErrorCode::not_found, "No such file or directory",
                 [&] { (void)read_volume(header("a.mhd", meta("MET_UCHAR", "", "gone.raw"))); });
}

/// A PNG of this type, by libpng; numbers of 16 bits if `bits` is 16.
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

TEST_F(Stack, HasItsImagesInTheOrderOfNumbersWithAllBits) {
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

TEST_F(Stack, HasOneLimitForAllImages) {
    for (const char* name : {"a1.png", "a2.png", "a3.png"})
        add(name, 100, std::vector<std::uint16_t>(10'000));
    {
        const test::ScopedVariable limit("GLINT_EXPANSION_LIMIT", "59999");
        refused("it would expand to 60.0 kB, of 60.0 kB that GLINT_EXPANSION_LIMIT allows");
    }
    const test::ScopedVariable limit("GLINT_EXPANSION_LIMIT", "60000");
    EXPECT_EQ(read_image_stack(folder_.path()).values.size(), 60'000u);
}

TEST_F(Stack, RefusesImagesThatDoNotFit) {
    refused("there are no .png files in it");
    add("a1.png", 2, {1, 2, 3, 4}, 8);
    EXPECT_EQ(numbers<std::uint8_t>(read_image_stack(folder_.path()).values),
              (std::vector<std::uint8_t>{1, 2, 3, 4}));
    add("a2.png", 1, {1, 2, 3}, 8);
    refused("'a1.png' has 2 x 2 pixels of 8 bits, 'a2.png' has 1 x 3 pixels of 8 bits");
    add("a2.png", 2, {1, 2, 3, 4}, 16);
    refused("'a1.png' has 2 x 2 pixels of 8 bits, 'a2.png' has 2 x 2 pixels of 16 bits");
    add("a2.png", 1, {1, 2, 3}, 8, PNG_COLOR_TYPE_RGB);
    refused("it has colours, where a grey image is taken");
    expect_error(ErrorCode::not_found, "No such file or directory",
                 [&] { (void)read_image_stack(folder_.path() / "none"); });
}

}  // namespace
}  // namespace glint
