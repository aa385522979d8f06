// SPDX-License-Identifier: MIT
#include <glint/formats/line_reader.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace glint {
namespace {

std::vector<std::string> lines_of(LineReader reader) {
    std::vector<std::string> lines;
    while (const auto line = reader.next()) lines.emplace_back(*line);
    return lines;
}

using Lines = std::vector<std::string>;

TEST(LineReader, SupportsMixedLineEndings) {
    EXPECT_EQ(lines_of(LineReader("a\nb")), (Lines{"a", "b"}));
    EXPECT_EQ(lines_of(LineReader("a\r\nb\r\n")), (Lines{"a", "b"}));
    EXPECT_EQ(lines_of(LineReader("a\rb\r")), (Lines{"a", "b"}));
    EXPECT_EQ(lines_of(LineReader("a\nb\rc\r\nd\n\re\r\r\nf")),
              (Lines{"a", "b", "c", "d", "", "e", "", "f"}));
    EXPECT_EQ(lines_of(LineReader("\n\n")), (Lines{"", ""}));
    EXPECT_EQ(lines_of(LineReader("")), Lines{});
    LineReader lines("a\r\nb\rc");
    (void)lines.next();
    EXPECT_EQ(lines.offset(), 3u);
    (void)lines.next();
    EXPECT_EQ(lines.offset(), 5u);
    EXPECT_EQ(lines.number(), 2u);
}

TEST(LineReader, HeadersUseTheFirstLineEnding) {
    const auto header = [](std::string_view text) {
        return lines_of(LineReader::with_ends_of_first(text));
    };
    EXPECT_EQ(header("a\nb\rc"), (Lines{"a", "b\rc"}));
    EXPECT_EQ(header("a\r\nb\r\n"), (Lines{"a", "b"}));
    EXPECT_EQ(header("a\rb\r\nc"), (Lines{"a", "b", "\nc"}));
    EXPECT_EQ(header("a\r"), (Lines{"a"}));
    EXPECT_EQ(header(""), Lines{});
    LineReader lines = LineReader::with_ends_of_first("a\rb\nc\r\nd");
    EXPECT_EQ(lines.next(), "a");
    lines.accept_any_ends();
    EXPECT_EQ(lines_of(lines), (Lines{"b", "c", "d"}));
}

// Found by a fuzzer: the reader accessed the byte before a text without line ends.
TEST(LineReader, DoesNotReadBeforeTheText) {
    const std::string around = "\rab";
    EXPECT_EQ(lines_of(LineReader::with_ends_of_first(std::string_view(around).substr(1))),
              Lines{"ab"});
}

// Searching the whole text for each line would take minutes.
TEST(LineReader, ReadsClassicMacTextInLinearTime) {
    std::string text;
    for (int i = 0; i < 1'000'000; ++i) text += "1\r";
    EXPECT_EQ(lines_of(LineReader(text)).size(), 1'000'000u);
}

}  // namespace
}  // namespace glint
