#include <glint/base/formats/line_reader.hpp>

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

TEST(LineReader, TakesTheEndsOfTheFirstLine) {
    using Lines = std::vector<std::string>;
    EXPECT_EQ(lines_of(LineReader::with_any_ends("a\nb")), (Lines{"a", "b"}));
    EXPECT_EQ(lines_of(LineReader::with_any_ends("a\r\nb\r\n")), (Lines{"a", "b"}));
    EXPECT_EQ(lines_of(LineReader::with_any_ends("a\rb\r")), (Lines{"a", "b"}));
    EXPECT_EQ(lines_of(LineReader::with_any_ends("a\r")), (Lines{"a"}));
    EXPECT_EQ(lines_of(LineReader::with_any_ends("")), Lines{});
    EXPECT_TRUE(LineReader::with_any_ends("a\rb").has_classic_ends());
    EXPECT_FALSE(LineReader::with_any_ends("a\r\nb").has_classic_ends());
}

// A fuzzer found it: what lies before a text without ends was read.
TEST(LineReader, LooksAtNothingBeforeALineWithoutAnEnd) {
    const std::string around = "\rab";
    const LineReader lines = LineReader::with_any_ends(std::string_view(around).substr(1));
    EXPECT_FALSE(lines.has_classic_ends());
    EXPECT_EQ(lines_of(lines), std::vector<std::string>{"ab"});
}

}  // namespace
}  // namespace glint
