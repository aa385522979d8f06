// SPDX-License-Identifier: MIT
#include <glint/compiler/nvrtc/nvrtc_log.hpp>

#include <gtest/gtest.h>

namespace glint::compiler::nvrtc {
namespace {

using Severity = Diagnostic::Severity;

TEST(NvrtcLog, ErrorsHavePositionAndSourceLine) {
    const auto found = parse_log(
        "saxpy.cu(3): error: identifier \"z\" is undefined\n"
        "      if (i < n) y[i] += a * z[i];\n"
        "                             ^\n"
        "\n"
        "1 error detected in the compilation of \"saxpy.cu\".\n");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].severity, Severity::error);
    EXPECT_EQ(found[0].file, "saxpy.cu");
    EXPECT_EQ(found[0].line, 3u);
    EXPECT_EQ(found[0].column, 28u);
    EXPECT_EQ(found[0].message, "identifier \"z\" is undefined");
    EXPECT_EQ(found[0].source_line, "    if (i < n) y[i] += a * z[i];");
    EXPECT_EQ(found[0].source_line[found[0].column - 1], 'z');
}

TEST(NvrtcLog, WarningNumbersAreOmitted) {
    const auto found = parse_log(
        "/tmp/dir (1)/a.cu(12): warning #177-D: variable \"t\" was declared but never referenced\n"
        "      int t = 0;\n"
        "          ^\n"
        "\n"
        "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].severity, Severity::warning);
    EXPECT_EQ(found[0].file, "/tmp/dir (1)/a.cu");
    EXPECT_EQ(found[0].line, 12u);
    EXPECT_EQ(found[0].message, "variable \"t\" was declared but never referenced");
}

// Names of template instantiations can make lines this long.
TEST(NvrtcLog, SupportsLongLines) {
    const std::string name(300'000, 'x');
    const auto found = parse_log("a.cu(3): error: no instance of " + name + "\n  f();\n  ^\n");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].message, "no instance of " + name);
    EXPECT_EQ(found[0].line, 3u);
    EXPECT_EQ(found[0].source_line, "f();");
    const auto far = parse_log("a.cu(99999999999999999999): error: far\n");
    ASSERT_EQ(far.size(), 1u);
    EXPECT_EQ(far[0].line, 0u);
}

TEST(NvrtcLog, SeveralKeepTheirOrder) {
    const auto found = parse_log(
        "a.cu(1): warning #550-D: one\n  int x;\n      ^\n\n"
        "b.cuh(2): catastrophic error: cannot open source file \"c.cuh\"\n"
        "  #include \"c.cuh\"\n                   ^\n\n"
        "a.cu(7): note #3287-D: because of a \"const\" variable\n");
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0].severity, Severity::warning);
    EXPECT_EQ(found[1].severity, Severity::error);
    EXPECT_EQ(found[1].file, "b.cuh");
    EXPECT_EQ(found[1].message, "cannot open source file \"c.cuh\"");
    EXPECT_EQ(found[2].severity, Severity::note);
    EXPECT_EQ(found[2].source_line, "");
    EXPECT_EQ(found[2].column, 0u);
}

TEST(NvrtcLog, MessagesMayHaveSeveralLines) {
    const auto found = parse_log(
        "a.cu(2): error: no instance of template \"s\" matches\n"
        "            argument types are: (int)\n"
        "    s<int>(0);\n    ^\n"
        "a.cu(1): note #3327-D: candidate\n");
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].message, "no instance of template \"s\" matches argument types are: (int)");
    EXPECT_EQ(found[0].source_line, "  s<int>(0);");
    EXPECT_EQ(found[0].column, 3u);
    EXPECT_EQ(found[1].severity, Severity::note);
}

TEST(NvrtcLog, AnErrorAtTheEndHasNoFile) {
    const auto found = parse_log(
        "At end of source: error: expected a \"}\"\n"
        "a.cu(1): note #3196-D: to match this \"{\"\n"
        "  __global__ void f() {\n                      ^\n\n"
        "1 error detected in the compilation of \"a.cu\".\n");
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].severity, Severity::error);
    EXPECT_EQ(found[0].file, "");
    EXPECT_EQ(found[0].message, "expected a \"}\" at the end of the source");
    EXPECT_EQ(found[1].line, 1u);
}

TEST(NvrtcLog, OptionErrorsHaveNoPosition) {
    const auto found = parse_log("nvrtc: error: invalid value for --gpu-architecture (-arch)\n");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].severity, Severity::error);
    EXPECT_EQ(found[0].line, 0u);
    EXPECT_EQ(found[0].message, "invalid value for --gpu-architecture (-arch)");
}

TEST(NvrtcLog, ErrorsOfTheAssemblerAreErrors) {
    const auto found = parse_log("ptxas error   : Entry function 'f' uses too much shared data\n");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].severity, Severity::error);
    EXPECT_NE(found[0].message.find("uses too much shared data"), std::string::npos);
}

TEST(NvrtcLog, UnknownTextIsOneError) {
    const auto found = parse_log("  something new went wrong\nin two lines\n");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].severity, Severity::error);
    EXPECT_EQ(found[0].message, "something new went wrong\nin two lines");
}

TEST(NvrtcLog, EmptyLogsHaveNoMessages) {
    EXPECT_TRUE(parse_log("").empty());
    EXPECT_TRUE(parse_log(" \n\n").empty());
}

}  // namespace
}  // namespace glint::compiler::nvrtc
