// SPDX-License-Identifier: MIT
// Output of sweeps: commands, tables, contact sheets and pages.
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/batch/sweep.hpp>
#include <glint/studio/batch/sweep_pages.hpp>
#include <studio/two_axes.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;
using test::two_axes;

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(SweepCommands, SetTheAxisValues) {
    const Cases cases = cases_of({{.name = "feed", .label = "", .values = {"0.1"}},
                                  {.name = "seed", .label = "", .values = {"3", "4"}},
                                  {.name = "dt", .label = "", .values = {"0.5"}}});
    const CaseFolders folder("my sweep", cases.size());
    const SweepOptions options{.program = "glint",
                               .arguments = {"run", "it's.cu", "--headless", "--every", "0"}};
    EXPECT_EQ(case_command(options, cases, folder, 1),
              "test -e 'my sweep/case-0002/result.json' || { mkdir -p 'my sweep/case-0002' && "
              "glint run 'it'\\''s.cu' --headless --every 0 --set=feed=0.1 --seed=4 --dt=0.5 "
              "'--out=my sweep/case-0002' '--monitors=my sweep/case-0002/monitors.csv' "
              "'--picture=my sweep/case-0002/picture.png' "
              "'--result=my sweep/case-0002/result.json'; }");
}

TEST(SweepCommands, QuotePathsThatLookLikeFlags) {
    const Cases cases = cases_of({{.name = "seed", .label = "", .values = {"3"}}});
    const SweepOptions options{.program = "glint", .arguments = {"run", "pond"}};
    EXPECT_EQ(case_command(options, cases, CaseFolders("-rf", 1), 0),
              "test -e ./-rf/case-0001/result.json || { mkdir -p ./-rf/case-0001 && glint run pond "
              "--seed=3 --out=-rf/case-0001 --monitors=-rf/case-0001/monitors.csv "
              "--picture=-rf/case-0001/picture.png --result=-rf/case-0001/result.json; }");
    test::expect_error(
        ErrorCode::invalid_argument,
        "a path or a value contains a line break, but each command must be a single line",
        [&] { (void)case_command(options, cases, CaseFolders("two\nlines", 1), 0); });
}

TEST(SweepCommands, StopCasesThatTakeTooLong) {
    const Cases cases = cases_of({{.name = "seed", .label = "", .values = {"3"}}});
    const SweepOptions options{.program = "glint",
                               .arguments = {"run", "pond"},
                               .time_limit = std::chrono::duration<double>(2.5)};
    const std::string command = case_command(options, cases, CaseFolders("s", 1), 0);
    EXPECT_TRUE(
        command.starts_with("test -e s/case-0001/result.json || { mkdir -p s/case-0001 && "
                            "timeout -s KILL 2.5 glint run pond --seed=3 "))
        << command;
}

std::vector<std::optional<CaseResult>> some_results() {
    std::vector<std::optional<CaseResult>> results(6);
    results[0] = CaseResult{.seconds = 0.5, .monitors = {{"mass", 0.25}, {"most", 1}}};
    results[1] = CaseResult{.status = 3,
                            .reason = "'Mass' is 2, \"outside\" of 0..1",
                            .seconds = 1.23456,
                            .monitors = {{"mass", 2}, {"most", std::nan("")}}};
    results[2] = CaseResult{.status = 139,
                            .reason = "the process was ended by signal 11 (Segmentation fault)",
                            .seconds = 2};
    results[4] = CaseResult{.seconds = 0.1, .monitors = {{"mass", 0.5}, {"most", 1e-9}}};
    results[5] =
        CaseResult{.status = 124, .reason = "the process timed out after 30 s", .seconds = 30};
    return results;
}

TEST(SweepTables, HaveOneRowPerCase) {
    EXPECT_EQ(sweep_table(two_axes(), some_results()),
              "case,feed,kill,mass,most,status,seconds,reason\n1,0.1,1,0.25,1,0,0.500,\n2,0.1,2,2,"
              "nan,3,1.235,\"'Mass' is 2, \"\"outside\"\" of 0..1\"\n3,0.1,3,,,139,2.000,the "
              "process was ended by signal 11 (Segmentation fault)\n4,0.2,1,,,,,no "
              "result\n5,0.2,2,0.5,1e-09,0,0.100,\n6,0.2,3,,,124,30.000,the process timed out "
              "after 30 s\n");
}

/// Last field of the row of a case that ended for this reason.
std::string reason_in_table(const std::string& reason) {
    const Cases cases = cases_of({{.name = "seed", .label = "", .values = {"3"}}});
    const std::string table = sweep_table(cases, {CaseResult{.status = 1, .reason = reason}});
    const std::string before = "case,seed,status,seconds,reason\n1,3,1,0.000,";
    EXPECT_TRUE(table.starts_with(before) && table.ends_with('\n')) << table;
    return table.substr(before.size(), table.size() - before.size() - 1);
}

TEST(SweepTables, QuoteFieldSeparators) {
    EXPECT_EQ(reason_in_table("plain 'words'"), "plain 'words'");
    EXPECT_EQ(reason_in_table("a, b"), "\"a, b\"");
    EXPECT_EQ(reason_in_table("say \"no\""), "\"say \"\"no\"\"\"");
    EXPECT_EQ(reason_in_table("\""), "\"\"\"\"");
    EXPECT_EQ(reason_in_table("two\nlines"), "\"two\nlines\"");
    EXPECT_EQ(reason_in_table("two\rlines"), "two\\x0dlines");
}

TEST(SweepTables, ContainNoControlCharacters) {
    EXPECT_EQ(reason_in_table("no device 'cpu\x1b[31m'"), "no device 'cpu\\x1b[31m'");
    EXPECT_EQ(reason_in_table(std::string("a\0\x7f\xff", 4)), "a\\x00\\x7f\\xff");
}

TEST(SweepTables, ContainNoFormulas) {
    EXPECT_EQ(reason_in_table("=1+2"), "'=1+2");
    EXPECT_EQ(reason_in_table("@SUM(A1)"), "'@SUM(A1)");
    EXPECT_EQ(reason_in_table("+cmd|' /C calc'!A0"), "'+cmd|' /C calc'!A0");
    EXPECT_EQ(reason_in_table("-x"), "'-x");
    EXPECT_EQ(reason_in_table("\t=1"), "'\t=1");
    EXPECT_EQ(reason_in_table("=\"a\",b"), "\"'=\"\"a\"\",b\"");
    for (const char* const number : {"-1.5", "+2", "-inf", "-1e-3"})
        EXPECT_EQ(reason_in_table(number), number);
    EXPECT_EQ(reason_in_table("-1,0,2"), "\"-1,0,2\"") << "a vector";
}

Picture plain(unsigned width, unsigned height, std::uint8_t red, std::uint8_t green,
              std::uint8_t blue) {
    Picture picture{.width = width, .height = height, .rgba = {}};
    for (unsigned i = 0; i < width * height; ++i)
        picture.rgba.insert(picture.rgba.end(), {red, green, blue, 255});
    return picture;
}

using Rgb = std::array<int, 3>;

Rgb pixel(const Picture& picture, unsigned x, unsigned y) {
    const std::uint8_t* at = &picture.rgba[(std::size_t(y) * picture.width + x) * 4];
    return {at[0], at[1], at[2]};
}

TEST(ContactSheets, ArrangeImagesInRowsAndColumns) {
    ContactSheet sheet{.columns = 3, .cell_width = 20, .cell_height = 10};
    sheet.cells.resize(6);
    sheet.cells[4].has_failed = true;
    sheet.picture_of = [](std::size_t index) -> std::optional<Picture> {
        if (index > 3) return std::nullopt;
        if (index == 3) return plain(10, 10, 9, 9, 250);  // a square in the middle
        return plain(40, 20, static_cast<std::uint8_t>(100 + index), 200, 50);
    };
    const Picture picture = contact_sheet(sheet);
    // The sheet has margins of 14 pixels and gaps of 6 pixels.
    ASSERT_EQ(picture.width, 14 + 3 * 20 + 2 * 6 + 14u);
    ASSERT_EQ(picture.height, 14 + 2 * 10 + 6 + 14u);
    EXPECT_EQ(pixel(picture, 14, 14), (Rgb{100, 200, 50}));
    EXPECT_EQ(pixel(picture, 33, 23), (Rgb{100, 200, 50}));
    EXPECT_EQ(pixel(picture, 13, 14), (Rgb{20, 22, 26}));
    EXPECT_EQ(pixel(picture, 34, 14), (Rgb{20, 22, 26}));
    EXPECT_EQ(pixel(picture, 40, 14), (Rgb{101, 200, 50}));
    EXPECT_EQ(pixel(picture, 66, 14), (Rgb{102, 200, 50}));
    EXPECT_EQ(pixel(picture, 14 + 10, 35), (Rgb{9, 9, 250}));
    EXPECT_EQ(pixel(picture, 14 + 4, 35), (Rgb{20, 22, 26}));
    EXPECT_EQ(pixel(picture, 45, 35), (Rgb{64, 30, 32}));
    EXPECT_EQ(pixel(picture, 70, 35), (Rgb{38, 40, 46}));
    EXPECT_EQ(pixel(picture, 0, 0), (Rgb{20, 22, 26}));
}

TEST(ContactSheets, ShowLabelsAndReasons) {
    ContactSheet sheet{.title = "Title", .columns = 1, .cell_width = 100, .cell_height = 40};
    sheet.across = "Kill";
    sheet.down = "Feed";
    sheet.column_labels = {"0.1"};
    sheet.row_labels = {"0.2"};
    sheet.cells = {{.caption = {"feed 0.2"}, .reason = "status 3", .has_failed = true}};
    const Picture picture = contact_sheet(sheet);
    const auto has_ink = [&](unsigned left, unsigned top, unsigned right, unsigned bottom) {
        for (unsigned y = top; y < bottom; ++y)
            for (unsigned x = left; x < right; ++x)
                if (pixel(picture, x, y)[0] > 150) return true;
        return false;
    };
    const unsigned left = 14 + 4 * 9 + 6, top = 14 + 24 + 36;
    ASSERT_EQ(picture.width, left + 100 + 14);
    ASSERT_EQ(picture.height, top + 40 + 18 + 14);
    EXPECT_TRUE(has_ink(14, 8, 60, 30));                             // title
    EXPECT_TRUE(has_ink(left + 30, top - 38, left + 70, top - 18));  // across
    EXPECT_TRUE(has_ink(left + 30, top - 18, left + 70, top));       // 0.1
    EXPECT_TRUE(has_ink(0, top - 18, left, top));                    // Feed
    EXPECT_TRUE(has_ink(0, top + 8, left, top + 32));                // 0.2
    EXPECT_TRUE(has_ink(left, top, left + 100, top + 40));           // reason
    EXPECT_TRUE(has_ink(left, top + 40, left + 100, top + 58));      // caption
    EXPECT_FALSE(has_ink(left, top + 59, left + 100, picture.height));
}

TEST(ContactSheets, DownscaleByAveraging) {
    Picture picture = plain(4, 2, 0, 0, 0);
    for (unsigned i = 0; i < 8; ++i) picture.rgba[i * 4] = static_cast<std::uint8_t>(10 * i);
    const Picture half = reduced(picture, 2, 1);
    EXPECT_EQ(pixel(half, 0, 0)[0], 25);  // mean of 0, 10, 40 and 50
    EXPECT_EQ(pixel(half, 1, 0)[0], 45);
    const Picture third = reduced(picture, 3, 2);
    EXPECT_EQ(pixel(third, 0, 0)[0], 0);
    EXPECT_EQ(pixel(third, 2, 1)[0], 65);
    test::expect_error(ErrorCode::invalid_argument,
                       "the size of 5 x 1 pixels is not between 1 x 1 and 4 x 2",
                       [&] { (void)reduced(picture, 5, 1); });
    test::expect_error(ErrorCode::invalid_argument,
                       "the size of 0 x 1 pixels is not between 1 x 1 and 4 x 2",
                       [&] { (void)reduced(picture, 0, 1); });
    test::expect_error(ErrorCode::invalid_argument, "the contact sheet has no cells",
                       [&] { (void)contact_sheet({}); });
    ContactSheet vast{.columns = 1, .cell_height = 70'000};
    vast.cells.resize(1);
    test::expect_error(
        ErrorCode::invalid_argument,
        "the contact sheet would have 156 x 70028 pixels, but the maximum is 65535 per side",
        [&] { (void)contact_sheet(vast); });
}

TEST(SweepPages, ShowTwoAxesAsRowsAndColumns) {
    const test::TemporaryFolder scratch;
    const Cases cases = two_axes();
    const CaseFolders folder(scratch.path(), cases.size());
    write_png(folder.case_folder(0) / "picture.png", plain(64, 32, 1, 2, 3));
    const ContactSheet sheet = sheet_of(cases, some_results(), folder, "Pond");
    EXPECT_EQ(sheet.columns, 3u);
    EXPECT_EQ(sheet.down, "Feed (1/s)");
    EXPECT_EQ(sheet.across, "Kill");
    EXPECT_EQ(sheet.row_labels, (std::vector<std::string>{"0.1", "0.2"}));
    EXPECT_EQ(sheet.column_labels, (std::vector<std::string>{"1", "2", "3"}));
    EXPECT_EQ(sheet.cell_width, 64u);
    EXPECT_EQ(sheet.cell_height, 32u);
    EXPECT_TRUE(sheet.cells[0].caption.empty());
    EXPECT_EQ(sheet.cells[2].reason,
              "139: the process was ended by signal 11 (Segmentation fault)");
    EXPECT_TRUE(sheet.cells[2].has_failed);
    EXPECT_EQ(sheet.cells[3].reason, "no result");
    EXPECT_FALSE(sheet.cells[3].has_failed);
    EXPECT_TRUE(sheet.picture_of(0));
    EXPECT_FALSE(sheet.picture_of(1));
}

// A picture of unusual size must neither break the sheet nor make the other pictures tiny.
TEST(SweepPages, ScaleDifferentImageSizesToTheSheet) {
    const test::TemporaryFolder scratch;
    const Cases cases = two_axes();
    const CaseFolders folder(scratch.path(), cases.size());
    write_png(folder.case_folder(0) / "picture.png", plain(1, 16'000, 250, 2, 3));
    write_png(folder.case_folder(1) / "picture.png", plain(16'000, 1, 250, 2, 3));
    write_png(folder.case_folder(4) / "picture.png", plain(64, 32, 1, 2, 250));
    write_atomically(folder.case_folder(3) / "picture.png", std::string_view("no picture"));
    const ContactSheet sheet = sheet_of(cases, some_results(), folder, "Pond");
    EXPECT_EQ(sheet.cell_width, 64u);
    EXPECT_EQ(sheet.cell_height, 32u);
    write_sweep_pages(cases, some_results(), folder, "Pond");
    const Picture picture = read_png(scratch.path() / "contact.png");
    EXPECT_LT(picture.height, 300u);
    std::size_t blue = 0;
    for (unsigned y = 0; y < picture.height; ++y)
        for (unsigned x = 0; x < picture.width; ++x) blue += pixel(picture, x, y) == Rgb{1, 2, 250};
    EXPECT_EQ(blue, 64u * 32);
}

TEST(SweepPages, ChooseASizeIfAllImagesDiffer) {
    const test::TemporaryFolder scratch;
    const Cases cases = two_axes();
    const CaseFolders folder(scratch.path(), cases.size());
    write_png(folder.case_folder(0) / "picture.png", plain(1, 16'000, 250, 2, 3));
    EXPECT_EQ(sheet_of(cases, some_results(), folder, "Pond").cell_height, 128u);
}

TEST(SweepPages, WrapOtherAxesWithCaptions) {
    const test::TemporaryFolder scratch;
    const Cases cases = cases_of({{.name = "feed", .label = "Feed", .values = {"1", "2", "3"}},
                                  {.name = "kill", .label = "Kill", .values = {"1", "2", "3"}},
                                  {.name = "one", .label = "One", .values = {"5"}},
                                  {.name = "seed", .label = "seed", .values = {"1", "2"}}});
    const CaseFolders folder(scratch.path(), cases.size());
    const ContactSheet sheet =
        sheet_of(cases, std::vector<std::optional<CaseResult>>(18), folder, "Pond");
    EXPECT_EQ(sheet.columns, 5u);
    EXPECT_TRUE(sheet.row_labels.empty());
    EXPECT_EQ(sheet.cells[9].caption, (std::vector<std::string>{"feed 2", "kill 2", "seed 2"}));
}

TEST(SweepPages, ShrinkImagesOfManyCases) {
    const test::TemporaryFolder scratch;
    std::vector<std::string> values;
    for (int i = 0; i < 20'000; ++i) values.push_back(std::to_string(i));
    const Cases cases = cases_of({{.name = "seed", .label = "seed", .values = values}});
    const ContactSheet sheet = sheet_of(cases, std::vector<std::optional<CaseResult>>(20'000),
                                        CaseFolders(scratch.path(), cases.size()), "Pond");
    EXPECT_EQ(sheet.cells.size(), 10'000u);
    EXPECT_EQ(sheet.columns, 100u);
    EXPECT_EQ(sheet.cell_width, 24u);
    EXPECT_TRUE(sheet.cells[0].caption.empty());
    EXPECT_EQ(contact_sheet(sheet).width, 14 + 100 * 30 - 6 + 14u);
}

TEST(SweepPages, HaveImagesAndTableOnOnePage) {
    const test::TemporaryFolder scratch;
    const Cases cases = two_axes();
    const CaseFolders folder(scratch.path(), cases.size());
    write_png(folder.case_folder(0) / "picture.png", plain(64, 32, 1, 2, 3));
    replace_file(folder.case_folder(0) / "monitors.csv",
                 std::as_bytes(std::span(
                     std::string_view("step,time,mass,most\n10,1,0.5,1\n20,2,1,nan\n30,3,0,1\n"))),
                 {.durable = false});
    write_sweep_pages(cases, some_results(), folder, "Pond <1>\x1b[31m");
    EXPECT_EQ(read_text(scratch.path() / "table.csv"), sweep_table(cases, some_results()));
    EXPECT_EQ(read_png(scratch.path() / "contact.png").width, 14 + 10 * 9 + 6 + 3 * 70 - 6 + 14u);
    const std::string page = read_text(scratch.path() / "contact.html");
    EXPECT_TRUE(page.starts_with("<!doctype html>"));
    EXPECT_TRUE(page.ends_with("</html>\n"));
    EXPECT_TRUE(holds(page, "<h1>Pond &lt;1&gt;\\x1b[31m</h1>"));
    EXPECT_TRUE(holds(page, "src=\"case-0001/picture.png\""));
    EXPECT_FALSE(holds(page, "src=\"case-0002/picture.png\""));
    EXPECT_TRUE(holds(page, "3: 'Mass' is 2, &quot;outside&quot; of 0..1</figcaption>"));
    EXPECT_TRUE(holds(page,
                      "<tr data-case=\"3\" class=\"failed\"><td><a href=\"case-0003/\">3</a>"
                      "</td><td>0.1</td><td>3</td><td></td><td></td><td>139</td>"));
    // The scale extends from the smallest to the largest finite value.
    EXPECT_TRUE(holds(page,
                      "<td><svg width=\"60\" height=\"16\"><polyline points=\"0.0,8.0 "
                      "30.0,1.0 60.0,15.0\"/></svg>0.25</td>"));
    EXPECT_TRUE(holds(page, "<polyline points=\"0.0,8.0 60.0,8.0\"/></svg>1</td>"));
    EXPECT_FALSE(holds(page, "http"));  // does not refer to external resources
    std::map<std::string, int> tags;
    for (std::size_t at = page.find('<'); at != page.npos; at = page.find('<', at + 1))
        for (const char* tag : {"figure", "div", "table", "tr", "td", "th"}) {
            const std::string name = tag;
            for (const char end : {'>', ' '}) {
                if (page.compare(at, name.size() + 2, "<" + name + end) == 0) ++tags[name];
                if (page.compare(at, name.size() + 3, "</" + name + end) == 0) --tags[name];
            }
        }
    for (const auto& [tag, open] : tags) EXPECT_EQ(open, 0) << tag;
}

}  // namespace
}  // namespace glint::studio
