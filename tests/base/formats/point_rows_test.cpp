#include <glint/base/formats/point_rows.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <glint/base/float16.hpp>
#include <glint/base/formats/npy.hpp>

#include "../peak_memory.hpp"
#include "bytes.hpp"

namespace glint {
namespace {

using test::bytes;
using test::expect_error;
using test::TemporaryFolder;
using Rows = std::vector<std::vector<float>>;

std::vector<std::string> names_of(const PointRows& rows) {
    std::vector<std::string> names;
    for (const PointColumn& column : rows.columns()) names.push_back(column.name);
    return names;
}

struct All {
    std::vector<std::vector<float>> columns;
    RowFaults faults;
    std::size_t blocks = 0;
};

All read_all(PointRows& rows) {
    std::vector<PointRows::Wanted> wanted;
    for (std::size_t i = 0; i < rows.columns().size(); ++i) wanted.push_back({.column = i});
    All all;
    all.columns.resize(wanted.size());
    rows.start(wanted);
    for (PointBlock block; rows.next(block); ++all.blocks)
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            EXPECT_EQ(block.columns[i].size(), block.rows);
            all.columns[i].insert(all.columns[i].end(), block.columns[i].begin(),
                                  block.columns[i].end());
        }
    EXPECT_EQ(rows.progress(), 1.0);
    for (const auto& column : all.columns) EXPECT_EQ(column.size(), rows.count());
    all.faults = rows.faults();
    return all;
}

class PointRowsOf : public testing::Test {
protected:
    std::unique_ptr<PointRows> open(const std::string& name, const std::string& content) const {
        return open_point_rows(folder_.write(name, content));
    }
    void expect(const std::string& name, const std::string& content,
                const std::vector<std::string>& names, const Rows& columns) const {
        const auto rows = open(name, content);
        EXPECT_EQ(names_of(*rows), names);
        EXPECT_EQ(read_all(*rows).columns, columns);
        EXPECT_EQ(read_all(*rows).columns, columns) << "the second time";
        EXPECT_EQ(rows->faults().rows, 0u) << rows->faults().first;
    }

    TemporaryFolder folder_;
};

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

TEST_F(PointRowsOf, PlyWithFacesAndListsWithoutThem) {
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
    EXPECT_EQ(rows->left_out(),
              (std::vector<std::string>{"the lists 'near'", "1 of 'camera'", "1 of 'face'"}));
    EXPECT_EQ(read_all(*rows).columns, (Rows{{1, 8}, {2, 9}, {3, 10}, {4, 11}, {7, 12}}));
    const auto text = open("b.ply", "ply\nformat ascii 1.0\n" + before + kVertices + faces +
                                        "9 1 77\n1 2 3 4\n\n8 9 10 11\n3 0 1 0\n");
    EXPECT_EQ(read_all(*text).columns, (Rows{{1, 8}, {2, 9}, {3, 10}, {4, 11}}));
    EXPECT_EQ(text->faults().rows, 0u);
}

TEST_F(PointRowsOf, TextPlyWhoseRowsAreNotLines) {
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
    EXPECT_EQ(lists->left_out(), (std::vector<std::string>{"the lists 'near'", "the lists 'far'"}));
    lists->start({{.column = 1, .less = 2}});
    PointBlock block;
    ASSERT_TRUE(lists->next(block));
    EXPECT_EQ(block.columns, (Rows{{0, 3}}));
    expect_error(ErrorCode::bad_input, "line 8: expected 3 numbers, found 4",
                 [&] { (void)open("f.ply", head + vertices + "end_header\n1 2 3 4\n5 6 7 8\n"); });
    const auto long_row = open("g.ply", head + vertices + "end_header\n1 2 3\n4 5 6 7\n");
    EXPECT_EQ(read_all(*long_row).faults.first, "line 9: it has 4 columns, not 3");
}

TEST_F(PointRowsOf, ListsTakeNoMemoryForWhatTheyClaim) {
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

TEST_F(PointRowsOf, TablesOfAllKinds) {
    const Rows three{{1, 4}, {2, 5}, {3, 6}};
    const std::vector<std::string> xyz{"x", "y", "z"};
    expect("a.csv", "x,y,z\n1,2,3\n4,5,6\n", xyz, three);
    expect("b.csv", "\xEF\xBB\xBF# a comment\nx;y;z\r\n1;2;3\r\n\r\n4;5;6", xyz, three);
    expect("c.xyz", "1 2 3\n 4\t5   6\n", xyz, three);
    expect("d.pts", "2\n1 2 3\n4 5 6\n", xyz, three);
    expect("e.txt", "//X Y Z\n1 2 3\n4 5 6\n", {"X", "Y", "Z"}, three);
    expect("f.csv", "name,x,y,z,\"heat, K\"\n\"a, b\",1,2,3,7\nc,4,5,6,8\n",
           {"x", "y", "z", "heat, K"}, {{1, 4}, {2, 5}, {3, 6}, {7, 8}});
    expect("g.xyz", "1 2 3 255 0 9\n4 5 6 0 17 8\n", {"x", "y", "z", "red", "green", "blue"},
           {{1, 4}, {2, 5}, {3, 6}, {255, 0}, {0, 17}, {9, 8}});
    const auto scan = open("h.xyz", "1 2 3 0 0.6 0.8 5\n4 5 6 nan nan nan 6\n7 8 9 0 0 0 7\n");
    EXPECT_EQ(names_of(*scan),
              (std::vector<std::string>{"x", "y", "z", "nx", "ny", "nz", "column_7"}));
    const All all = read_all(*scan);
    EXPECT_TRUE(std::isnan(all.columns[3][1]));
    EXPECT_EQ(all.columns[6], (std::vector<float>{5, 6, 7}));
}

// Excel and CloudCompare end each row with a separator, pandas gives the first column no name.
TEST_F(PointRowsOf, TablesWithColumnsWithoutNames) {
    const Rows three{{0, 1}, {0, 2}, {0, 3.5f}};
    const std::vector<std::string> xyz{"x", "y", "z"};
    expect("a.csv", "x,y,z,\n0,0,0,\n1,2,3.5,\n", xyz, three);
    expect("b.csv", "x,y,z\n0,0,0,\n1,2,3.5,\n", xyz, three);
    expect("c.csv", "x,y,z,,,\r\n0,0,0,,,\r\n1,2,3.5,,,\r\n", xyz, three);
    expect("d.csv", "\"x\";\"y\";\"z\";\n0;0;0;\n1;2;3.5;\n", xyz, three);
    expect("e.csv", "0,0,0,\n1,2,3.5,\n", xyz, three);
    expect("f.csv", "x,y,,z\n0,0,,0\n1,2,,3.5\n", xyz, three);
    expect("g.csv", ",x,y,z\n7,0,0,0\n8,1,2,3.5\n", {"column_1", "x", "y", "z"},
           {{7, 8}, {0, 1}, {0, 2}, {0, 3.5f}});
    expect("i.csv", "inf,x,Y,z,1\n7,0,0,0,5\n8,1,2,3.5,6\n", {"inf", "x", "Y", "z", "1"},
           {{7, 8}, {0, 1}, {0, 2}, {0, 3.5f}, {5, 6}});
    expect("h.csv", "x,y,z,heat,heat\n0,0,0,1,2\n1,2,3.5,3,4\n", {"x", "y", "z", "heat", "heat"},
           {{0, 1}, {0, 2}, {0, 3.5f}, {1, 3}, {2, 4}});
}

TEST_F(PointRowsOf, TablesWithDecimalCommasAreRefused) {
    const auto refused = [&](const std::string& content, const std::string& reason) {
        expect_error(ErrorCode::bad_input,
                     reason + " is not a number; numbers have a decimal point, not a comma",
                     [&] { (void)open("a.csv", content); });
    };
    refused("x;y;z\n1,5;2;3\n", "line 2: '1,5' in column 1");
    refused("# a comment\nx\ty\tz\n1\t2\t-3,25e-2\n", "line 3: '-3,25e-2' in column 3");
    refused("1,5;2,5;3,5\n", "line 1: '1,5' in column 1");
}

TEST_F(PointRowsOf, AtomsOfXyzFiles) {
    const std::vector<std::string> xyz{"x", "y", "z"};
    const Rows two{{0, 1}, {0, 2}, {0, 3.5f}};
    expect("a.xyz", "2\ncomment line of xyz\nC 0 0 0\nH 1 2 3.5\n", xyz, two);
    expect("b.xyz", "2\n\nC 0 0 0\nH 1 2 3.5\n", xyz, two);
    expect("c.XYZ", "  2  \r\n# a comment\r\n C  0 0 0\r\n H\t1 2 3.5\r\n\r\n", xyz, two);
    expect("d.xyz",
           "\xEF\xBB\xBF"
           "2\n0 1 2\nC 0 0 0\nH 1 2 3.5",
           xyz, two);
    expect("e.xyz", "2\nx y z of water\nO 0 0 0\nH 1 2 3.5\n", xyz, two);
    // LAMMPS writes types of atoms.
    expect("f.xyz", "2\nAtoms. Timestep: 0\n6 0 0 0\n1 1 2 3.5\n", {"element", "x", "y", "z"},
           {{6, 1}, {0, 1}, {0, 2}, {0, 3.5f}});
    expect("g.xyz", "2\n17\n6 0 0 0\n1 1 2 3.5\n", {"element", "x", "y", "z"},
           {{6, 1}, {0, 1}, {0, 2}, {0, 3.5f}});
    expect("h.xyz", "2\ncharges\nC 0 0 0 -0.5\nH 1 2 3.5 0.25\n", {"x", "y", "z", "column_5"},
           {{0, 1}, {0, 2}, {0, 3.5f}, {-0.5f, 0.25f}});
    const std::string extended =
        "2\nLattice=\"5 0 0 0 5 0 0 0 5\" "
        "Properties=species:S:1:id:I:1:fixed:L:1:pos:R:3:force:R:3:"
        "q:R:1 Time=0\nC 7 T 0 0 0 1 2 3 0.5\nH 8 F 1 2 3.5 4 5 6 0.25\n";
    const std::vector<std::string> names{"id", "x", "y", "z", "force_x", "force_y", "force_z", "q"};
    expect("i.xyz", extended, names,
           {{7, 8}, {0, 1}, {0, 2}, {0, 3.5f}, {1, 4}, {2, 5}, {3, 6}, {0.5f, 0.25f}});
    expect("j.xyz", "1\nproperties=\"species:S:1:pos:R:3\"\nC 1 2 3\n", xyz, {{1}, {2}, {3}});
}

// Their comment may be numbers: then the count shows whether it is one of the rows.
TEST_F(PointRowsOf, AtomsWithNumbersInTheComment) {
    const std::vector<std::string> names{"element", "x", "y", "z"};
    const Rows two{{6, 1}, {0, 1}, {0, 2}, {0, 3.5f}};
    expect("a.xyz", "2\n0.0 1.0 2.0\n6 0 0 0\n1 1 2 3.5\n", names, two);
    expect("b.xyz", "2\n0 1 2 3\n6 0 0 0\n1 1 2 3.5\n", names, two);
    expect("c.xyz",
           "\xEF\xBB\xBF"
           "2\r\n0 1 2 3\r\n6 0 0 0\r\n1 1 2 3.5\r\n",
           names, two);
    expect("d.xyz", "2\n0 1 2 3\n6 0 0 0\n1 1 2 3.5\n2\n0 1 2 3\n6 9 9 9\n1 9 9 9\n", names, two);
    expect("e.xyz", "3\n7 1 2 3\n6 0 0 0\n1 1 2 3.5\n", {"x", "y", "z", "column_4"},
           {{7, 6, 1}, {1, 0, 1}, {2, 0, 2}, {3, 0, 3.5f}});
}

TEST_F(PointRowsOf, TextWithAnyLineEnds) {
    const std::vector<std::string> xyz{"x", "y", "z"}, xyzt{"x", "y", "z", "t"};
    const std::string ply =
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty "
        "float z\nend_header\n";
    for (const std::string a : {"\r", "\n", "\r\n"})
        for (const std::string b : {"\r", "\n", "\r\n"}) {
            const Rows rows{{1, 5, 9}, {2, 6, 10}, {3, 7, 11}};
            const std::string body = "1 2 3" + b + "5 6 7" + a + "9 10 11" + b;
            expect("a.txt", "x y z" + a + body, xyz, rows);
            expect("b.pts", "3" + a + body, xyz, rows);
            expect("c.csv", "# t" + b + "x;y;z;t" + a + "1;2;3;4" + b + "5;6;7;8" + a, xyzt,
                   {{1, 5}, {2, 6}, {3, 7}, {4, 8}});
            expect("d.xyz", "2" + a + "atoms" + b + "C 1 2 3" + a + "H 5 6 7" + b, xyz,
                   {{1, 5}, {2, 6}, {3, 7}});
            expect("e.ply", ply + body, xyz, rows);
            expect("f.ply", ply + a + body, xyz, rows);
        }
}

// The first piece of the rows ends between the two characters of a line end.
TEST_F(PointRowsOf, LineEndsMayLieAcrossPieces) {
    constexpr std::size_t kPiece = std::size_t{8} << 20;
    std::string text = "x y z\r\n1 2 3\r\n#";
    text.append(7 + kPiece - 1 - text.size(), '-');
    const auto rows = open("a.txt", text + "\r\n4 5 6\r\nbad 8 9\r\n");
    const All all = read_all(*rows);
    EXPECT_EQ(all.columns[2], (std::vector<float>{3, 6, 9}));
    EXPECT_EQ(all.faults.first, "line 5: 'bad' is no number");
}

TEST_F(PointRowsOf, NumbersThatTheirTypeDoesNotHoldAreBad) {
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
    EXPECT_EQ(fault("uchar", "300"), "line 10: q is 300, which is not a uint8");
    EXPECT_EQ(fault("uchar", "-1"), "line 10: q is -1, which is not a uint8");
    EXPECT_EQ(fault("char", "1.5"), "line 10: q is 1.5, which is not an int8");
    EXPECT_EQ(fault("char", "-128"), "");
    EXPECT_EQ(fault("float", "1e39"), "line 10: '1e39' is too large for a float");
    EXPECT_EQ(fault("float", "inf"), "");
    const auto bytes = open("b.txt", "1 2 3 255 0 1\n4 5 6 300 0 1\n");
    EXPECT_EQ(read_all(*bytes).faults.rows, 0u) << "no colors";
}

TEST_F(PointRowsOf, RowsLongerThanTheFirstAreBad) {
    const auto fault = [&](const std::string& name, const std::string& text) {
        const auto rows = open(name, text);
        return read_all(*rows).faults.first;
    };
    EXPECT_EQ(fault("a.csv", "x,y,z\n1,2,3\n4,5,6,7\n"), "line 3: it has 4 columns, not 3");
    EXPECT_EQ(fault("b.txt", "1 2 3\n4 5 6 7\n"), "line 2: it has 4 columns, not 3");
    EXPECT_EQ(fault("c.xyz", "2\natoms\nC 1 2 3\nH 1 2 3 4\n"), "line 4: it has 5 columns, not 4");
    EXPECT_EQ(fault("d.csv", "x,y,z\n1,2,3,,\n4,5,6, \n"), "");
}

TEST_F(PointRowsOf, NamesMayHaveQuotes) {
    expect("a.csv", "x,y,z,\"he\"\"at\"\n1,2,3,4\n", {"x", "y", "z", "he\"at"},
           {{1}, {2}, {3}, {4}});
}

TEST_F(PointRowsOf, AtomsOfTheFirstFrame) {
    const auto rows = open("a.xyz", "2\nfirst\nC 0 0 0\nH 1 2 3.5\n2\nsecond\nC 9 9 9\nH 9 9 9\n");
    EXPECT_EQ(read_all(*rows).columns, (Rows{{0, 1}, {0, 2}, {0, 3.5f}}));
    EXPECT_EQ(rows->left_out(), (std::vector<std::string>{"the frames after the first"}));
    EXPECT_EQ(rows->faults().rows, 0u);
    const auto cut = open("b.xyz", "3\nfirst\nC 0 0 0\nH 1 2 3.5\n");
    EXPECT_EQ(read_all(*cut).faults.missing, 1u);
    EXPECT_EQ(cut->count(), 2u);
    expect_error(ErrorCode::bad_input, "it holds no points",
                 [&] { (void)open("c.xyz", "0\nnothing\n"); });
}

TEST_F(PointRowsOf, XyzTablesThatAreNotAtoms) {
    const Rows two{{0, 1}, {0, 2}, {0, 3.5f}};
    const std::vector<std::string> xyz{"x", "y", "z"};
    expect("a.xyz", "0 0 0\n1 2 3.5\n", xyz, two);
    expect("b.xyz", "2\n0 0 0\n1 2 3.5\n", xyz, two);
    expect("c.xyz", "x y z\n0 0 0\n1 2 3.5\n", xyz, two);
    expect("d.xyz", "2\nx y z heat\n0 0 0 5\n1 2 3.5 6\n", {"x", "y", "z", "heat"},
           {{0, 1}, {0, 2}, {0, 3.5f}, {5, 6}});
    expect("e.xyz", "2\n0 0 0 5\n1 2 3.5 6\n", {"x", "y", "z", "column_4"},
           {{0, 1}, {0, 2}, {0, 3.5f}, {5, 6}});
    expect("f.txt", "2\nname x y z\nC 0 0 0\nH 1 2 3.5\n", xyz, two);
    expect("g.xyz", "2\nname x y z\nC 0 0 0\nH 1 2 3.5\n", xyz, two);
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

// In Fortran order the file's end is that of the last columns: a cut moves none of the others.
TEST_F(PointRowsOf, ArraysByColumnsThatAreCutAreRefused) {
    std::vector<float> values(24);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
    std::string whole =
        npy_file(std::array<std::size_t, 2>{8, 3}, {'f', 4}, std::as_bytes(std::span(values)));
    whole.replace(whole.find("False"), 5, "True ");
    EXPECT_EQ(read_all(*open("a.npy", whole)).columns[1].front(), 8);
    EXPECT_EQ(read_all(*open("a.npy", whole + "more")).columns[1].front(), 8);
    for (const std::size_t cut : {1u, 4u, 20u, 95u, 96u})
        expect_error(ErrorCode::bad_input,
                     fmt::format("the file ends after {} of the values of shape (8, 3) in Fortran "
                                 "order",
                                 (96 - cut) / 4),
                     [&] { (void)open("b.npy", whole.substr(0, whole.size() - cut)); });
}

TEST_F(PointRowsOf, ArraysByRowsAndByColumns) {
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

TEST_F(PointRowsOf, BadRowsAreCountedAndTheFirstIsNamed) {
    const auto rows = open("a.csv",
                           "x,y,z,heat\n1,2,3,4\n1,2\n# no row\n1,two,3,4\n1,2,3,\n1,2,3,NA\n"
                           "inf,2,3,nan\n1,2,3,4,5\n\"1,2,3,4\n");
    ASSERT_EQ(rows->count(), 8u);
    const All all = read_all(*rows);
    EXPECT_EQ(all.faults.rows, 4u);  // the one with five numbers among them
    EXPECT_EQ(all.faults.first, "line 3: it has 2 columns, not 4");
    EXPECT_TRUE(std::isnan(all.columns[2][1]));
    EXPECT_TRUE(std::isnan(all.columns[1][2]));
    EXPECT_EQ(all.columns[0][2], 1);
    for (const std::size_t i : {1u, 3u, 4u, 5u}) EXPECT_TRUE(std::isnan(all.columns[3][i])) << i;
    EXPECT_EQ(all.columns[0][5], std::numeric_limits<float>::infinity());
    EXPECT_EQ(all.columns[3][6], 4);
    EXPECT_TRUE(std::isnan(all.columns[0][7]));
}

TEST_F(PointRowsOf, WhatLiesBehindTheFilesEndIsMissing) {
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

TEST_F(PointRowsOf, WhatIsTakenFromPlacesKeepsTheirDigits) {
    const auto rows = open("a.csv", "x,y,z\n4512345.125,1,2\n4512346.25,3,4\n");
    EXPECT_EQ(rows->columns()[0].first, 4512345.125);
    rows->start({{.column = 0, .less = 4512000}});
    PointBlock block;
    ASSERT_TRUE(rows->next(block));
    EXPECT_EQ(block.columns[0], (std::vector<float>{345.125f, 346.25f}));
}

// Far more than one piece of the file, and several threads.
TEST_F(PointRowsOf, LargeFilesComeInBlocks) {
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
    refused("a.csv", "", "points have x, y and z; it has no columns");
    refused("b.csv", "ra,dec\n1,2\n", "points have x, y and z; it has ra, dec");
    refused("c.csv", "x,y,z\n", "it holds no points");
    refused("d.ply", "ply\nformat ascii 1.0\nelement face 1\nend_header\n", "it holds no points");
    refused("e.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n",
            "points have x, y and z; it has x");
    expect_error(ErrorCode::unsupported, "'.obj' is none of .ply, .csv, .xyz, .txt, .pts, .npy",
                 [] { (void)open_point_rows("a.obj"); });
    expect_error(ErrorCode::not_found, "No such file or directory",
                 [] { (void)open_point_rows("none.xyz"); });
}

TEST_F(PointRowsOf, DamageIsSurvived) {
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
