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

TEST(Environment, PathsAreWhole) {
    EXPECT_EQ(path_with("/usr/local/cuda"), "/usr/local/cuda");
    for (const char* value : {"", ".", "cuda", "./cuda"}) EXPECT_EQ(path_with(value), std::nullopt);
    EXPECT_EQ(path_with(std::nullopt), std::nullopt);
}

}  // namespace
}  // namespace glint
