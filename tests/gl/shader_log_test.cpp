// SPDX-License-Identifier: MIT
#include <glint/gl/detail/shader_log.hpp>

#include <gtest/gtest.h>

namespace glint {
namespace {

constexpr const char* kSource = "#version 450 core\nout vec4 c;\n  c = x;\n";

TEST(ShaderLog, ReadsMesa) {
    EXPECT_EQ(gl::detail::annotate_shader_log("0:3(7): error: `x' undeclared\n", "a.frag", kSource),
              "a.frag:3: error: `x' undeclared\n      c = x;");
}

TEST(ShaderLog, ReadsNvidia) {
    EXPECT_EQ(gl::detail::annotate_shader_log("0(3) : error C1503: undefined variable \"x\"\n",
                                              "a.frag", kSource),
              "a.frag:3: error C1503: undefined variable \"x\"\n      c = x;");
}

TEST(ShaderLog, SurvivesLongLinesAndNumbers) {
    const std::string words(300'000, 'x');
    EXPECT_EQ(gl::detail::annotate_shader_log("0:2: " + words, "a", "one\ntwo"),
              "a:2: " + words + "\n    two");
    EXPECT_EQ(gl::detail::annotate_shader_log("0:99999999999999999999: far", "a", ""),
              "a:0: far\n    ");
}

TEST(ShaderLog, KeepsOtherLines) {
    EXPECT_EQ(gl::detail::annotate_shader_log("\nout of luck\n0:1: warning: w\n", "a", kSource),
              "out of luck\na:1: warning: w\n    #version 450 core");
}

TEST(ShaderLog, SurvivesLineNumbersOutsideTheSource) {
    EXPECT_EQ(gl::detail::annotate_shader_log("0:99(1): error: end", "a", kSource),
              "a:99: error: end\n    ");
    EXPECT_EQ(gl::detail::annotate_shader_log("", "a", kSource), "");
}

}  // namespace
}  // namespace glint
