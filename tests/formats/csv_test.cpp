// SPDX-License-Identifier: MIT
#include <glint/formats/csv.hpp>

#include <gtest/gtest.h>

#include "bytes.hpp"

namespace glint {
namespace {

using test::expect_error;
using test::TemporaryFolder;
using Positions = std::vector<std::array<float, 3>>;
using Colors = std::vector<std::array<std::uint8_t, 4>>;

PointCloud read_csv_content(std::string_view content) {
    const TemporaryFolder folder;
    return read_csv(folder.write("a.csv", content));
}

void expect_csv_refused(std::string_view content, std::string_view reason) {
    expect_error(ErrorCode::bad_input, reason, [&] { read_csv_content(content); });
}

TEST(Csv, ReadsPlainTables) {
    const Positions expected{{-1.5e-3f, 2, 3}, {4, 5, 6}};
    for (const char* text : {
             "-1.5e-3,2,3\n4,5,6\n",
             "-1.5e-3, 2, 3\r\n4, 5, 6\r\n",
             "-1.5e-3;2;3\n4;5;6",
             "-1.5e-3\t2\t3\n4\t5\t6\n",
             "  -1.5e-3 2   3\n4\t5 \t6  \n",
             "# a comment\n\n-1.5e-3,2,3\n  # another, with, commas\n4,5,6\n",
             "\"-1.5e-3\",\"2\", \"3\" \n4,5,6\n",
             "\xEF\xBB\xBF-1.5e-3,2,3\n4,5,6\n",
             "-1.5e-3,2,3,99\n4,5,6\n",
             "-1.5e-3,2,3,\n4,5,6,\n",
             "x,y,z,\n-1.5e-3,2,3,\n4,5,6,\n",
             "x,y,z\n-1.5e-3,2,3,\n4,5,6,\n",
             ",x,,y,z\n0,-1.5e-3,,2,3\n1,4,,5,6\n",
             "first,-1.5e-3,2,3\nsecond,4,5,6\n",
             "\"a;b\",-1.5e-3,2,3\n\"\",4,5,6\n",
         })
        EXPECT_EQ(read_csv_content(text).positions, expected) << text;
}

TEST(Csv, ReadsTablesWithAHeader) {
    const Positions expected{{1, 2, 3}, {4, 5, 6}};
    for (const char* text : {
             "x,y,z\n1,2,3\n4,5,6\n",
             "id;Z;Y;X\n7;3;2;1\n8;6;5;4\n",
             "time,name,\"X\",\"y\",\"z\"\r\n0.5,\"a, \"\"b\"\"\",1,2,3\r\n1.0,c,4,5,6\r\n",
             "//X Y Z\n1 2 3\n4 5 6\n",
             "name,easting,northing,height\na,1,2,3\nb,4,5,6\n",
             "0,x,y,z\n9,1,2,3\n9,4,5,6\n",
         })
        EXPECT_EQ(read_csv_content(text).positions, expected) << text;
}

TEST(Csv, TabsKeepEmptyColumns) {
    EXPECT_EQ(read_csv_content("\tx\t\ty\tz\na\t1\t\t2\t3\n").positions, (Positions{{1, 2, 3}}));
}

TEST(Csv, ColorsRangeTo1Or255) {
    EXPECT_EQ(read_csv_content("x,y,z,r,g,b\n1,2,3,255,128,0\n1,2,3,1,1,1\n").colors,
              (Colors{{255, 128, 0, 255}, {1, 1, 1, 255}}));
    EXPECT_EQ(read_csv_content("x,y,z,R,G,B\n1,2,3,1,0.5,0\n").colors,
              (Colors{{255, 128, 0, 255}}));
    EXPECT_EQ(read_csv_content("red,green,blue,alpha,x,y,z\n255,0,7,0.5,1,2,3\n").colors,
              (Colors{{255, 0, 7, 128}}));
    EXPECT_TRUE(read_csv_content("x,y,z,r,g\n1,2,3,4,5\n").colors.empty());
    EXPECT_TRUE(read_csv_content("1,2,3,4,5,6\n").colors.empty());
}

TEST(Csv, ErrorsNameTheLine) {
    const std::pair<const char*, const char*> cases[] = {
        {"", "the file has no points"},
        {"# only\n\n# comments\n", "the file has no points"},
        {"x,y,z\n", "the file has no points"},
        {"1,2\n", "line 1: expected 3 numbers, found 2"},
        {"1,,3\n", "line 1: expected 3 numbers, found 2"},
        {"# c\na,b,c\nd,e,f\n", "line 3: expected 3 numbers, found 0"},
        {"x,y,9\n1,2,3\n", "line 1: expected 3 numbers, found 1"},
        {"x,y\n1,2\n", "line 1: column 'z' not found"},
        {"x,y,z\n1,2,3\n\n1,2\n", "line 4: expected at least 3 columns, found 2"},
        {"x,y,z\n1,2,3\n1,,3\n", "line 3: '' in column 2 is not a number"},
        {"1;2;3\n1,5;2;3\n",
         "line 2: '1,5' in column 1 is not a number. Use a decimal point, not a comma"},
        {"1,5;2,5;3\n1;2;3\n", "line 1: expected 3 numbers, found 1"},
        {"1,5;2,5;3,5\n",
         "line 1: '1,5' in column 1 is not a number. Use a decimal point, not a comma"},
        {"x;y;z\n-1,5e3;2;3\n",
         "line 2: '-1,5e3' in column 1 is not a number. Use a decimal point, not a comma"},
        {"1,2,3\n4,5,6m\n", "line 2: '6m' in column 3 is not a number"},
        {"x,y,z\n1,2,nan\n", "line 2: 'nan' is not a finite float"},
        {"x,y,z\n1,1e39,3\n", "line 2: '1e39' is not a finite float"},
        {"1,\"2,3\n", "line 1: a quoted field is not closed"},
        {"1,\"2\"3,4\n", "line 1: a quoted field is not closed"},
        {"x,y,z,r,g,b\n1,2,3,0,256,0\n", "line 2: the color value 256 is outside 0..255"},
        {"x,y,z,r,g,b\n1,2,3,0,-1,0\n", "line 2: the color value -1 is outside 0..255"},
        {"x,y,z,r,g,b\n1,2,3,0,nan,0\n", "line 2: the color value nan is outside 0..255"},
    };
    for (const auto& [content, reason] : cases) expect_csv_refused(content, reason);
}

TEST(Csv, LongerRowsAreRefused) {
    expect_csv_refused("x,y,z\n1,2,3\n4,5,6,7\n", "line 3: expected 3 fields, found 4");
    expect_csv_refused("1 2 3\n4 5 6 7\n", "line 2: expected 3 fields, found 4");
    EXPECT_EQ(read_csv_content("x,y,z\n1,2,3,,\n4,5,6,\n").positions.size(), 2u);
}

TEST(Csv, SupportsAllLineEndings) {
    const Positions expected{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    EXPECT_EQ(read_csv_content("x,y,z\r1,2,3\r4,5,6\r7,8,9\r").positions, expected);
    EXPECT_EQ(read_csv_content("x,y,z\n1,2,3\r4,5,6\r\n7,8,9").positions, expected);
}

TEST(Csv, SurvivesDamage) {
    test::expect_damage_is_survived("a.csv",
                                    "//x;y;z;r;g;b\r\n\"1\";-2e-3;3;0;1;0.5\r\n4;5;6;0;0;1",
                                    [](const auto& path) { read_csv(path); });
}

}  // namespace
}  // namespace glint
