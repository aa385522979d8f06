// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <utility>

#include <gtest/gtest.h>

#include "point_rows_of.hpp"

namespace glint {
namespace {

using test::All;
using test::expect_error;
using test::names_of;
using test::read_all;
using test::Rows;

using PointRowsOfText = test::PointRowsOf;

TEST_F(PointRowsOfText, TablesOfAllKinds) {
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

// Excel and CloudCompare end each row with a separator; pandas writes no name for the first column.
TEST_F(PointRowsOfText, TablesWithUnnamedColumns) {
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

TEST_F(PointRowsOfText, TablesWithDecimalCommasAreRefused) {
    const auto refused = [&](const std::string& content, const std::string& reason) {
        expect_error(ErrorCode::bad_input,
                     reason + " is not a number. Use a decimal point, not a comma",
                     [&] { (void)open("a.csv", content); });
    };
    refused("x;y;z\n1,5;2;3\n", "line 2: '1,5' in column 1");
    refused("# a comment\nx\ty\tz\n1\t2\t-3,25e-2\n", "line 3: '-3,25e-2' in column 3");
    refused("1,5;2,5;3,5\n", "line 1: '1,5' in column 1");
}

TEST_F(PointRowsOfText, AtomsOfXyzFiles) {
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
    // LAMMPS writes atom types.
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

// The comment line may consist of numbers. In that case, the atom count shows whether it is a row.
TEST_F(PointRowsOfText, AtomsWithNumbersInTheComment) {
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

TEST_F(PointRowsOfText, TextWithAnyLineEndings) {
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

// The first chunk of rows ends between the two characters of a line ending.
TEST_F(PointRowsOfText, LineEndingsMayCrossChunks) {
    constexpr std::size_t kPiece = std::size_t{8} << 20;
    std::string text = "x y z\r\n1 2 3\r\n#";
    text.append(7 + kPiece - 1 - text.size(), '-');
    const auto rows = open("a.txt", text + "\r\n4 5 6\r\nbad 8 9\r\n");
    const All all = read_all(*rows);
    EXPECT_EQ(all.columns[2], (std::vector<float>{3, 6, 9}));
    EXPECT_EQ(all.faults.first, "line 5: 'bad' is not a number");
}

TEST_F(PointRowsOfText, RowsLongerThanTheFirstAreBad) {
    const auto fault = [&](const std::string& name, const std::string& text) {
        const auto rows = open(name, text);
        return read_all(*rows).faults.first;
    };
    EXPECT_EQ(fault("a.csv", "x,y,z\n1,2,3\n4,5,6,7\n"),
              "line 3: the row has 4 columns instead of 3");
    EXPECT_EQ(fault("b.txt", "1 2 3\n4 5 6 7\n"), "line 2: the row has 4 columns instead of 3");
    EXPECT_EQ(fault("c.xyz", "2\natoms\nC 1 2 3\nH 1 2 3 4\n"),
              "line 4: the row has 5 columns instead of 4");
    EXPECT_EQ(fault("d.csv", "x,y,z\n1,2,3,,\n4,5,6, \n"), "");
}

TEST_F(PointRowsOfText, RowsMayBeFewerThanStated) {
    EXPECT_EQ(read_all(*open("a.pts", "3\n1 2 3\n4 5 6\n")).faults.missing, 1u);
    EXPECT_EQ(read_all(*open("b.pts", "1\n1 2 3\n4 5 6\n")).columns[0].size(), 2u);
}

TEST_F(PointRowsOfText, TextColumnsAreNamed) {
    const auto rows = open("a.csv", "name,x,y,z,part\na,1,2,3,7%\nb,4,5,6,#N/A\n");
    EXPECT_EQ(names_of(*rows), (std::vector<std::string>{"x", "y", "z"}));
    EXPECT_EQ(rows->of_words(), (std::vector<std::string>{"name", "part"}));
    const auto missing = open("b.csv", "x,y,z,q,r\n1,2,3,--,NA\n4,5,6,#N/A,5\n");
    EXPECT_EQ(names_of(*missing), (std::vector<std::string>{"x", "y", "z", "q", "r"}));
    EXPECT_EQ(read_all(*missing).faults.rows, 0u);
}

TEST_F(PointRowsOfText, NamesMayHaveQuotes) {
    expect("a.csv", "x,y,z,\"he\"\"at\"\n1,2,3,4\n", {"x", "y", "z", "he\"at"},
           {{1}, {2}, {3}, {4}});
}

TEST_F(PointRowsOfText, AtomsOfTheFirstFrame) {
    const auto rows = open("a.xyz", "2\nfirst\nC 0 0 0\nH 1 2 3.5\n2\nsecond\nC 9 9 9\nH 9 9 9\n");
    EXPECT_EQ(read_all(*rows).columns, (Rows{{0, 1}, {0, 2}, {0, 3.5f}}));
    EXPECT_EQ(rows->left_out(), (std::vector<std::string>{"the frames after the first"}));
    EXPECT_EQ(rows->faults().rows, 0u);
    const auto cut = open("b.xyz", "3\nfirst\nC 0 0 0\nH 1 2 3.5\n");
    EXPECT_EQ(read_all(*cut).faults.missing, 1u);
    EXPECT_EQ(cut->count(), 2u);
    expect_error(ErrorCode::bad_input, "the file has no points",
                 [&] { (void)open("c.xyz", "0\nnothing\n"); });
}

TEST_F(PointRowsOfText, XyzTablesThatAreNotAtoms) {
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

TEST_F(PointRowsOfText, BadRowsAreCountedAndTheFirstIsNamed) {
    const auto rows = open("a.csv",
                           "x,y,z,heat\n1,2,3,4\n1,2\n# no row\n1,two,3,4\n1,2,3,\n1,2,3,NA\n"
                           "inf,2,3,nan\n1,2,3,4,5\n\"1,2,3,4\n");
    ASSERT_EQ(rows->count(), 8u);
    const All all = read_all(*rows);
    EXPECT_EQ(all.faults.rows, 4u);  // including the row with five numbers
    EXPECT_EQ(all.faults.first, "line 3: the row has 2 columns instead of 4");
    EXPECT_TRUE(std::isnan(all.columns[2][1]));
    EXPECT_TRUE(std::isnan(all.columns[1][2]));
    EXPECT_EQ(all.columns[0][2], 1);
    for (const std::size_t i : {1u, 3u, 4u, 5u}) EXPECT_TRUE(std::isnan(all.columns[3][i])) << i;
    EXPECT_EQ(all.columns[0][5], std::numeric_limits<float>::infinity());
    EXPECT_EQ(all.columns[3][6], 4);
    EXPECT_TRUE(std::isnan(all.columns[0][7]));
}

}  // namespace
}  // namespace glint
