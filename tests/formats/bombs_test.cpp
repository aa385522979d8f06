// SPDX-License-Identifier: MIT
// Files that claim more content than they have, or that expand to far more than anyone needs.
#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <png.h>
#include <sys/resource.h>
#include <zlib.h>

#include <glint/formats/csv.hpp>
#include <glint/formats/expansion.hpp>
#include <glint/formats/ply.hpp>
#include <glint/formats/png.hpp>
#include <glint/formats/point_rows.hpp>
#include <glint/formats/vti.hpp>
#include <glint/formats/zip.hpp>

#include <base/peak_memory.hpp>
#include <support/complaints.hpp>

#include "bytes.hpp"
#include "zip_bytes.hpp"

namespace glint {
namespace {

using test::bytes;
using test::expect_error;
using test::growth_bytes;
using test::kInExtraField;
using test::ScopedVariable;
using test::TemporaryFolder;
using test::wide_numbers;
using test::ZipClaims;

constexpr std::size_t kLittle = 100'000'000;  // bytes; a decompression bomb would need gigabytes

void expect_refused_cheaply(std::string_view reason, const auto& read) {
    EXPECT_LT(growth_bytes([&] { expect_error(ErrorCode::bad_input, reason, read); }), kLittle);
}

void expect_entry_refused_cheaply(const ZipClaims& claims, std::string_view reason) {
    const InputFile file = InputFile::of_content("read", test::zip_bytes(claims));
    expect_refused_cheaply(reason, [&] { ZipReader(file).read("x"); });
}

TEST(Bombs, ExpansionIsLimitedByTheFileAndTheEnvironment) {
    const ScopedVariable unset("GLINT_EXPANSION_LIMIT", std::nullopt);
    constexpr std::size_t gib = std::size_t{1} << 30;
    EXPECT_EQ(expansion_limit(0), gib);
    EXPECT_EQ(expansion_limit(gib / 32), gib);
    EXPECT_EQ(expansion_limit(gib / 32 + 1), gib + 32);
    {
        const ScopedVariable own("GLINT_EXPANSION_LIMIT", "8 GB");
        EXPECT_EQ(expansion_limit(gib), 8'000'000'000u);
    }
    {
        const ScopedVariable none("GLINT_EXPANSION_LIMIT", "none");
        EXPECT_EQ(expansion_limit(1), SIZE_MAX);
    }
    const ScopedVariable wrong("GLINT_EXPANSION_LIMIT", "much");
    const test::ExpectedComplaints one(1);
    EXPECT_EQ(expansion_limit(0), gib);
}

TEST(Bombs, ClaimedSizesAllocateNothing) {
    const std::string_view stored = "\x03\x00";
    expect_entry_refused_cheaply({.stored = stored,
                                  .method = 8,
                                  .stored_bytes = 6'400'000,
                                  .content_bytes = kInExtraField - 1},
                                 "the entries of the archive are larger than the file");
    expect_entry_refused_cheaply(
        {.stored = stored, .method = 8, .stored_bytes = 2, .content_bytes = 1'000'000'000},
        "entry 'x': the size in the header is wrong");
    for (const std::uint64_t size : {std::uint64_t{1} << 33, ~std::uint64_t{0}}) {
        expect_entry_refused_cheaply({.stored = stored,
                                      .method = 8,
                                      .stored_bytes = kInExtraField,
                                      .content_bytes = kInExtraField,
                                      .extra = wide_numbers(size, size)},
                                     "the entries of the archive are larger than the file");
        for (const std::uint16_t method : {std::uint16_t{0}, std::uint16_t{8}})
            expect_entry_refused_cheaply({.stored = stored,
                                          .method = method,
                                          .stored_bytes = 2,
                                          .content_bytes = kInExtraField,
                                          .extra = wide_numbers(size)},
                                         "entry 'x': the size in the header is wrong");
    }
}

std::string raw_deflate(std::string_view content, int level) {
    std::string packed(compressBound(content.size()) + 64, '\0');
    z_stream stream{};
    deflateInit2(&stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = static_cast<uInt>(content.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

TEST(Bombs, EntriesUseMemoryForTheirContents) {
    const std::string packed = raw_deflate(std::string(1'000'000, 'x'), Z_NO_COMPRESSION);
    expect_entry_refused_cheaply({.stored = packed,
                                  .method = 8,
                                  .stored_bytes = static_cast<std::uint32_t>(packed.size()),
                                  .content_bytes = 1'000'000'000},
                                 "entry 'x': CRC error");
}

TEST(Bombs, EntriesBeyondTheLimitAreRefused) {
    const std::string content(3'000'000, '\0');
    const InputFile file =
        InputFile::of_content("read", zip_archive(std::vector<ZipEntry>{{"x", content}}, true));
    {
        const ScopedVariable limit("GLINT_EXPANSION_LIMIT", "2999999");
        expect_error(
            ErrorCode::bad_input,
            "the data would expand to 3.0 MB, but GLINT_EXPANSION_LIMIT allows only 3.0 MB",
            [&] { ZipReader(file).read("x"); });
    }
    const ScopedVariable limit("GLINT_EXPANSION_LIMIT", "3MB");
    EXPECT_EQ(ZipReader(file).read("x"), content);
}

// 100 entries share the same content bytes, or their bytes overlap, so that an archive of 3 kB
// would expand to 100 MB.
TEST(Bombs, OverlappingArchiveEntriesAreRefused) {
    const std::string content(1'000'000, '\0'), packed = raw_deflate(content, 9);
    const auto sum = static_cast<std::uint32_t>(
        crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()));
    const auto archive = [&](std::uint32_t apart) {
        using u16 = std::uint16_t;
        const auto common = [&](std::size_t name_bytes) {
            return bytes(u16{20}, u16{0}, u16{8}, u16{0}, u16{33}, sum,
                         static_cast<std::uint32_t>(packed.size()),
                         static_cast<std::uint32_t>(content.size()), static_cast<u16>(name_bytes));
        };
        std::string all;
        for (int i = 0; i < 2; ++i) {
            all.resize(std::size_t{apart} * static_cast<unsigned>(i));
            all += "PK\x03\x04" + common(1) + bytes(u16{0}) + "a" + packed;
        }
        const auto directory_at = static_cast<std::uint32_t>(all.size());
        for (std::uint32_t i = 0; i < 100; ++i)
            all += "PK\x01\x02" + bytes(u16{20}) + common(1) +
                   bytes(u16{0}, u16{0}, u16{0}, u16{0}, 0u, i % 2 * apart) +
                   std::string(1, static_cast<char>('!' + i % 90));
        return all + "PK\x05\x06" +
               bytes(u16{0}, u16{0}, u16{100}, u16{100},
                     static_cast<std::uint32_t>(all.size() - directory_at), directory_at, u16{0});
    };
    for (const std::size_t apart : {std::size_t{0}, 31 + packed.size()}) {
        const InputFile file =
            InputFile::of_content("read", archive(static_cast<std::uint32_t>(apart)));
        expect_refused_cheaply("the entries of the archive are larger than the file",
                               [&] { const ZipReader zip(file); });
    }
}

TEST(Bombs, ArchiveEntriesShareOneLimit) {
    const std::string content(1'000'000, '\0');
    const InputFile file = InputFile::of_content(
        "read",
        zip_archive(std::vector<ZipEntry>{{"a", content}, {"b", content}, {"c", content}}, true));
    {
        const ScopedVariable limit("GLINT_EXPANSION_LIMIT", "2999999");
        const ZipReader zip(file);
        EXPECT_EQ(zip.names().size(), 3u);
        expect_refused_cheaply(
            "the data would expand to 3.0 MB, but GLINT_EXPANSION_LIMIT allows only 3.0 MB",
            [&] { zip.read("a"); });
    }
    const ScopedVariable limit("GLINT_EXPANSION_LIMIT", "3MB");
    EXPECT_EQ(ZipReader(file).read("c"), content);
    // Stored (uncompressed) entries do not expand.
    const InputFile stored = InputFile::of_content(
        "read", zip_archive(std::vector<ZipEntry>{{"a", content}, {"b", content}}, false));
    const ScopedVariable little("GLINT_EXPANSION_LIMIT", "1kB");
    EXPECT_EQ(ZipReader(stored).read("b"), content);
}

std::string png_chunk(const std::string& type_and_data) {
    const auto size = static_cast<std::uint32_t>(type_and_data.size() - 4);
    const auto sum = static_cast<std::uint32_t>(
        crc32_z(0, reinterpret_cast<const Bytef*>(type_and_data.data()), type_and_data.size()));
    return bytes<std::endian::big>(size) + type_and_data + bytes<std::endian::big>(sum);
}

std::string zlib_of(const std::string& content) {
    uLongf size = compressBound(content.size());
    std::string packed(size, '\0');
    compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
              reinterpret_cast<const Bytef*>(content.data()), content.size(), 1);
    packed.resize(size);
    return packed;
}

struct Header {
    std::uint32_t width = 1, height = 1;
    std::uint8_t depth = 8, colors = PNG_COLOR_TYPE_GRAY, interlaced = 0;
};

/// Writes `chunks` between the header and `rows`; the size of `rows` may be wrong.
std::string png(const Header& header, const std::string& chunks, const std::string& rows) {
    using std::uint8_t;
    return "\x89PNG\r\n\x1a\n" +
           png_chunk("IHDR" + bytes<std::endian::big>(header.width, header.height, header.depth,
                                                      header.colors, uint8_t{0}, uint8_t{0},
                                                      header.interlaced)) +
           chunks + png_chunk("IDAT" + zlib_of(rows)) + png_chunk("IEND");
}

void expect_image_refused(const std::string& content, std::string_view reason) {
    const TemporaryFolder folder;
    const auto path = folder.write("a.png", content);
    expect_refused_cheaply(reason, [&] { read_png(path); });
}

TEST(Bombs, ASmallImageOfManyPixelsIsRefused) {
    const std::string many =
        png({.width = 30'000, .height = 30'000, .depth = 1}, "", std::string(3751 * 30'000, '\0'));
    EXPECT_LT(many.size(), 600'000u);
    expect_image_refused(
        many, "the data would expand to 3.6 GB, but GLINT_EXPANSION_LIMIT allows only 1.1 GB");
    const InputFile file = InputFile::of_content("read field", many);
    expect_refused_cheaply(
        "the data would expand to 4.5 GB, but GLINT_EXPANSION_LIMIT allows only 1.1 GB",
        [&] { parse_png_luminance(file); });
}

TEST(Bombs, TheLimitOfAnImageIsExact) {
    const TemporaryFolder folder;
    const auto path =
        folder.write("a.png", png({.width = 2, .height = 3}, "", std::string(9, '\0')));
    {
        const ScopedVariable limit("GLINT_EXPANSION_LIMIT", "23");
        expect_error(ErrorCode::bad_input,
                     "the data would expand to 24 B, but GLINT_EXPANSION_LIMIT allows only 23 B",
                     [&] { read_png(path); });
    }
    {
        const ScopedVariable limit("GLINT_EXPANSION_LIMIT", "24");
        EXPECT_EQ(read_png(path).rgba.size(), 24u);
    }
    const ScopedVariable limit("GLINT_EXPANSION_LIMIT", "29");
    expect_error(ErrorCode::bad_input,
                 "the data would expand to 30 B, but GLINT_EXPANSION_LIMIT allows only 29 B",
                 [&] { parse_png_luminance(InputFile("read field", path)); });
}

// Deflate expands one byte to at most 1032 bytes.
TEST(Bombs, ClaimedImageSizesAreComparedWithTheFile) {
    const auto size = static_cast<std::uint32_t>(png({}, "", "").size());
    const std::string most = png({.width = 1032, .height = size}, "", "");
    expect_image_refused(most, "byte " + std::to_string(size - 16) + ": Not enough image data");
    const std::string more = png({.width = 1032, .height = size + 1}, "", "");
    expect_image_refused(more, "the file has " + std::to_string(size) +
                                   " bytes, too few for 1032 x " + std::to_string(size + 1) +
                                   " pixels");
}

TEST(Bombs, ImagesUseMemoryForTheirContents) {
    // The pixels reach the limit exactly, and 2 MB in an ignored chunk make the claimed size
    // plausible.
    const std::string lie = png({.width = 16'000, .height = 16'000, .colors = PNG_COLOR_TYPE_RGBA},
                                png_chunk("juNk" + std::string(2'000'000, 'x')), "\0");
    expect_image_refused(lie,
                         "byte " + std::to_string(lie.size() - 16) + ": Not enough image data");
}

TEST(Bombs, ImageTextChunksAreNotExpanded) {
    std::string texts;
    const std::string text =
        png_chunk("zTXtname" + std::string(2, '\0') + zlib_of(std::string(7'000'000, ' ')));
    for (int i = 0; i < 60; ++i) texts += text;
    const TemporaryFolder folder;
    const auto path = folder.write("a.png", png({}, texts, std::string("\0\x80", 2)));
    EXPECT_LT(growth_bytes([&] { EXPECT_EQ(read_png(path).rgba[0], 0x80); }), kLittle);
}

/// Image data with several arrays of `values` zeros (floats), which all refer to the same stored
/// bytes.
std::string image_data_of_one_block(std::size_t arrays, std::size_t values) {
    const std::string packed = zlib_of(std::string(4 * values, '\0'));
    const std::string extent = fmt::format("0 {} 0 0 0 0", values - 1);
    std::string all =
        "<VTKFile type=\"ImageData\" header_type=\"UInt64\" "
        "compressor=\"vtkZLibDataCompressor\"><ImageData WholeExtent=\"" +
        extent + "\"><Piece Extent=\"" + extent + "\"><PointData>";
    for (std::size_t i = 0; i < arrays; ++i)
        all += fmt::format(
            "<DataArray type=\"Float32\" Name=\"a{}\" format=\"appended\" offset=\"0\"/>", i);
    return all + "</PointData></Piece></ImageData><AppendedData encoding=\"raw\">_" +
           bytes(std::uint64_t{1}, std::uint64_t{4 * values}, std::uint64_t{0},
                 std::uint64_t{packed.size()}) +
           packed + "</AppendedData></VTKFile>";
}

// Many small arrays need as much memory as one large array, so the limit applies to the whole file.
TEST(Bombs, ArraysOfImageDataShareOneLimit) {
    const ScopedVariable limit("GLINT_EXPANSION_LIMIT", "16MB");
    const InputFile content =
        InputFile::of_content("read image data from", image_data_of_one_block(3, 1'000'000));
    const VtiFile file(content);
    const std::string reason =
        "the data would expand to 24.0 MB, but GLINT_EXPANSION_LIMIT allows only 16.0 MB";
    EXPECT_EQ(file.read("a0").values.size(), 1'000'000u);
    EXPECT_EQ(file.read("a1").values.size(), 1'000'000u);
    expect_error(ErrorCode::bad_input, reason, [&] { (void)file.read("a2"); });
    expect_refused_cheaply(reason, [&] { VtiFile(content).require_room(file.names()); });
    file.describe("a2");
}

TEST(Bombs, ImageDataPiecesShareOneLimit) {
    std::string content = "<VTKFile type=\"ImageData\"><ImageData WholeExtent=\"0 9999 0 0 0 0\">";
    for (int i = 0; i < 2000; ++i)
        content +=
            "<Piece Extent=\"0 9998 0 0 0 0\"><PointData><DataArray type=\"Int8\" Name=\"a\" "
            "format=\"appended\" offset=\"0\"/></PointData></Piece>";
    content += "</ImageData></VTKFile>";
    const ScopedVariable limit("GLINT_EXPANSION_LIMIT", "100MB");
    const VtiFile file(InputFile::of_content("read image data from", content));
    expect_refused_cheaply(
        "the data would expand to 160.1 MB, but GLINT_EXPANSION_LIMIT allows only 100.0 MB",
        [&] { (void)file.read("a"); });
}

TEST(Bombs, TablesOfManyColumnsAreRefused) {
    const TemporaryFolder folder;
    EXPECT_EQ(
        read_csv(folder.write("most.csv", "1,2,3" + std::string(65'533, ','))).positions.size(),
        1u);
    const auto path = folder.write("a.csv", "1,2,3" + std::string(10'000'000, ','));
    expect_refused_cheaply("line 1: the row has more than 65536 columns", [&] { read_csv(path); });
}

// A small file can claim any number of columns, or have one long row and many short rows.
TEST(Bombs, PointsOfManyColumnsAreRefused) {
    const TemporaryFolder folder;
    const auto array = [&](const std::string& shape) {
        std::string head = "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + "}";
        head.resize(117, ' ');
        return folder.write(
            "wide.npy", "\x93NUMPY" + bytes(std::uint8_t{1}, std::uint8_t{0}, std::uint16_t{118}) +
                            head + "\n" + std::string(64, '\0'));
    };
    expect_refused_cheaply("the array has more than 65536 columns",
                           [&] { (void)open_point_rows(array("(1, 1000000000)")); });
    expect_refused_cheaply("the file has no points",
                           [&] { (void)open_point_rows(array("(1000000000, 65536)")); });

    const std::string names = "x,y,z" + std::string(65'533, ',') + "\n";
    const auto many = folder.write("many.csv", "x,y,z" + std::string(70'000, ',') + "\n1,2,3\n");
    expect_refused_cheaply("line 1: the row has more than 65536 columns",
                           [&] { (void)open_point_rows(many); });
    std::string rows = names;
    for (int i = 0; i < 10'000; ++i) rows += "1,2,3\n";
    const auto ragged = folder.write("ragged.csv", rows);
    expect_refused_cheaply(
        "most of the 10000 rows have only a few of the 65536 columns of the first row",
        [&] { (void)open_point_rows(ragged); });
}

// With many columns, memory use is still limited by the file size.
TEST(Bombs, TablesOfManyColumnsUseLittleMemory) {
    const TemporaryFolder folder;
    std::string text = "x,y,z";
    for (int i = 3; i < 60'000; ++i) text += fmt::format(",c{}", i);
    std::string row = "\n1,2,3";
    for (int i = 3; i < 60'000; ++i) row += ",0";
    for (int i = 0; i < 50; ++i) text += row;
    const auto path = folder.write("wide.csv", text);
    EXPECT_LT(growth_bytes([&] {
                  const auto rows = open_point_rows(path);
                  std::vector<PointRows::Wanted> wanted;
                  for (std::size_t i = 0; i < rows->columns().size(); ++i)
                      wanted.push_back({.column = i});
                  rows->start(wanted);
                  std::size_t count = 0;
                  for (PointBlock block; rows->next(block);) count += block.rows;
                  EXPECT_EQ(count, 50u);
              }),
              kLittle);
}

TEST(Bombs, PointsOfManyPropertiesAreRefused) {
    const auto points = [](int properties) {
        std::string header = "ply\nformat ascii 1.0\nelement vertex 1\n";
        std::string row;
        for (const char* axis : {"x", "y", "z"})
            header += std::string("property float ") + axis + "\n";
        for (int i = 3; i < properties; ++i) header += "property char p" + std::to_string(i) + "\n";
        for (int i = 0; i < properties; ++i) row += "1 ";
        return header + "end_header\n" + row + "\n";
    };
    const TemporaryFolder folder;
    EXPECT_EQ(read_ply(folder.write("a.ply", points(4096))).positions.size(), 1u);
    const auto path = folder.write("a.ply", points(4097));
    expect_error(ErrorCode::bad_input, "line 4100: an element has more than 4096 properties",
                 [&] { read_ply(path); });
}

}  // namespace
}  // namespace glint
