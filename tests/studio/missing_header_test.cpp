// SPDX-License-Identifier: MIT
#include <glint/studio/run/detail/missing_header.hpp>

#include <gtest/gtest.h>

namespace glint::studio {
namespace {

TEST(MissingHeaders, SuggestAReplacement) {
    EXPECT_EQ(about_missing_header("'iostream' file not found"),
              "kernels cannot include <iostream>, which is a host header. Use printf, which needs "
              "no header");
    EXPECT_EQ(
        about_missing_header("cannot open source file \"random\" (no directories in search "
                             "list)"),
        "kernels cannot include <random>, which is a host header. Include <glint/random.cuh>");
    EXPECT_EQ(
        about_missing_header("could not open source file \"memory\""),
        "kernels cannot include <memory>, which is a host header. Device code has no equivalent");
    EXPECT_EQ(about_missing_header("'mine.cuh' file not found"), std::nullopt);
    EXPECT_EQ(about_missing_header("identifier \"vector\" is undefined"), std::nullopt);
    EXPECT_EQ(about_missing_header("'vector"), std::nullopt);
    EXPECT_EQ(about_missing_header(""), std::nullopt);
}

}  // namespace
}  // namespace glint::studio
