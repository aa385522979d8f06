// SPDX-License-Identifier: MIT
#include <glint/base/known_names.hpp>
#include <glint/base/text.hpp>

#include <cmath>
#include <limits>
#include <locale>

#include <gtest/gtest.h>

namespace glint::text {
namespace {

TEST(Text, TrimRemovesWhiteSpaceFromBothEnds) {
    EXPECT_EQ(trim(" \t a b\r\n"), "a b");
    EXPECT_EQ(trim("a"), "a");
    EXPECT_EQ(trim(" \n "), "");
    EXPECT_EQ(trim(""), "");
}

TEST(Text, SplitKeepsEmptyParts) {
    using Parts = std::vector<std::string_view>;
    EXPECT_EQ(split("a,b", ','), (Parts{"a", "b"}));
    EXPECT_EQ(split(",a,", ','), (Parts{"", "a", ""}));
    EXPECT_EQ(split("", ','), (Parts{""}));
}

TEST(Text, SplitWordsReplacesTheOldContents) {
    std::vector<std::string_view> words{"old"};
    split_words("  1\t2  \r\n3", words);
    EXPECT_EQ(words, (std::vector<std::string_view>{"1", "2", "3"}));
    split_words("   ", words);
    EXPECT_TRUE(words.empty());
}

TEST(Text, LowerCaseKeepsOtherBytes) { EXPECT_EQ(lower_case("AZaz[@\xC3\x84"), "azaz[@\xC3\x84"); }

TEST(Text, ParsesWholeTextAsNumber) {
    EXPECT_EQ(parse_double("3.5"), 3.5);
    EXPECT_EQ(parse_double("-1.5e-3"), -0.0015);
    EXPECT_EQ(parse_double("+2"), 2.0);
    EXPECT_EQ(parse_double(".5"), 0.5);
    EXPECT_EQ(parse_double("inf"), std::numeric_limits<double>::infinity());
    EXPECT_TRUE(std::isnan(parse_double("nan").value()));
}

TEST(Text, RefusesTextThatIsNotWhollyANumber) {
    for (const char* text :
         {"", " 1", "1 ", "1,5", "1.5f", "0x10", "+-1", "++1", "-", "e5", "1e999"})
        EXPECT_EQ(parse_double(text), std::nullopt) << text;
}

TEST(Text, ParsesUnsignedUpToItsLimit) {
    EXPECT_EQ(parse_unsigned("0"), 0u);
    EXPECT_EQ(parse_unsigned("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
    for (const char* text : {"", "-1", "+1", "1.0", " 1", "18446744073709551616"})
        EXPECT_EQ(parse_unsigned(text), std::nullopt) << text;
}

TEST(Text, ShortestTextRoundTrips) {
    EXPECT_EQ(shortest(0.1), "0.1");
    EXPECT_EQ(shortest(0.1f), "0.1");
    EXPECT_EQ(shortest(7.0), "7");
    EXPECT_EQ(shortest(-2.5e-8f), "-2.5e-08");
    const double third = 1.0 / 3.0;
    EXPECT_EQ(parse_double(shortest(third)), third);
}

struct DecimalComma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
};

TEST(Text, NumbersDoNotDependOnTheLocale) {
    const std::locale before = std::locale::global(std::locale(std::locale(), new DecimalComma));
    EXPECT_EQ(parse_double("1.5"), 1.5);
    EXPECT_EQ(shortest(1.5), "1.5");
    EXPECT_EQ(human_bytes(3'200'000), "3.2 MB");
    std::locale::global(before);
}

using Names = std::vector<std::string>;

TEST(Text, NearestNamesAreSortedByDistance) {
    const Names names{"drop", "mass", "drag", "Drag_2"};
    EXPECT_EQ(nearest_names("drga", names), (Names{"drag"}));  // a swap is one edit
    EXPECT_EQ(nearest_names("DRAG", names), (Names{"drag", "Drag_2"}));
    EXPECT_EQ(nearest_names("drag", names, 1), (Names{"drag"}));
    EXPECT_EQ(nearest_names("viscosity", names), Names{});
    EXPECT_EQ(nearest_names("", names), Names{});
}

TEST(Text, NearestNamesMayBePartsOfLongerNames) {
    const Names names{"quench_rate", "rate_limit", "warm"};
    EXPECT_EQ(nearest_names("quench", names), (Names{"quench_rate"}));
    EXPECT_EQ(nearest_names("RATE", names), (Names{"rate_limit", "quench_rate"}));
    EXPECT_EQ(nearest_names("warm_start", names), (Names{"warm"}));
    EXPECT_EQ(nearest_names("ra", names), Names{}) << "too short to tell";
    EXPECT_EQ(nearest_names("ate", names), Names{}) << "the middle of a word";
}

TEST(Text, DidYouMeanJoinsSuggestions) {
    const std::vector<std::string> names{"abcd", "abce", "abcf"};
    EXPECT_EQ(did_you_mean("abcg", names), "; did you mean 'abcd', 'abce' or 'abcf'?");
    EXPECT_EQ(did_you_mean("abcg", std::span(names).first(2)), "; did you mean 'abcd' or 'abce'?");
    EXPECT_EQ(did_you_mean("zzzz", names), "");
}

TEST(Text, KnownNamesAreListedIfNoneIsNear) {
    const std::vector<std::string> names{"drag", "drop", "drag"};
    EXPECT_EQ(known_names("darg", names), "; did you mean 'drag'?");
    EXPECT_EQ(known_names("quench", names), "; available: drag, drop");
    EXPECT_EQ(known_names("quench", {}), "");
    std::vector<std::string> many;
    for (int i = 0; i < 15; ++i) many.push_back("n" + std::to_string(i));
    EXPECT_TRUE(known_names("quench", many).ends_with(", n11, and 3 more"));
}

TEST(Text, CountsAgreeWithTheirNouns) {
    EXPECT_EQ(counted(0, "argument"), "0 arguments");
    EXPECT_EQ(counted(1, "argument"), "1 argument");
    EXPECT_EQ(counted(2, "argument"), "2 arguments");
    EXPECT_EQ(counted(1, "axis", "axes"), "1 axis");
    EXPECT_EQ(counted(3, "axis", "axes"), "3 axes");
}

TEST(Text, HumanBytesSwitchesUnitsAfterRounding) {
    const std::pair<std::size_t, const char*> cases[] = {
        {0, "0 B"},
        {999, "999 B"},
        {1000, "1.0 kB"},
        {3'200'000, "3.2 MB"},
        {999'949, "999.9 kB"},
        {999'950, "1.0 MB"},
        {80'000'000'000, "80.0 GB"},
        {std::numeric_limits<std::size_t>::max(), "18.4 EB"},
    };
    for (const auto& [size, expected] : cases) EXPECT_EQ(human_bytes(size), expected);
}

}  // namespace
}  // namespace glint::text
