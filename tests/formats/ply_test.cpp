// SPDX-License-Identifier: MIT
#include <glint/formats/ply.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <tuple>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "bytes.hpp"

namespace glint {
namespace {

using std::endian;
using test::bytes;
using test::expect_error;
using test::TemporaryFolder;
using Positions = std::vector<std::array<float, 3>>;
using Colors = std::vector<std::array<std::uint8_t, 4>>;

constexpr std::string_view kXyz = "property float x\nproperty float y\nproperty float z\n";

std::string ply(std::string_view encoding, std::string_view declarations, std::string_view body) {
    std::string all = "ply\nformat ";
    all.append(encoding).append(" 1.0\n").append(declarations).append("end_header\n").append(body);
    return all;
}

/// A PLY file with one element, "vertex", that has x, y, and z.
std::string points(std::string_view encoding, std::string_view count, std::string_view body) {
    return ply(encoding, "element vertex " + std::string(count) + "\n" + std::string(kXyz), body);
}

std::string with_windows_lines(std::string_view text) {
    std::string changed;
    for (const char letter : text) changed += letter == '\n' ? "\r\n" : std::string(1, letter);
    return changed;
}

PointCloud read_ply_content(std::string_view content) {
    const TemporaryFolder folder;
    return read_ply(folder.write("a.ply", content));
}

void expect_ply_refused(std::string_view content, std::string_view reason) {
    expect_error(ErrorCode::bad_input, reason, [&] { read_ply_content(content); });
}

constexpr std::string_view kScan =
    "ply\n"
    "format ascii 1.0\n"
    "comment made by a scanner, element vertex 99\n"
    "obj_info num_cols 512\n"
    "element range_grid 3\n"
    "property list uchar int vertex_indices\n"
    "element vertex 2\n"
    "property float x\n"
    "property float32 y\n"
    "property double z\n"
    "comment intensity follows\n"
    "property uchar intensity\n"
    "property list uchar float tags\n"
    "property uchar red\n"
    "property uchar green\n"
    "property uchar blue\n"
    "element face 1\n"
    "property list uchar int vertex_indices\n"
    "end_header\n"
    "0\n"
    "1 0\n"
    "1 1\n"
    "-1.5e-3 2 +3.25 7 2 0.5 0.25 255 128 0\n"
    "4\t5  6 8 0 1 2 3 \n"
    "3 0 1 1\n";

TEST(Ply, ReadsAnAsciiScan) {
    for (const std::string& text : {std::string(kScan), with_windows_lines(kScan)}) {
        const PointCloud cloud = read_ply_content(text);
        EXPECT_EQ(cloud.positions, (Positions{{-1.5e-3f, 2, 3.25f}, {4, 5, 6}}));
        EXPECT_EQ(cloud.colors, (Colors{{255, 128, 0, 255}, {1, 2, 3, 255}}));
    }
}

TEST(Ply, ReadsPointsWithoutColors) {
    const PointCloud cloud = read_ply_content(points("ascii", "2", "1 2 3\n\n4 5 6"));
    EXPECT_EQ(cloud.positions, (Positions{{1, 2, 3}, {4, 5, 6}}));
    EXPECT_TRUE(cloud.colors.empty());
}

TEST(Ply, BinaryPointsMayFollowACrLfHeader) {
    const std::string header = with_windows_lines(points("binary_little_endian", "1", ""));
    EXPECT_EQ(read_ply_content(header + bytes(1.0f, 2.0f, 3.0f)).positions, (Positions{{1, 2, 3}}));
}

/// Vertices with alpha and a list property, after elements with lists of other length types, and
/// before a face.
template <endian order>
std::string binary_scan() {
    using std::uint8_t;
    const std::string declarations =
        "element strip 2\nproperty list uchar short run\nproperty int id\n"
        "element camera 1\nproperty double focus\nelement mark 1\nproperty uchar kind\n"
        "element vertex 2\nproperty short z\nproperty list uint double weights\n"
        "property double x\nproperty uint8 blue\nproperty uint8 green\nproperty uint8 red\n"
        "property uint8 alpha\nproperty float y\n"
        "element face 1\nproperty list char int vertex_indices\n";
    const auto number = [](auto... values) { return bytes<order>(values...); };
    const std::string body =
        number(uint8_t{2}, std::int16_t{7}, std::int16_t{8}, 100) + number(uint8_t{0}, 101) +
        number(35.0) + number(uint8_t{9}) +
        number(std::int16_t{-3}, 2u, 0.5, 0.5, 1.0, uint8_t{10}, uint8_t{20}, uint8_t{30},
               uint8_t{40}, 2.0f) +
        number(std::int16_t{6}, 0u, 4.0, uint8_t{1}, uint8_t{2}, uint8_t{3}, uint8_t{4}, 5.0f) +
        number(uint8_t{3}, 0, 1, 1);
    return ply(order == endian::little ? "binary_little_endian" : "binary_big_endian", declarations,
               body);
}

TEST(Ply, ReadsBothByteOrdersAndSkipsOtherElements) {
    for (const std::string& content : {binary_scan<endian::little>(), binary_scan<endian::big>()}) {
        const PointCloud cloud = read_ply_content(content);
        EXPECT_EQ(cloud.positions, (Positions{{1, 2, -3}, {4, 5, 6}}));
        EXPECT_EQ(cloud.colors, (Colors{{30, 20, 10, 40}, {3, 2, 1, 4}}));
    }
}

template <class T>
void expect_type_is_read(const char* name) {
    const std::string declaration = "element vertex 1\nproperty " + std::string(name) +
                                    " x\nproperty float y\nproperty float z\n";
    const std::string body = bytes(T{100}, 2.0f, 3.0f);
    EXPECT_EQ(read_ply_content(ply("binary_little_endian", declaration, body)).positions,
              (Positions{{100, 2, 3}}))
        << name;
}

TEST(Ply, ReadsOldAndNewTypeNames) {
    for (const char* name : {"char", "int8"}) expect_type_is_read<std::int8_t>(name);
    for (const char* name : {"uchar", "uint8"}) expect_type_is_read<std::uint8_t>(name);
    for (const char* name : {"short", "int16"}) expect_type_is_read<std::int16_t>(name);
    for (const char* name : {"ushort", "uint16"}) expect_type_is_read<std::uint16_t>(name);
    for (const char* name : {"int", "int32"}) expect_type_is_read<std::int32_t>(name);
    for (const char* name : {"uint", "uint32"}) expect_type_is_read<std::uint32_t>(name);
    expect_type_is_read<std::int64_t>("int64");
    expect_type_is_read<std::uint64_t>("uint64");
    for (const char* name : {"float", "float32"}) expect_type_is_read<float>(name);
    for (const char* name : {"double", "float64"}) expect_type_is_read<double>(name);
}

std::string colored(std::string_view type, std::string_view values) {
    std::string declaration = "element vertex 1\n" + std::string(kXyz);
    for (const char* name : {" red\n", " green\n", " blue\n"})
        declaration.append("property ").append(type).append(name);
    return ply("ascii", declaration, "1 2 3 " + std::string(values) + "\n");
}

TEST(Ply, ColorsAreScaledByTheirType) {
    EXPECT_EQ(read_ply_content(colored("float", "0 0.5 1")).colors, (Colors{{0, 128, 255, 255}}));
    EXPECT_EQ(read_ply_content(colored("ushort", "0 32768 65535")).colors,
              (Colors{{0, 128, 255, 255}}));
    // 65407 / 257 is 254.502.
    EXPECT_EQ(read_ply_content(colored("ushort", "65406 65407 0")).colors,
              (Colors{{254, 255, 0, 255}}));
    EXPECT_EQ(read_ply_content(colored("int", "0 128 255")).colors, (Colors{{0, 128, 255, 255}}));
    expect_ply_refused(colored("float", "0 255 1"), "line 11: property 'green' of vertex 1 is 255");
    expect_ply_refused(colored("int", "0 0 -1"), "line 11: property 'blue' of vertex 1 is -1");
    expect_ply_refused(colored("uchar", "256 0 0"),
                       "line 11: 'red' is 256, which cannot be stored as a uint8");
    expect_ply_refused(colored("uchar", "0.5 0 0"),
                       "line 11: 'red' is 0.5, which cannot be stored as a uint8");
}

TEST(Ply, NumbersInTextFitTheirType) {
    const auto file = [](std::string_view type, std::string_view value) {
        return ply(
            "ascii",
            "element vertex 1\n" + std::string(kXyz) + "property " + std::string(type) + " p\n",
            "1 2 3 " + std::string(value) + "\n");
    };
    const std::tuple<const char*, const char*, const char*> limits[] = {
        {"char", "-128", "127"}, {"ushort", "0", "65535"}, {"int", "-2147483648", "2147483647"}};
    for (const auto& [type, least, most] : limits)
        for (const char* value : {least, most})
            EXPECT_NO_THROW(read_ply_content(file(type, value))) << value;
    const std::tuple<const char*, const char*, const char*> others[] = {
        {"char", "-129", "an int8"},
        {"char", "128", "an int8"},
        {"ushort", "-1", "a uint16"},
        {"ushort", "65536", "a uint16"},
        {"int", "2147483648", "an int32"},
        {"int", "nan", "an int32"},
        {"int64", "9223372036854775808", "an int64"},
        {"uint64", "18446744073709551616", "a uint64"}};
    for (const auto& [type, value, name] : others)
        expect_ply_refused(
            file(type, value),
            fmt::format("line 9: 'p' is {}, which cannot be stored as {}", value, name));
}

TEST(Ply, ColorsNeedAllThreeChannels) {
    const std::string declaration =
        "element vertex 1\n" + std::string(kXyz) + "property uchar red\n";
    EXPECT_TRUE(read_ply_content(ply("ascii", declaration, "1 2 3 4\n")).colors.empty());
}

TEST(Ply, HeaderErrorsNameTheLine) {
    const std::string_view no_ply =
        "the file is not a PLY file, because it does not start with 'ply'";
    expect_ply_refused("", no_ply);
    expect_ply_refused("solid cube\n", no_ply);
    expect_ply_refused("ply\n", "line 1: the file ends inside the header");
    expect_ply_refused("ply\nelement vertex 1\n", "line 2: expected 'format'");
    expect_ply_refused("ply\nformat ascii\n", "line 2: expected 'format ENCODING 1.0'");
    expect_ply_refused("ply\nformat ascii 2.0\n", "line 2: unknown format 'ascii 2.0'");
    expect_ply_refused("ply\nformat binary 1.0\n", "line 2: unknown format 'binary 1.0'");
    const std::pair<const char*, const char*> cases[] = {
        {"element vertex\n", "line 3: expected 'element NAME COUNT'"},
        {"element vertex -1\n", "line 3: '-1' is not a valid number of 'vertex' elements"},
        {"element vertex 1e6\n", "line 3: '1e6' is not a valid number of 'vertex' elements"},
        {"property float x\n", "line 3: a property comes before the first element"},
        {"element vertex 1\nproperty half x\n", "line 4: unknown type 'half'"},
        {"element vertex 1\nproperty float\n", "line 4: expected 'property TYPE NAME'"},
        {"element face 1\nproperty list uchar int\n",
         "line 4: expected 'property list LENGTH_TYPE TYPE NAME'"},
        {"element face 1\nproperty list float int i\n",
         "line 4: 'float' is not a valid type for a list length"},
        {"element vertex 1\nproperty float x\nproperty float x\n",
         "line 5: duplicate property 'x'"},
        {"elements vertex 1\n", "line 3: unknown keyword 'elements'"},
    };
    for (const auto& [declarations, reason] : cases)
        expect_ply_refused(ply("ascii", declarations, ""), reason);
}

TEST(Ply, VerticesNeedXyz) {
    expect_ply_refused(points("ascii", "0", ""), "the file has no points");
    expect_ply_refused(ply("ascii", "element face 0\nproperty list uchar int i\n", ""),
                       "the file has no points");
    expect_ply_refused(
        ply("ascii", "element vertex 1\nproperty float x\nproperty float z\n", "1 2\n"),
        "the vertices have no property 'y'");
    expect_ply_refused(
        ply("ascii", "element vertex 1\nproperty list uchar float x\nproperty float y\n", "0 2\n"),
        "the vertices have no property 'x'");
}

TEST(Ply, BadLinesAreNamed) {
    expect_ply_refused(points("ascii", "2", "1 2 3\n1 2\n"), "line 9: expected 3 numbers, found 2");
    expect_ply_refused(points("ascii", "2", "1 2 3\n1 2 3 4\n"),
                       "line 9: expected 3 numbers, found 4");
    expect_ply_refused(points("ascii", "1", "1 2 three\n"), "line 8: 'three' is not a number");
    expect_ply_refused(points("ascii", "1", "1 2 3,5\n"), "line 8: '3,5' is not a number");
    expect_ply_refused(points("ascii", "1", "1 nan 3\n"),
                       "line 8: property 'y' of vertex 1 is nan");
    expect_ply_refused(points("ascii", "1", "1 2 -inf\n"),
                       "line 8: property 'z' of vertex 1 is -inf");
    expect_ply_refused(points("ascii", "1", "1e39 2 3\n"),
                       "line 8: property 'x' of vertex 1 is 1e+39");
    expect_ply_refused(points("ascii", "3", "1 2 3\n4 5 6\n"),
                       "line 9: the file ends before vertex 3 of 3");
}

TEST(Ply, BadListsInTextAreNamed) {
    const std::string declaration =
        "element vertex 1\nproperty list uchar int tags\n" + std::string(kXyz);
    EXPECT_EQ(read_ply_content(ply("ascii", declaration, "2 7 8 1 2 3\n")).positions,
              (Positions{{1, 2, 3}}));
    expect_ply_refused(ply("ascii", declaration, "2 7 1 2 3\n"),
                       "line 9: expected 6 numbers, found 5");
    expect_ply_refused(ply("ascii", declaration, "4 1 2 3\n"),
                       "line 9: expected 8 numbers, found 4");
    for (const char* length : {"-1", "1.5", "2147483648", "18446744073709551615"})
        expect_ply_refused(ply("ascii", declaration, std::string(length) + " 1 2 3\n"),
                           "line 9: '" + std::string(length) + "' is not a valid list length");
}

TEST(Ply, TextMayBreakLinesAnywhere) {
    const Positions three{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    for (const char* body :
         {"1 2 3 4 5 6 7 8 9", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1 2\n3 4 5 6\n\n7 8 9\n",
          "1 2 3\n4 5 6 7\n8 9\n", "1 2 3\r4 5 6\r7 8 9\r"})
        EXPECT_EQ(read_ply_content(points("ascii", "3", body)).positions, three) << body;
    const std::string others = "element vertex 3\n" + std::string(kXyz) +
                               "element face 2\nproperty list uchar int vertex_indices\n";
    EXPECT_EQ(read_ply_content(ply("ascii", others, "1 2 3 4 5 6\n7 8 9\n3 0 1 2\n0\n")).positions,
              three);
    // The total number of words is correct, but one line has too many or too few.
    expect_ply_refused(ply("ascii", others, "1 2 3 0\n4 5 6 0\n7 8 9 0\n3 0 1 2\n0\n"),
                       "line 10: expected 3 numbers, found 4");
    expect_ply_refused(ply("ascii", others, "1 2\n4 5 6\n7 8 9\n3 0 1 2\n0\n"),
                       "line 10: expected 3 numbers, found 2");
}

TEST(Ply, AcceptsUnusualHeaderFormatting) {
    const std::string plain = points("ascii", "1", "1 2 3\n");
    std::string spaced, classic;
    for (const char c : plain) spaced += c == '\n' ? " \n" : std::string(1, c);
    for (const char c : plain) classic += c == '\n' ? '\r' : c;
    for (const std::string& content : {spaced, classic, "\xEF\xBB\xBF" + plain})
        EXPECT_EQ(read_ply_content(content).positions, (Positions{{1, 2, 3}})) << content;
    std::string binary;
    for (const char c : points("binary_little_endian", "1", "")) binary += c == '\n' ? '\r' : c;
    for (const float first : {1.0f, std::bit_cast<float>(0x0a0a0a0a)})  // all bytes are "\n"
        EXPECT_EQ(read_ply_content(binary + bytes(first, 2.0f, 3.0f)).positions,
                  (Positions{{first, 2, 3}}));
}

TEST(Ply, BinaryErrorsNameTheByte) {
    const auto binary = [](std::string_view count, std::string_view body) {
        return points("binary_little_endian", count, body);
    };
    const std::size_t begin = binary("2", "").size();
    const auto at = [&](std::size_t byte) { return "byte " + std::to_string(begin + byte) + ": "; };
    const std::string one = bytes(1.0f, 2.0f, 3.0f);
    expect_ply_refused(binary("2", one + "1234567"), at(19) + "the file ends inside vertex 2 of 2");
    expect_ply_refused(binary("2", one + bytes(1.0f, NAN, 3.0f)),
                       at(12) + "property 'y' of vertex 2 is nan");
    expect_ply_refused(binary("2", one + bytes(1.0f, 2.0f, INFINITY)),
                       at(12) + "property 'z' of vertex 2 is inf");
}

TEST(Ply, FalseCountsAllocateNothing) {
    const std::string one = bytes(1.0f, 2.0f, 3.0f);
    for (const char* count : {"1000000000000", "18446744073709551615"}) {
        const std::string binary = points("binary_big_endian", count, one);
        expect_ply_refused(binary, "byte " + std::to_string(binary.size()) +
                                       ": the file ends inside vertex 2 of " + count);
        expect_ply_refused(points("ascii", count, "1 2 3\n"),
                           "line 8: the file ends before vertex 2 of " + std::string(count));
    }
}

TEST(Ply, FalseCountsOfOtherElementsAllocateNothing) {
    const auto file = [](std::string_view element, std::string_view body) {
        return ply("binary_little_endian",
                   std::string(element) + "element vertex 1\n" + std::string(kXyz), body);
    };
    const auto end_of = [](const std::string& content) {
        return "byte " + std::to_string(content.size()) + ": ";
    };
    const std::string plain = file("element a 1000000000000\nproperty int id\n", bytes(1, 2));
    expect_ply_refused(plain, end_of(plain) + "the file ends inside a 3 of 1000000000000");
    const std::string whole =
        ply("binary_little_endian", "element a 2\nproperty int id\n", bytes(1, 2));
    expect_ply_refused(whole, "the file has no points");
    const std::string list = file("element a 2\nproperty list int double l\n", bytes(1, 0.5, 99));
    expect_ply_refused(list, end_of(list) + "the file ends inside a 2 of 2");
    const std::string negative = file("element a 1\nproperty list char double l\n", "\xFF");
    expect_ply_refused(negative, "byte " + std::to_string(negative.size() - 1) +
                                     ": -1 is not a valid list length");
    const std::string bare = file("element a 1000000000000\n", bytes(1.0f, 2.0f, 3.0f));
    EXPECT_EQ(read_ply_content(bare).positions, (Positions{{1, 2, 3}}));
}

TEST(Ply, SurvivesTruncationAndDamage) {
    for (const std::string& content : {binary_scan<endian::little>(), binary_scan<endian::big>()}) {
        test::expect_truncations_are_seen(
            "a.ply", content, [](const auto& path) { return read_ply(path).positions; });
        test::expect_damage_is_survived("a.ply", content, [](const auto& path) { read_ply(path); });
    }
    test::expect_damage_is_survived("a.ply", std::string(kScan),
                                    [](const auto& path) { read_ply(path); });
}

}  // namespace
}  // namespace glint
