// SPDX-License-Identifier: MIT
// Command-line completion: the output of `glint complete`, and how shells use it.
#include <cstdlib>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <apps/started.hpp>
#include <base/scratch.hpp>

namespace glint::test {
namespace {

class Completion : public ::testing::Test {
protected:
    std::string of(const std::string& words) {
        const Outcome outcome = start_glint(folder_.path(), "complete " + words);
        EXPECT_EQ(outcome.status, 0) << words;
        EXPECT_EQ(outcome.err, "") << words;
        return outcome.out;
    }

    TemporaryFolder folder_;
};

TEST_F(Completion, CompletesCommands) {
    EXPECT_EQ(of("r"), "replay\nresume\nrun\n");
    EXPECT_EQ(of("che"), "check\n");
    EXPECT_EQ(of("serve"), "");  // internal commands are not suggested
    EXPECT_EQ(of("compl"), "");
    EXPECT_NE(of("''").find("\nnew\n"), std::string::npos);
    EXPECT_EQ(of(""), of("''"));
}

TEST_F(Completion, CompletesSimulationsFlagsAndParameters) {
    EXPECT_EQ(of("run wind_tunnel3"), "wind_tunnel3d\nwind_tunnel3d_16\n");
    EXPECT_EQ(of("validate sand"), "sand_snow\n");
    EXPECT_EQ(of("run particles --head"), "--headless\n");
    EXPECT_EQ(of("run particles --headless --sets"), "");
    EXPECT_EQ(of("compile k.cu --as"), "--asm\n");
    EXPECT_EQ(of("run gray_scott --set fee"), "feed=\n");
    EXPECT_EQ(of("sweep gray_scott fee"), "feed=\n");
    EXPECT_EQ(of("sweep gray_scott feed=0.02..0.04/3 kil"), "kill=\n");
    EXPECT_EQ(of("run particles --device cu"), "cuda\n");
    EXPECT_EQ(of("--vers"), "");
}

TEST_F(Completion, CompletesParametersOfAFile) {
    std::filesystem::create_directory(folder_.path() / "work");
    folder_.write("work/pond.cu",
                  "#include <glint/sim.cuh>\n"
                  "struct Params {\n    float depth = 1;  //@ 0..2 \"Depth\"\n};\n"
                  "struct Grid {  //@ 4 x 4\n    float* level;\n};\n");
    EXPECT_EQ(of("run pond.cu --set ''"), "depth=\n");
    EXPECT_EQ(of("run pond.cu --set d"), "depth=\n");
}

// The shell then completes file names.
TEST_F(Completion, IsEmptyForUnknownText) {
    EXPECT_EQ(of("run no_such_file.cu --set ''"), "");
    EXPECT_EQ(of("no_such_command x"), "");
    EXPECT_EQ(of("view ''"), "");
    EXPECT_EQ(of("run particles --out ''"), "");
}

TEST_F(Completion, WorksInBash) {
    const auto offered = [&](const std::string& words, int last) {
        folder_.write("offer.sh", fmt::format("glint() {{ '{}' \"$@\"; }}\n"
                                              "compopt() {{ printf '%s;' \"$2\"; }}\n"
                                              "source '{}/apps/glint/completion/glint.bash'\n"
                                              "COMP_WORDS=({}) COMP_CWORD={}\n"
                                              "_glint\nprintf '%s;' \"${{COMPREPLY[@]}}\"\n",
                                              GLINT_PROGRAM, GLINT_SOURCES, words, last));
        const Outcome outcome = start_program("bash", folder_.path(), "../offer.sh");
        EXPECT_EQ(outcome.err, "");
        return outcome.out;
    };
    EXPECT_EQ(offered("glint run wind_tunnel3", 2), "wind_tunnel3d;wind_tunnel3d_16;");
    EXPECT_EQ(offered("glint run pa --headless", 2), "particles;");  // the cursor is not at the end
    EXPECT_EQ(offered("glint run gray_scott --set fe", 4), "nospace;feed=;");
}

TEST_F(Completion, WorksInZsh) {
    if (std::system("zsh -fc 'zmodload zsh/zpty' >/dev/null 2>&1") != 0)
        GTEST_SKIP() << "zsh is not installed";
    std::filesystem::create_directory(folder_.path() / "work");
    for (const char* name : {"work/checks", "work/cuda.cu", "work/my file.cu"})
        folder_.write(name, "");
    std::filesystem::create_directory(folder_.path() / "bin");
    std::filesystem::create_symlink(GLINT_PROGRAM, folder_.path() / "bin/glint");
    const auto completed = [&](const std::string& line) {
        const Outcome outcome = start_program(
            "zsh", folder_.path(),
            fmt::format(
                "-f '{0}/tests/apps/zsh_tab.zsh' '{0}/apps/glint/completion' \"$DIR/bin\" '{1}'",
                GLINT_SOURCES, line));
        EXPECT_EQ(outcome.err, "") << line;
        return outcome.out;
    };
    EXPECT_EQ(completed("glint che"), "[glint check ]\n");
    EXPECT_EQ(completed("glint run wind_tunnel3"), "[glint run wind_tunnel3d]\n");
    EXPECT_EQ(completed("glint run \"gray_scott\" --set fe"),
              "[glint run \"gray_scott\" --set feed=]\n");
    EXPECT_EQ(completed("glint run particles --device cud"),
              "[glint run particles --device cuda ]\n");
    EXPECT_EQ(completed("glint run my\\ fi"), "[glint run my\\ file.cu ]\n");
    EXPECT_EQ(completed("glint run particles --out che"), "[glint run particles --out checks ]\n");
}

}  // namespace
}  // namespace glint::test
