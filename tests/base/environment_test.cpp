// SPDX-License-Identifier: MIT
#include <glint/base/environment.hpp>

#include <gtest/gtest.h>

#include "scratch.hpp"

namespace glint {
namespace {

std::optional<std::filesystem::path> path_with(const std::optional<std::string>& value) {
    const test::ScopedVariable variable("GLINT_TEST_VARIABLE", value);
    return absolute_path_in_environment("GLINT_TEST_VARIABLE");
}

TEST(Environment, EmptyIsUnset) {
    const test::ScopedVariable variable("GLINT_TEST_VARIABLE", "");
    EXPECT_EQ(environment("GLINT_TEST_VARIABLE"), std::nullopt);
    const test::ScopedVariable set("GLINT_TEST_VARIABLE", " ");
    EXPECT_EQ(environment("GLINT_TEST_VARIABLE"), " ");
    const test::ScopedVariable unset("GLINT_TEST_VARIABLE", std::nullopt);
    EXPECT_EQ(environment("GLINT_TEST_VARIABLE"), std::nullopt);
}

std::optional<double> number_with(const std::optional<std::string>& value) {
    const test::ScopedVariable variable("GLINT_TEST_VARIABLE", value);
    return environment_number("GLINT_TEST_VARIABLE", 10);
}

std::optional<std::uint64_t> whole_with(const std::optional<std::string>& value) {
    const test::ScopedVariable variable("GLINT_TEST_VARIABLE", value);
    return environment_whole("GLINT_TEST_VARIABLE", 1024);
}

TEST(Environment, NumbersAreInRangeOrRefused) {
    EXPECT_EQ(number_with(std::nullopt), std::nullopt);
    EXPECT_EQ(number_with(""), std::nullopt);
    EXPECT_EQ(number_with("2.5"), 2.5);
    EXPECT_EQ(number_with("0"), 0);
    EXPECT_EQ(number_with("10"), 10);
    for (const char* const value : {"x", "10.1", "-1", "nan", "inf", "2 s", " 2"})
        test::expect_error(ErrorCode::invalid_argument,
                           std::string("'") + value + "' is not a number from 0 to 10",
                           [&] { (void)number_with(value); });
    EXPECT_EQ(whole_with(std::nullopt), std::nullopt);
    EXPECT_EQ(whole_with("1024"), 1024u);
    for (const char* const value : {"x", "1025", "-1", "4x", "1.5", "+4", "99999999999999999999"})
        test::expect_error(ErrorCode::invalid_argument,
                           std::string("'") + value + "' is not a whole number from 0 to 1024",
                           [&] { (void)whole_with(value); });
}

TEST(Environment, RelativePathsAreIgnored) {
    EXPECT_EQ(path_with("/usr/local/cuda"), "/usr/local/cuda");
    for (const char* value : {"", ".", "cuda", "./cuda"}) EXPECT_EQ(path_with(value), std::nullopt);
    EXPECT_EQ(path_with(std::nullopt), std::nullopt);
}

}  // namespace
}  // namespace glint
