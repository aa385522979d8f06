// SPDX-License-Identifier: MIT
#include <glint/formats/volume_file.hpp>

#include <cstdint>
#include <optional>
#include <tuple>

#include <gtest/gtest.h>
#include <zlib.h>

#include <fmt/format.h>

#include <glint/base/text.hpp>

#include "bytes.hpp"

namespace glint {
namespace {

namespace fs = std::filesystem;

using test::bytes;
using test::expect_error;
using test::numbers;
using test::TemporaryFolder;

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

// If data begins with the byte "\n", it must not be read as part of the header's last line ending.
TEST_F(VolumeFile, ReadsHeadersWithClassicMacLineEndings) {
    const std::string data = "\nbcdef";
    const std::vector<std::uint8_t> expected{'\n', 'b', 'c', 'd', 'e', 'f'};
    std::string local = meta("MET_UCHAR", "", "LOCAL"), attached = nrrd("uchar", "\n");
    std::ranges::replace(local, '\n', '\r');
    std::ranges::replace(attached, '\n', '\r');
    EXPECT_EQ(numbers<std::uint8_t>(read_volume(header("a.mha", local + data))), expected);
    EXPECT_EQ(numbers<std::uint8_t>(read_volume(header("a.nrrd", attached + data))), expected);
}

TEST_F(VolumeFile, RefusesUnsupportedFiles) {
    folder_.write("numbers.raw", "12345");
    refused("a.mhd", meta("MET_UCHAR"),
            "3 x 1 x 2 numbers of uint8 take 6 bytes, but the file has 5");
    refused("a.mhd", meta("MET_USHORT", "HeaderSize = 1\n"),
            "3 x 1 x 2 numbers of uint16 take 12 bytes after the first 1, but the file has 5");
    refused("a.mhd", meta("MET_USHORT_ARRAY"),
            "line 4: the type 'MET_USHORT_ARRAY' is not supported");
    refused("a.mhd", meta("MET_UCHAR", "CompressedData = True\n"),
            "the compressed data is damaged or truncated");
    refused("a.mhd", meta("MET_UCHAR", "ElementNumberOfChannels = 5\n"),
            "line 5: 5 numbers per element are not supported. Use 1 to 4");
    refused("a.mhd", meta("MET_UCHAR", "", "a%03d.raw 1 9 1"),
            "line 5: 'a%03d.raw 1 9 1' refers to several files, but only one file is supported");
    refused("a.mhd", meta("MET_UCHAR", "", "LIST") + "a.raw\nb.raw\n",
            "line 5: 'LIST' refers to several files, but only one file is supported");
    refused("a.nhdr", nrrd("uchar", "data file: LIST 2\na.raw\nb.raw\n"),
            "line 8: 'LIST 2' refers to several files, but only one file is supported");
    refused("a.mhd", "NDims = 4\nElementDataFile = a\n",
            "line 1: 4 dimensions are not supported. Use 1 to 3");
    refused("a.mhd", "NDims = 2\nDimSize = 4\nElementDataFile = a\n",
            "line 2: the entry has 1 number for 2 dimensions");
    refused("a.mhd", "NDims = 2\nDimSize = 4 -1\nElementDataFile = a\n",
            "line 2: a length must be a positive whole number, not -1");
    refused("a.mhd", "NDims = 3\nDimSize = 1000000 1000000 1000000\nElementDataFile = a\n",
            "line 2: the array would have 1e+18 numbers, but the maximum is 1e+15");
    refused("a.mhd", meta("MET_UCHAR", "HeaderSize = 18446744073709551615\n"),
            "3 x 1 x 2 numbers of uint8 take 6 bytes after the first 18446744073709551615, but the "
            "file has 5");
    refused("a.mhd", "NDims = 2\n", "the header has no 'DimSize'");
    refused("a.mhd", "words\n", "line 1: expected NAME = VALUE");
    refused("a.nrrd", nrrd("short", "\n"), "the header has no 'endian'");
    refused("a.nrrd", nrrd("block", "\n"), "line 3: the type 'block' is not supported");
    refused("a.nrrd", nrrd("uchar") + "sizes: 3 1 -2\n\n",
            "line 8: a length must be a positive whole number, not -2");
    refused("a.nrrd", "PNG",
            "line 1: the file is not an NRRD file, because it does not start with 'NRRD000'");
    expect_error(ErrorCode::unsupported,
                 "'.raw' is not the extension of a volume header. Use .mhd, .mha, .nhdr or .nrrd",
                 [&] { (void)read_volume_header(folder_.path() / "numbers.raw"); });
    expect_error(ErrorCode::not_found, "No such file or directory",
                 [&] { (void)read_volume(header("a.mhd", meta("MET_UCHAR", "", "gone.raw"))); });
}

TEST_F(VolumeFile, RefusesDataLongerThanTheHeader) {
    for (const char* more : {"7", "789012345"}) {
        const std::string data = std::string("123456") + more;
        folder_.write("numbers.raw", data);
        const std::string why = fmt::format(
            "3 x 1 x 2 numbers of uint8 take 6 bytes, but the file has {}", data.size());
        refused("a.mhd", meta("MET_UCHAR"), why);
        refused("a.nhdr", nrrd("uchar", "data file: numbers.raw\n\n"), why);
        EXPECT_EQ(read_volume(header("a.mhd", meta("MET_UCHAR", "HeaderSize = -1\n"))).size(), 6u);
    }
    const std::string attached = nrrd("uchar", "\n");
    refused("a.nrrd", attached + "1234567",
            fmt::format(
                "3 x 1 x 2 numbers of uint8 take 6 bytes after the first {}, but the file has {}",
                attached.size(), attached.size() + 7));
    folder_.write("numbers.raw", "ab123456");
    refused("a.mhd", meta("MET_UCHAR", "HeaderSize = 1\n"),
            "3 x 1 x 2 numbers of uint8 take 6 bytes after the first 1, but the file has 8");
}

// ITK and 3D Slicer write axis vectors in scanner coordinates instead of spacings.
TEST_F(VolumeFile, ReadsSpacingsFromAxisDirections) {
    const auto with = [&](const std::string& lines) {
        return header("a.nhdr", nrrd("uchar", lines + "data file: x\n\n"));
    };
    using Spacing = std::vector<double>;
    const VolumeHeader slicer = with(
        "space: left-posterior-superior\nspace directions: (0.5,0,0) (0, -0.5, 0) (0,0,3)\n"
        "kinds: domain domain domain\nspace origin: (-12.5,7,1e3)\n");
    EXPECT_EQ(slicer.spacing, (Spacing{0.5, 0.5, 3}));
    EXPECT_EQ(slicer.unit, "mm");
    EXPECT_EQ(slicer.origin, (Spacing{-12.5, 7, 1000}));
    EXPECT_TRUE(slicer.is_turned);  // y is mirrored
    const VolumeHeader turned =
        with("space dimension: 3\nspace directions: (3,4,0) (-4,3,0) (0,0,2)\n");
    EXPECT_EQ(turned.spacing, (Spacing{5, 5, 2}));
    EXPECT_EQ(turned.unit, std::nullopt);
    EXPECT_TRUE(turned.origin.empty());
    EXPECT_TRUE(turned.is_turned);
    EXPECT_FALSE(with("space dimension: 3\nspace directions: (1,0,0) (0,2,0) (0,0,3)\n").is_turned);
    EXPECT_FALSE(with("spacings: 1 1 1\n").is_turned);
    EXPECT_EQ(with("space dimension: 3\nspace directions: (1,0,0) (0,1,0) (0,0,1)\n"
                   "space units: \"um\" \"um\" \"um\"\n")
                  .unit,
              "um");
    EXPECT_EQ(with("spacings: 1 1 1\nunits: \"millimeters\" \"mm\" \"mm\"\n").unit, "mm");
    EXPECT_EQ(with("spacings: 1 1 1\nunits: \"mm\" \"cm\" \"mm\"\n").unit, std::nullopt);
    EXPECT_EQ(with("spacings: 1 1 1\nunits: \"mm wraps\" \"mm wraps\" \"mm wraps\"\n").unit,
              std::nullopt);
    EXPECT_TRUE(with("space directions: (1,0,0) (0,0,0) (0,0,1)\n").spacing.empty());
    EXPECT_TRUE(with("spacings: 1 nan 1\n").spacing.empty());
    const std::string why = "line 8: expected a vector such as (1,0,0), or 'none', for each axis";
    for (const char* odd : {"(1,0,0) (0,1,0)", "(1,0,0) (0,1,0) (0,0,1) (0,0,1)", "(1,0,0", "1 1 1",
                            "(1,0,0) (0,one,0) (0,0,1)", "(1,0,0) (0,1,0) (0,0,1) none"})
        refused("a.nhdr", nrrd("uchar", fmt::format("space directions: {}\n\n", odd)), why);
    folder_.write("numbers.raw", "123456");
    const VolumeHeader meta_image =
        header("a.mhd", meta("MET_UCHAR", "ElementSize = 2 2 1\nOffset = 1 2 -3\n"));
    EXPECT_EQ(meta_image.spacing, (Spacing{2, 2, 1}));
    EXPECT_EQ(meta_image.origin, (Spacing{1, 2, -3}));
    for (const auto& [matrix, is_turned] :
         {std::pair("1 0 0 0 1.0 0 0 0 1", false), {"1 0 0 0 -1 0 0 0 1", true}, {"1 0 0 1", true}})
        EXPECT_EQ(header("a.mhd", meta("MET_UCHAR", fmt::format("TransformMatrix = {}\n", matrix)))
                      .is_turned,
                  is_turned)
            << matrix;
}

std::string nrrd_of_kinds(const std::string& sizes, const std::string& kinds,
                          const std::string& data, const std::string& type = "uchar",
                          const std::string& more = {}) {
    std::vector<std::string_view> words;
    text::split_words(sizes, words);
    return fmt::format(
        "NRRD0004\ntype: {}\ndimension: {}\nsizes: {}\n{}{}encoding: raw\nendian: big\n\n{}", type,
        words.size(), sizes, kinds.empty() ? "" : "kinds: " + kinds + "\n", more, data);
}

TEST_F(VolumeFile, ColorAndVectorAxesAreNotSpatial) {
    const auto read = [&](const std::string& content) {
        const VolumeHeader found = header("a.nrrd", content);
        return std::tuple(found.size, found.components, numbers<char>(read_volume(found)));
    };
    using Size = std::vector<std::size_t>;
    const auto expect = [&](const std::string& content, const Size& size, std::size_t components,
                            const std::string& values) {
        EXPECT_EQ(read(content),
                  std::tuple(size, components, std::vector<char>(values.begin(), values.end())))
            << content;
    };
    expect(nrrd_of_kinds("3 2 1", "RGB-color domain domain", "rgbRGB"), {2, 1}, 3, "rgbRGB");
    expect(nrrd_of_kinds("2 1 3", "domain space rgb-color", "rRgGbB"), {2, 1}, 3, "rgbRGB");
    expect(nrrd_of_kinds("2 3 2", "domain vector domain", "rRgGbBxXyYzZ"), {2, 2}, 3,
           "rgbRGBxyzXYZ");
    expect(nrrd_of_kinds("2 3 1", "complex domain domain", "123456"), {3, 1}, 2, "123456");
    expect(nrrd_of_kinds("4 1 1 2", "4-vector domain domain domain", "12345678"), {1, 1, 2}, 4,
           "12345678");
    expect(nrrd_of_kinds("1 3 2", "scalar domain domain", "123456"), {3, 2}, 1, "123456");
    expect(nrrd_of_kinds("3 1 2", "??? ??? time", "123456"), {3, 1, 2}, 1, "123456");
    expect(nrrd_of_kinds("3 2 1 1", "", "123456"), {3, 2, 1}, 1, "123456");
    expect(nrrd_of_kinds("6", "list", "123456"), {6}, 1, "123456");
    expect(nrrd_of_kinds("2 3 1", "", "123456", "uchar", "space directions: none (1,0) (0,1)\n"),
           {3, 1}, 2, "123456");
    const VolumeHeader halves =
        header("b.nrrd", nrrd_of_kinds("2 1 2", "domain domain 2-vector",
                                       bytes<std::endian::big>(std::int16_t(1), std::int16_t(2),
                                                               std::int16_t(3), std::int16_t(4)),
                                       "short", "space directions: (2,0) (0,2) none\n"));
    EXPECT_EQ(numbers<std::int16_t>(read_volume(halves)), (std::vector<std::int16_t>{1, 3, 2, 4}));
    EXPECT_EQ(halves.spacing, (std::vector<double>{2, 2}));
    EXPECT_EQ(halves.description(), "2 x 1 times 2 numbers of int16");

    const auto refused_kinds = [&](const std::string& sizes, const std::string& kinds,
                                   const std::string& why) {
        refused("a.nrrd", nrrd_of_kinds(sizes, kinds, "123456"), why);
    };
    refused_kinds("6 1 1", "list domain domain",
                  "line 5: 6 numbers per element are not supported. Use 1 to 4");
    refused_kinds("2 3 1", "RGB-color domain domain",
                  "line 5: the kind 'rgb-color' requires 3 numbers, but the axis has 2");
    refused_kinds("2 3 1", "2-vector vector domain",
                  "line 5: two axes are not spatial, but at most one may be");
    refused_kinds("3 2 1", "HSV-color domain domain",
                  "line 5: the kind 'hsv-color' is not supported. Convert the colors to RGB");
    refused_kinds("3 2 1", "colour domain domain", "line 5: unknown kind 'colour'");
    refused_kinds("3 2 1", "domain domain", "line 5: the entry has 2 kinds for 3 dimensions");
    refused_kinds("1 2 1 3", "domain domain domain domain",
                  "line 3: 4 dimensions are not supported. Use 1 to 3");
    folder_.write("numbers.raw", "rgbRGBxyzXYZ123456");
    const VolumeHeader channels =
        header("a.mhd", meta("MET_UCHAR", "ElementNumberOfChannels = 3\n"));
    EXPECT_EQ(channels.components, 3u);
    EXPECT_EQ(read_volume(channels).size(), 18u);
}

// MET_LONG has 4 bytes on all machines, regardless of the size of long.
TEST_F(VolumeFile, ReadsEachTypeName) {
    const auto type_of_meta = [&](const std::string& name) {
        return header("a.mhd", meta(name)).type;
    };
    EXPECT_EQ(type_of_meta("MET_LONG"), NumberType::int32);
    EXPECT_EQ(type_of_meta("MET_ULONG"), NumberType::uint32);
    EXPECT_EQ(type_of_meta("MET_LONG_LONG"), NumberType::int64);
    EXPECT_EQ(type_of_meta("MET_ULONG_LONG"), NumberType::uint64);
    const std::pair<const char*, NumberType> names[]{
        {"long long int", NumberType::int64},           {"signed long long", NumberType::int64},
        {"signed long long int", NumberType::int64},    {"longlong", NumberType::int64},
        {"unsigned long long int", NumberType::uint64}, {"ulonglong", NumberType::uint64},
        {"unsigned  Short int", NumberType::uint16},    {"signed short int", NumberType::int16},
        {"unsigned int", NumberType::uint32},           {"signed int", NumberType::int32},
    };
    for (const auto& [name, type] : names)
        EXPECT_EQ(header("a.nrrd", nrrd(name, "endian: little\n\n")).type, type) << name;
    refused("a.nrrd", nrrd("long", "\n"), "line 3: the type 'long' is not supported");
    EXPECT_EQ(numbers<std::int64_t>(read_volume(header(
                  "b.nrrd",
                  nrrd("long long int", "endian: big\n\n") +
                      bytes<std::endian::big>(std::int64_t(-1), std::int64_t(2), std::int64_t(3),
                                              std::int64_t(4), std::int64_t(5), INT64_MAX)))),
              (std::vector<std::int64_t>{-1, 2, 3, 4, 5, INT64_MAX}));
}

/// Compresses with zlib or gzip.
std::string packed(const std::string& content, bool is_gzip) {
    std::string out(compressBound(content.size()) + 64, '\0');
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, is_gzip ? 31 : 15, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = static_cast<uInt>(content.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

class CompressedVolume : public VolumeFile {
protected:
    static std::string head(const std::string& more = {}, const std::string& encoding = "gzip") {
        return "NRRD0004\ntype: uchar\ndimension: 3\nsizes: 3 1 2\nencoding: " + encoding + "\n" +
               more + "\n";
    }
    std::string values(const std::string& name, const std::string& content) const {
        const auto found = numbers<char>(read_volume(header(name, content)));
        return {found.begin(), found.end()};
    }
};

TEST_F(CompressedVolume, IsReadFromNrrdsAndMetaImages) {
    for (const char* encoding : {"gzip", "gz", "GZIP"})
        EXPECT_EQ(values("a.nrrd", head("", encoding) + packed("abcdef", true)), "abcdef");
    EXPECT_EQ(values("a.nrrd", head("byte skip: 2\n") + packed("--abcdef", true)), "abcdef");
    EXPECT_EQ(values("a.nrrd", head() + packed("abc", true) + packed("def", true)), "abcdef")
        << "in two streams";
    folder_.write("b.raw.gz", packed("abcdef", true));
    EXPECT_EQ(values("b.nhdr", head("data file: b.raw.gz\n")), "abcdef");
    const std::string compressed = "CompressedData = True\nCompressedDataSize = 14\n";
    EXPECT_EQ(values("c.mha", meta("MET_UCHAR", compressed, "LOCAL") + packed("abcdef", false)),
              "abcdef");
    folder_.write("c.zraw", packed("abcdef", false));
    EXPECT_EQ(values("c.mhd", meta("MET_UCHAR", compressed, "c.zraw")), "abcdef");
    folder_.write("d.zraw", "head" + packed("abcdef", false));
    EXPECT_EQ(values("d.mhd", meta("MET_UCHAR", compressed + "HeaderSize = 4\n", "d.zraw")),
              "abcdef");
    const std::string shorts =
        bytes<std::endian::big>(std::int16_t(1), std::int16_t(2), std::int16_t(3), std::int16_t(4),
                                std::int16_t(5), std::int16_t(-6));
    EXPECT_EQ(numbers<std::int16_t>(
                  read_volume(header("e.nrrd",
                                     "NRRD0004\ntype: short\ndimension: 3\nsizes: 3 1 2\nencoding: "
                                     "gzip\nendian: big\n\n" +
                                         packed(shorts, true)))),
              (std::vector<std::int16_t>{1, 2, 3, 4, 5, -6}));
}

TEST_F(CompressedVolume, WrongLengthsAndDamageAreRefused) {
    const std::string claim =
        "3 x 1 x 2 numbers of uint8 take 6 bytes, but the compressed data expands to ";
    refused("a.nrrd", head() + packed("abcde", true), claim + "5");
    refused("a.nrrd", head() + packed("abcdefg", true), claim + "more");
    refused("a.nrrd", head() + packed("abcdef", true) + packed("g", true), claim + "more");
    const std::string damaged = "the compressed data is damaged or truncated";
    refused("a.nrrd", head() + "abcdef", damaged);
    refused("a.nrrd", head(), damaged);
    refused("a.nrrd", head() + packed("abcdef", true) + "rest", damaged);
    const std::string whole = packed("abcdef", true);
    for (std::size_t size = 1; size < whole.size(); ++size)
        EXPECT_THROW((void)values("a.nrrd", head() + whole.substr(0, size)), Error) << size;
    refused("a.nrrd", head("byte skip: -1\n") + whole,
            "line 6: an offset of -1, which means the end of the file, is not supported for "
            "compressed data");
    refused("a.nrrd", head("byte skip: 18446744073709551615\n") + whole,
            "the data would expand to 18.4 EB, but GLINT_EXPANSION_LIMIT allows only 1.1 GB");
}

TEST_F(CompressedVolume, ExpansionIsLimited) {
    const std::string content = head("byte skip: 4\n") + packed("----abcdef", true);
    {
        const test::ScopedVariable limit("GLINT_EXPANSION_LIMIT", "9");
        refused("a.nrrd", content,
                "the data would expand to 10 B, but GLINT_EXPANSION_LIMIT allows only 9 B");
    }
    const test::ScopedVariable limit("GLINT_EXPANSION_LIMIT", "10");
    EXPECT_EQ(values("a.nrrd", content), "abcdef");
}

TEST_F(CompressedVolume, OtherEncodingsSuggestAConversionCommand) {
    for (const char* encoding : {"bzip2", "bz2", "ascii", "hex"}) {
        const fs::path path = folder_.path() / "a.nrrd";
        refused("a.nrrd", head("", encoding) + "BZh",
                fmt::format("line 5: the encoding '{}' is not supported. Write gzip data with: unu "
                            "save -f nrrd -e gzip -i {} -o {}",
                            encoding, path.string(), (folder_.path() / "a-gzip.nrrd").string()));
    }
}

TEST_F(VolumeFile, DetectsTruncationAndDamage) {
    const auto read = [](const fs::path& path) { return read_volume(read_volume_header(path)); };
    const std::string local = meta("MET_UCHAR", "", "LOCAL") + "abcdef";
    for (std::size_t size = 0; size < local.size(); ++size)
        EXPECT_THROW((void)read(folder_.write("a.mha", local.substr(0, size))), Error) << size;
    const std::string kinds =
        nrrd_of_kinds("3 2 1", "RGB-color domain domain", "rgbRGB", "uchar",
                      "space directions: none (1,0) (0,1)\nspace origin: (0,0)\n");
    test::expect_truncations_are_seen("a.nrrd", kinds, read);
    test::expect_damage_is_survived("a.nrrd", kinds, read);
}

}  // namespace
}  // namespace glint
