// The kernels of reductions within expressions in the forms that they take for long and for short
// lines, along and across, shared or not, compile for GPUs; what their samples do not show.
#include <filesystem>
#include <regex>

#include <gtest/gtest.h>

#include <glint/base/files.hpp>

#include <compiler/compilers.hpp>

namespace glint {
namespace {

struct Form {
    std::string name;
    std::string file;
    std::vector<std::pair<std::string, std::string>> constants;  // other than in the sample
};

std::string with(std::string sample, const Form& form) {
    for (const auto& [constant, value] : form.constants) {
        const std::string changed =
            std::regex_replace(sample, std::regex("(constexpr \\w+ " + constant + ") = [^;]+;"),
                               "$1 = " + value + ";");
        EXPECT_NE(changed, sample) << constant;
        sample = changed;
    }
    return sample;
}

compiler::Source source_of(const Form& form) {
    const std::string path = resource("kernels/array/" + form.file).string();
    compiler::Source source = test::source(path, read_text(path));
    source.include_folders = {resource("kernels").string()};
    source.headers = {{"array/line_expression.cuh",
                       with(read_text(resource("kernels/array/line_expression.cuh")), form)}};
    return source;
}

using Constants = std::vector<std::pair<std::string, std::string>>;

Constants operator+(Constants a, const Constants& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

const Constants kAcross{{"kAcross", "true"}, {"kFlat", "false"}, {"kFull", "false"}};
const Constants kAgain{{"kHeld", "0"}, {"kFull", "false"}};
const Constants kAgainAcross{{"kHeld", "0"}, {"kAcross", "true"}, {"kFlat", "false"}};
const Constants kTeam{{"kThreads", "512"}, {"kGroup", "512"}};
const Constants kTeamAcross{{"kThreads", "512"}, {"kGroup", "64"}, {"kTiled", "true"}};

const Form kForms[] = {
    {"again", "lines.cu", kAgain},
    {"again_in_rows", "lines.cu", {{"kFlat", "false"}, {"kHeld", "0"}}},
    {"across_a_thread_each", "lines.cu", kAcross + Constants{{"kGroup", "1"}}},
    {"across_in_warps", "lines.cu", kAcross},
    {"across_in_blocks", "lines.cu", kAcross + Constants{{"kGroup", "2"}}},
    {"across_in_tiles", "lines.cu", kAcross + Constants{{"kTiled", "true"}}},
    {"across_again", "lines.cu", kAgainAcross},
    {"across_one_value", "lines.cu", kAcross + Constants{{"kWhole", "false"}}},
    {"teams", "shared_lines.cu", kTeam},
    {"teams_again", "shared_lines.cu", kTeam + kAgain},
    {"teams_one_value", "shared_lines.cu", kTeam + Constants{{"kWhole", "false"}}},
    {"teams_in_phases", "shared_lines.cu", kTeam + kAgain + Constants{{"kAtOnce", "false"}}},
    {"teams_across", "shared_lines.cu", kTeamAcross + kAcross},
    {"teams_across_again", "shared_lines.cu", kTeamAcross + kAgainAcross},
    {"teams_across_in_phases", "shared_lines.cu",
     kTeamAcross + kAgainAcross + Constants{{"kAtOnce", "false"}}},
};

class LineKernels : public testing::TestWithParam<Form> {};

TEST_P(LineKernels, CompileWithoutAWarning) {
    if (compiler::nvrtc_version().empty()) GTEST_SKIP() << "cuda: NVRTC is missing";
    const Form& form = GetParam();
    const compiler::Binary binary = compiler::nvrtc_compiler("sm_90")->compile(source_of(form));
    EXPECT_FALSE(binary.image.empty());
    for (const compiler::Diagnostic& warning : binary.warnings)
        ADD_FAILURE() << compiler::to_string(warning);
    const bool waits = form.file == "shared_lines.cu" && !form.name.ends_with("in_phases");
    EXPECT_EQ(binary.cooperative_kernels.size(), waits ? 1u : 0u);
}

INSTANTIATE_TEST_SUITE_P(Each, LineKernels, testing::ValuesIn(kForms),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace glint
