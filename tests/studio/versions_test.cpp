// SPDX-License-Identifier: MIT
#include <glint/studio/window/detail/excerpts.hpp>
#include <glint/studio/window/detail/versions.hpp>

#include <ctime>

#include <gtest/gtest.h>

#include <base/scratch.hpp>

namespace glint::studio {
namespace {

using Clock = std::chrono::system_clock;

TEST(ChangedLines, AreMinimal) {
    EXPECT_EQ(changed_lines("a\nb\nc\n", "a\nb\nc\n"), (LineChanges{0, 0}));
    EXPECT_EQ(changed_lines("a\nb\nc\n", "a\nx\ny\nz\nc\n"), (LineChanges{3, 1}));
    EXPECT_EQ(changed_lines("a\nb\nc\nd\n", "b\nc\nx\nd\ne\n"), (LineChanges{2, 1}));
    EXPECT_EQ(changed_lines("a\na\na\n", "a\na\n"), (LineChanges{0, 1}));
    EXPECT_EQ(changed_lines("", "a\n\nb"), (LineChanges{3, 0}));
    EXPECT_EQ(changed_lines("x\na\nb\ny", "x\nb\na\ny"), (LineChanges{1, 1}));
}

TEST(ChangedLines, AreEstimatedForLongTexts) {
    std::string before, after = "first\n";
    for (int i = 0; i < 3000; ++i) {
        before += "old " + std::to_string(i) + "\nsame\n";
        after += "same\nnew " + std::to_string(i) + "\n";
    }
    EXPECT_EQ(changed_lines(before, after), (LineChanges{3001, 3000}));
}

TEST(Versions, AreStoredOnceInOrderOfUse) {
    const Clock::time_point start = Clock::now();
    Versions versions("one\n", start);
    versions.use("one\ntwo\n", start + std::chrono::seconds(5));
    versions.use("three\n", start + std::chrono::seconds(9));
    EXPECT_EQ(versions.current(), 2u);
    versions.use("one\n", start + std::chrono::seconds(12));
    EXPECT_EQ(versions.current(), 0u);
    ASSERT_EQ(versions.all().size(), 3u);
    EXPECT_EQ(versions.all()[0].since, start);
    EXPECT_EQ(versions.all()[2].changes, (LineChanges{1, 2}));
    versions.use("three\nfour\n", start);
    EXPECT_EQ(versions.all()[3].changes, (LineChanges{1, 0})) << "against the one before";
}

TEST(Versions, AreListedByNumberTimeAndChanges) {
    std::tm local{};
    local.tm_year = 126, local.tm_mon = 4, local.tm_mday = 7;
    local.tm_hour = 14, local.tm_min = 5, local.tm_sec = 9, local.tm_isdst = -1;
    const Version version{.text = {},
                          .since = Clock::from_time_t(std::mktime(&local)),
                          .changes = {.added = 3, .removed = 1}};
    EXPECT_EQ(to_string(version, 1), "2  14:05:09  +3 -1");
    EXPECT_EQ(to_string(version, 0), "1  14:05:09  initial version");
}

const char* const kMistakenText = "one\n\tint speed = sped;\nthree\nfour\n";

TEST(Excerpts, ShowTheLinesAroundAnError) {
    const std::vector<Mistake> mistakes{
        {.line = 2, .message = "use of undeclared identifier 'sped'", .column = 14}};
    const auto excerpts = excerpts_of("folder/pond.cu", kMistakenText, mistakes);
    ASSERT_EQ(excerpts.size(), 1u);
    EXPECT_EQ(excerpts[0].place, "pond.cu:2");
    EXPECT_EQ(excerpts[0].lines,
              (std::vector<Excerpt::Line>{{1, "one"}, {2, "    int speed = sped;"}, {3, "three"}}));
    EXPECT_EQ(excerpts[0].mark, (Excerpt::Mark{16, 4}));
}

TEST(Excerpts, MarkTheQuotedWordWithoutAColumn) {
    const auto mark = [](const char* line, const char* message) {
        return excerpts_of("f.cu", line, std::vector<Mistake>{{.line = 1, .message = message}})
            .front()
            .mark;
    };
    EXPECT_EQ(mark("//@ stpe", "unknown word 'stpe'; did you mean 'step'?"), (Excerpt::Mark{4, 4}));
    EXPECT_EQ(mark("int stepper, step;", "'step' is wrong"), (Excerpt::Mark{13, 4}));
    EXPECT_EQ(mark("step + step", "'step' is wrong"), std::nullopt);
    EXPECT_EQ(mark("x = sped;", "identifier \"sped\" is undefined"), (Excerpt::Mark{4, 4}));
    EXPECT_EQ(mark("step", "nothing is quoted"), std::nullopt);
    EXPECT_EQ(mark("step", "it's odd"), std::nullopt);
}

TEST(Excerpts, HandleLinesAtAndBeyondTheEnds) {
    const std::vector<Mistake> mistakes{{.line = 1, .message = "a"},
                                        {.line = 4, .message = "b"},
                                        {.line = 40, .message = "c", .column = 3},
                                        {.line = 0, .message = "d"}};
    const auto excerpts = excerpts_of("pond.cu", "one\ntwo\nthree\nfour", mistakes);
    EXPECT_EQ(excerpts[0].lines, (std::vector<Excerpt::Line>{{1, "one"}, {2, "two"}}));
    EXPECT_EQ(excerpts[1].lines, (std::vector<Excerpt::Line>{{3, "three"}, {4, "four"}}));
    EXPECT_TRUE(excerpts[2].lines.empty());
    EXPECT_FALSE(excerpts[2].mark);
    EXPECT_EQ(excerpts[3].place, "pond.cu");
}

TEST(Excerpts, ReadOtherFiles) {
    const test::TemporaryFolder folder;
    const std::string header = folder.write("waves.cuh", "float a;\nflaot b;\n").string();
    const std::vector<Mistake> mistakes{
        {.line = 2, .message = "unknown type name 'flaot'", .file = header, .column = 1},
        {.line = 2, .message = "gone", .file = header + "x"}};
    const auto excerpts = excerpts_of("pond.cu", kMistakenText, mistakes);
    EXPECT_EQ(excerpts[0].place, "waves.cuh:2");
    EXPECT_EQ(excerpts[0].lines.at(1).text, "flaot b;");
    EXPECT_EQ(excerpts[0].mark, (Excerpt::Mark{0, 5}));
    EXPECT_TRUE(excerpts[1].lines.empty());
}

}  // namespace
}  // namespace glint::studio
