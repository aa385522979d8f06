// SPDX-License-Identifier: MIT
#include <glint/formats/point_rows.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <glint/base/float16.hpp>
#include <glint/formats/npy.hpp>

#include "bytes.hpp"
#include "point_rows_of.hpp"
#include <base/peak_memory.hpp>

namespace glint {
namespace {

using test::All;
using test::bytes;
using test::expect_error;
using test::names_of;
using test::PointRowsOf;
using test::read_all;
using test::Rows;
using test::TemporaryFolder;
const std::string kVertices =
    "element vertex 2\nproperty float x\nproperty double y\nproperty int z\nproperty uchar red\n";

TEST_F(PointRowsOf, PlyInEitherByteOrderAndAsText) {
    const std::vector<std::string> names{"x", "y", "z", "red"};
    const Rows columns{{1.5f, -2.0f}, {0.25f, 1e6f}, {-7, 8}, {255, 3}};
    const auto body = [](auto order) {
        constexpr std::endian kOrder = decltype(order)::value;
        return bytes<kOrder>(1.5f, 0.25, -7, std::uint8_t{255}) +
               bytes<kOrder>(-2.0f, 1e6, 8, std::uint8_t{3});
    };
    using Little = std::integral_constant<std::endian, std::endian::little>;
    using Big = std::integral_constant<std::endian, std::endian::big>;
    expect("a.ply",
           "ply\nformat binary_little_endian 1.0\n" + kVertices + "end_header\n" + body(Little{}),
           names, columns);
    expect("b.PLY",
           "ply\nformat binary_big_endian 1.0\n" + kVertices + "end_header\n" + body(Big{}), names,
           columns);
    expect("c.ply",
           "ply\nformat ascii 1.0\n" + kVertices + "end_header\n1.5 0.25 -7 255\n-2 1e6 8 3\n",
           names, columns);
}

TEST_F(PointRowsOf, PlySkipsFacesAndLists) {
    const std::string before = "element camera 1\nproperty float f\nproperty list uchar int ids\n";
    const std::string lists = kVertices + "property list uchar short near\nproperty uchar green\n";
    const std::string faces =
        "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
    const auto rows = open(
        "a.ply", "ply\nformat binary_little_endian 1.0\n" + before + lists + faces +
                     bytes(9.0f, std::uint8_t{1}, 77) +
                     bytes(1.0f, 2.0, 3, std::uint8_t{4}, std::uint8_t{2}, std::int16_t{5},
                           std::int16_t{6}, std::uint8_t{7}) +
                     bytes(8.0f, 9.0, 10, std::uint8_t{11}, std::uint8_t{0}, std::uint8_t{12}) +
                     bytes(std::uint8_t{3}, 0, 1, 0));
    EXPECT_EQ(names_of(*rows), (std::vector<std::string>{"x", "y", "z", "red", "green"}));
    EXPECT_EQ(rows->left_out(), (std::vector<std::string>{"the list property 'near'",
                                                          "1 of 'camera'", "1 of 'face'"}));
    EXPECT_EQ(read_all(*rows).columns, (Rows{{1, 8}, {2, 9}, {3, 10}, {4, 11}, {7, 12}}));
    const auto text = open("b.ply", "ply\nformat ascii 1.0\n" + before + kVertices + faces +
                                        "9 1 77\n1 2 3 4\n\n8 9 10 11\n3 0 1 0\n");
    EXPECT_EQ(read_all(*text).columns, (Rows{{1, 8}, {2, 9}, {3, 10}, {4, 11}}));
    EXPECT_EQ(text->faults().rows, 0u);
}

TEST_F(PointRowsOf, TextPlyWithFreeLineBreaks) {
    const std::vector<std::string> xyz{"x", "y", "z"};
    const std::string head = "ply\nformat ascii 1.0\n";
    const std::string vertices =
        "element vertex 2\nproperty float x\nproperty float y\nproperty float z\n";
    const std::string faces = "element face 1\nproperty list uchar int vertex_indices\n";
    const Rows two{{1, 4}, {2, 5}, {3, 6}};
    expect("a.ply", head + vertices + "end_header\n1\n2\n3\n4\n5\n6\n", xyz, two);
    expect("b.ply", head + vertices + faces + "end_header\n1 2 3 4 5 6 3 0 1 0\n", xyz, two);
    expect(
        "c.ply",
        head + "element camera 2\nproperty int a\n" + vertices + "end_header\n7 8\n1 2 3\n4 5 6\n",
        xyz, two);
    std::string classic = head + vertices + "end_header\n1 2 3\n4 5 6\n";
    std::ranges::replace(classic, '\n', '\r');
    expect("d.ply", classic, xyz, two);
    expect("e.ply",
           head +
               "element vertex 2\nproperty list uchar int near\nproperty float x\n"
               "property float y\nproperty list uchar int far\nproperty float z\nend_header\n"
               "2 8 9 1 2 0 3\n0 4 5 1 7 6\n",
           xyz, two);
    const auto lists = open("e.ply", read_text(folder_.path() / "e.ply"));
    EXPECT_EQ(lists->left_out(),
              (std::vector<std::string>{"the list property 'near'", "the list property 'far'"}));
    lists->start({{.column = 1, .less = 2}});
    PointBlock block;
    ASSERT_TRUE(lists->next(block));
    EXPECT_EQ(block.columns, (Rows{{0, 3}}));
    expect_error(ErrorCode::bad_input, "line 8: expected 3 numbers, found 4",
                 [&] { (void)open("f.ply", head + vertices + "end_header\n1 2 3 4\n5 6 7 8\n"); });
    const auto long_row = open("g.ply", head + vertices + "end_header\n1 2 3\n4 5 6 7\n");
    EXPECT_EQ(read_all(*long_row).faults.first, "line 9: the row has 4 columns instead of 3");
}

TEST_F(PointRowsOf, ClaimedListSizesAllocateNothing) {
    const std::string content =
        "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty "
        "float y\nproperty float z\nproperty list uint uchar l\nend_header\n" +
        bytes(1.0f, 2.0f, 3.0f, 1'000'000'000u) + std::string(20, '\0');
    const std::size_t growth = test::growth_bytes([&] {
        const auto rows = open("a.ply", content);
        EXPECT_GT(read_all(*rows).faults.missing, 0u);
    });
    EXPECT_LT(growth, std::size_t{32} << 20);
}

TEST_F(PointRowsOf, NumbersOutsideTheirTypeAreBad) {
    const auto fault = [&](const std::string& type, const std::string& word) {
        const auto rows =
            open("a.ply",
                 "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty "
                 "float y\nproperty float z\nproperty " +
                     type + " q\nend_header\n1 2 3 4\n5 6 7 " + word + "\n");
        const All all = read_all(*rows);
        EXPECT_EQ(all.columns[3].front(), 4);
        EXPECT_EQ(all.faults.rows, all.faults.first.empty() ? 0u : 1u);
        EXPECT_EQ(std::isnan(all.columns[3].back()), all.faults.first.ends_with("int8"));
        return all.faults.first;
    };
    EXPECT_EQ(fault("uchar", "255"), "");
    EXPECT_EQ(fault("uchar", "300"), "line 10: 'q' is 300, which cannot be stored as a uint8");
    EXPECT_EQ(fault("uchar", "-1"), "line 10: 'q' is -1, which cannot be stored as a uint8");
    EXPECT_EQ(fault("char", "1.5"), "line 10: 'q' is 1.5, which cannot be stored as an int8");
    EXPECT_EQ(fault("char", "-128"), "");
    EXPECT_EQ(fault("float", "1e39"), "line 10: '1e39' is too large for a float");
    EXPECT_EQ(fault("float", "inf"), "");
    const auto bytes = open("b.txt", "1 2 3 255 0 1\n4 5 6 300 0 1\n");
    EXPECT_EQ(read_all(*bytes).faults.rows, 0u) << "no colors";
}

TEST_F(PointRowsOf, DoublesOutsideFloatRangeAreCounted) {
    const double inf = std::numeric_limits<double>::infinity();
    const std::vector<double> values{1, 2, 3, 1e300, 4, inf, -1e39, 1e38};
    const std::string by_rows =
        npy_file(std::array<std::size_t, 2>{2, 4}, {'f', 8}, std::as_bytes(std::span(values)));
    std::string by_columns = by_rows;
    by_columns.replace(by_columns.find("False"), 5, "True ");
    const std::string text =
        "ply\nformat ascii 1.0\nelement vertex 2\nproperty double x\nproperty double y\n"
        "property double z\nproperty double t\nend_header\n1 2\n3 1e300 4 inf -1e39 1e38\n";
    for (const auto& [name, content, first] : {std::tuple<const char*, std::string, const char*>{
                                                   "a.npy", by_rows, "z = -1e+39 of point 2"},
                                               {"b.npy", by_columns, "y = 1e+300 of point 2"},
                                               {"c.ply", text, "z = -1e+39 of point 2"}}) {
        const auto rows = open(name, content);
        for (int i = 0; i < 2; ++i) {
            const All all = read_all(*rows);
            EXPECT_EQ(all.faults.too_large, 2u) << name;
            EXPECT_EQ(all.faults.first_too_large, first);
        }
    }
}

TEST_F(PointRowsOf, ArraysOfHalves) {
    const std::array<half, 6> halves{1, 2, 3, half(4.5), 5, -6};
    const std::string little =
        npy_file(std::array<std::size_t, 2>{2, 3}, {'f', 2}, std::as_bytes(std::span(halves)));
    expect("a.npy", little, {"x", "y", "z"}, {{1, 4.5f}, {2, 5}, {3, -6}});
    std::string big = little;
    big[big.find("<f2")] = '>';
    for (std::size_t at = big.size() - 12; at < big.size(); at += 2)
        std::swap(big[at], big[at + 1]);
    expect("b.npy", big, {"x", "y", "z"}, {{1, 4.5f}, {2, 5}, {3, -6}});
}

// In Fortran order, the end of the file belongs to the last columns, so truncation does not affect
// earlier columns.
TEST_F(PointRowsOf, TruncatedFortranArraysAreRefused) {
    std::vector<float> values(24);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
    std::string whole =
        npy_file(std::array<std::size_t, 2>{8, 3}, {'f', 4}, std::as_bytes(std::span(values)));
    whole.replace(whole.find("False"), 5, "True ");
    EXPECT_EQ(read_all(*open("a.npy", whole)).columns[1].front(), 8);
    EXPECT_EQ(read_all(*open("a.npy", whole + "more")).columns[1].front(), 8);
    for (const std::size_t cut : {1u, 4u, 20u, 95u, 96u})
        expect_error(
            ErrorCode::bad_input,
            fmt::format("the file has only {} values, too few for shape (8, 3) in Fortran order",
                        (96 - cut) / 4),
            [&] { (void)open("b.npy", whole.substr(0, whole.size() - cut)); });
}

TEST_F(PointRowsOf, ArraysInCAndFortranOrder) {
    std::vector<double> values{1, 2, 3, 4, 5, 6, 7, 8};
    const auto rows =
        open_point_rows(folder_.write("a.npy", npy_file(std::array<std::size_t, 2>{2, 4}, {'f', 8},
                                                        std::as_bytes(std::span(values)))));
    EXPECT_EQ(names_of(*rows), (std::vector<std::string>{"x", "y", "z", "column_4"}));
    EXPECT_EQ(read_all(*rows).columns, (Rows{{1, 5}, {2, 6}, {3, 7}, {4, 8}}));
    std::string by_columns =
        npy_file(std::array<std::size_t, 2>{2, 4}, {'f', 8}, std::as_bytes(std::span(values)));
    const std::size_t order = by_columns.find("False");
    by_columns.replace(order, 5, "True ");
    EXPECT_EQ(read_all(*open("b.npy", by_columns)).columns, (Rows{{1, 2}, {3, 4}, {5, 6}, {7, 8}}));
}

TEST_F(PointRowsOf, RowsBeyondTheFilesEndAreMissing) {
    const std::string header =
        "ply\nformat binary_little_endian 1.0\nelement vertex 9\n"
        "property float x\nproperty float y\nproperty float z\n";
    const std::string body = bytes(1.0f, 2.0f, 3.0f, 4.0f, 5.0f);
    const auto rows = open("a.ply", header + "end_header\n" + body);
    EXPECT_EQ(rows->count(), 1u);
    EXPECT_EQ(read_all(*rows).faults.missing, 8u);
    const auto lists =
        open("b.ply", header + "property list uchar uchar l\nend_header\n" +
                          bytes(1.0f, 2.0f, 3.0f, std::uint8_t{1}, std::uint8_t{0}, 4.0f, 5.0f) +
                          std::string(17, 'x'));
    const All all = read_all(*lists);
    EXPECT_EQ(all.columns[2].front(), 3);
    EXPECT_TRUE(std::isnan(all.columns[0].back()));
    EXPECT_GT(all.faults.missing, 0u);
    const auto text = open("c.ply",
                           "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty "
                           "float y\nproperty float z\nend_header\n1 2 3\n4 5 6\n");
    EXPECT_EQ(text->count(), 2u);
    EXPECT_EQ(read_all(*text).faults.missing, 1u);
}

TEST_F(PointRowsOf, SubtractedOriginsKeepPrecision) {
    const auto rows = open("a.csv", "x,y,z\n4512345.125,1,2\n4512346.25,3,4\n");
    EXPECT_EQ(rows->columns()[0].first, 4512345.125);
    rows->start({{.column = 0, .less = 4512000}});
    PointBlock block;
    ASSERT_TRUE(rows->next(block));
    EXPECT_EQ(block.columns[0], (std::vector<float>{345.125f, 346.25f}));
}

// Spans many chunks of the file and uses several threads.
TEST_F(PointRowsOf, LargeFilesAreReadInBlocks) {
    constexpr std::size_t kRows = 900'000;
    std::string text, binary;
    for (std::size_t i = 0; i < kRows; ++i) {
        text += fmt::format("{} {} {}\n", i, i % 1000, i / 1000);
        binary += bytes(static_cast<float>(i), static_cast<float>(i % 1000),
                        static_cast<float>(i / 1000));
    }
    const auto table = open("a.xyz", text);
    const auto ply =
        open("b.ply", fmt::format("ply\nformat binary_little_endian 1.0\nelement vertex "
                                  "{}\nproperty float x\nproperty float y\nproperty "
                                  "float z\nend_header\n",
                                  kRows) +
                          binary);
    EXPECT_EQ(table->count(), kRows);
    const All of_table = read_all(*table), of_ply = read_all(*ply);
    EXPECT_GT(of_table.blocks, 1u);
    EXPECT_GT(of_ply.blocks, 1u);
    EXPECT_EQ(of_table.columns, of_ply.columns);
    for (std::size_t i = 0; i < kRows; i += 997)
        ASSERT_EQ(of_ply.columns[0][i], static_cast<float>(i));
    std::string damaged = text;
    damaged[damaged.size() - 3] = '?';
    const auto bad = open("c.xyz", damaged);
    EXPECT_EQ(read_all(*bad).faults.first.substr(0, 13), "line 900000: ");
}

TEST_F(PointRowsOf, FilesWithoutPointsAreRefused) {
    const auto refused = [&](const std::string& name, const std::string& content,
                             const std::string& reason) {
        expect_error(ErrorCode::bad_input, reason, [&] { (void)open(name, content); });
    };
    refused("a.csv", "", "the columns x, y and z are required, but the file has no columns");
    refused("b.csv", "ra,dec\n1,2\n",
            "the columns x, y and z are required, but the file has only ra, dec");
    refused("c.csv", "x,y,z\n", "the file has no points");
    refused("d.ply", "ply\nformat ascii 1.0\nelement face 1\nend_header\n",
            "the file has no points");
    refused("e.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n",
            "the columns x, y and z are required, but the file has only x");
    expect_error(
        ErrorCode::unsupported,
        "the extension '.obj' is not supported. Use one of .ply, .csv, .xyz, .txt, .pts, .npy",
        [] { (void)open_point_rows("a.obj"); });
    expect_error(ErrorCode::not_found, "No such file or directory",
                 [] { (void)open_point_rows("none.xyz"); });
}

TEST_F(PointRowsOf, DamagedFilesDoNotCrash) {
    const std::string ply = "ply\nformat binary_little_endian 1.0\n" + kVertices +
                            "property list uchar short near\nend_header\n" +
                            bytes(1.0f, 2.0, 3, std::uint8_t{4}, std::uint8_t{1}, std::int16_t{5}) +
                            bytes(8.0f, 9.0, 10, std::uint8_t{11}, std::uint8_t{0});
    for (const auto& [name, content] : {std::pair<std::string, std::string>{"a.ply", ply},
                                        {"b.csv", "x,y,z,name\n1,2,3,\"a b\"\n4,5,6,c\n"}})
        test::expect_damage_is_survived(name, content, [](const std::filesystem::path& path) {
            const auto rows = open_point_rows(path);
            std::vector<PointRows::Wanted> all;
            for (std::size_t i = 0; i < rows->columns().size(); ++i) all.push_back({.column = i});
            rows->start(all);
            for (PointBlock block; rows->next(block););
        });
}

}  // namespace
}  // namespace glint
