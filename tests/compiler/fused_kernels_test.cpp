// SPDX-License-Identifier: MIT
// The kernel of expressions with reductions compiles for GPUs in all variants: for long and short
// lines, row-wise and column-wise, split or not. The sample header covers only one variant.
#include <filesystem>
#include <regex>

#include <gtest/gtest.h>

#include <glint/base/files.hpp>

#include <compiler/compilers.hpp>

namespace glint {
namespace {

using Constants = std::vector<std::pair<std::string, std::string>>;

struct Form {
    std::string name;
    Constants constants;  // constants that differ from the sample header
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

compiler::Source source_of_form(const Form& form) {
    const std::string path = resource("kernels/fused/evaluate.cu").string();
    compiler::Source source = test::source(path, read_text(path));
    source.include_folders = {resource("kernels").string()};
    source.headers = {
        {"fused/expression.cuh", with(read_text(resource("kernels/fused/expression.cuh")), form)}};
    return source;
}

Constants operator+(Constants a, const Constants& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

const Constants kColumns{{"kColumnwise", "true"}, {"kFlat", "false"}, {"kFull", "false"}};
const Constants kAgain{{"kHeld", "0"}, {"kFull", "false"}};
const Constants kAgainInColumns{{"kHeld", "0"}, {"kColumnwise", "true"}, {"kFlat", "false"}};
const Constants kTiled{{"kTiled", "true"}};
const Constants kOneValue{{"kWhole", "false"}};
const Constants kToWrite{{"kPhase", "2"}};
const Constants kSplit = Constants{{"kSplit", "true"}, {"kGroup", "256"}} + kAgain;
const Constants kSplitColumns =
    Constants{{"kSplit", "true"}, {"kGroup", "8"}, {"kTiled", "true"}} + kAgainInColumns;

const Form kForms[] = {
    {"again", kAgain},
    {"again_in_rows", {{"kFlat", "false"}, {"kHeld", "0"}}},
    {"again_with_a_tail", kAgain + Constants{{"kTail", "true"}}},
    {"one_value", kAgain + kOneValue},
    {"columns_a_thread_each", kColumns + Constants{{"kGroup", "1"}}},
    {"columns_in_warps", kColumns},
    {"columns_in_blocks", kColumns + Constants{{"kGroup", "2"}}},
    {"columns_in_tiles", kColumns + kTiled},
    {"columns_again", kAgainInColumns},
    {"columns_one_value", kColumns + kOneValue},
    {"split", kSplit},
    {"split_to_write", kSplit + kToWrite},
    {"split_second_level", kSplit + Constants{{"kPhase", "1"}}},
    {"split_one_value", kSplit + kOneValue},
    {"split_one_value_to_write", kSplit + kOneValue + kToWrite},
    {"split_with_a_tail", kSplit + Constants{{"kTail", "true"}}},
    {"split_columns", kSplitColumns},
    {"split_columns_to_write", kSplitColumns + kToWrite},
    {"split_columns_one_value", kSplitColumns + kOneValue},
};

class FusedKernels : public testing::TestWithParam<Form> {};

TEST_P(FusedKernels, CompileWithoutAWarning) {
    if (compiler::nvrtc_version().empty()) GTEST_SKIP() << "cuda: NVRTC is missing";
    const compiler::Binary binary =
        compiler::nvrtc_compiler("sm_90")->compile(source_of_form(GetParam()));
    EXPECT_FALSE(binary.image.empty());
    EXPECT_TRUE(binary.cooperative_kernels.empty());
    for (const compiler::Diagnostic& warning : binary.warnings)
        ADD_FAILURE() << compiler::to_string(warning);
}

INSTANTIATE_TEST_SUITE_P(Each, FusedKernels, testing::ValuesIn(kForms),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace glint
