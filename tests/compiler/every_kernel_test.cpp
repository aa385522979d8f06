// SPDX-License-Identifier: MIT
// Every kernel file of the project, and every device library header by itself, compiles for an old,
// a middle, and a new GPU architecture, and for the CPU. Some files need headers that arrays and
// algorithms generate; they are compiled with the sample headers next to them.
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include <glint/base/files.hpp>

#include <compiler/compilers.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_below(std::string_view folder, std::string_view extension) {
    std::vector<std::string> found;
    const fs::path root = resource(folder);
    for (const auto& entry : fs::recursive_directory_iterator(root))
        if (entry.path().extension() == extension)
            found.push_back((folder / fs::relative(entry.path(), root)).string());
    std::ranges::sort(found);
    return found;
}

std::vector<std::string> all_files() {
    std::vector<std::string> files = files_below("kernels", ".cuh");
    for (const char* folder : {"apps", "bench/cpu/kernels", "kernels"})
        std::ranges::copy(files_below(folder, ".cu"), std::back_inserter(files));
    return files;
}

/// The file itself or, for a header, a source that only includes it.
compiler::Source source_of(const std::string& file) {
    const fs::path path = resource(file);
    const bool is_header = path.extension() == ".cuh";
    compiler::Source source = test::source(
        path.string(), is_header ? "#include \"" + path.string() + "\"\n" : read_text(path));
    if (is_header) source.name = "alone.cu";
    source.include_folders = {path.parent_path().string(), resource("kernels").string()};
    return source;
}

using FileAndTargets = std::tuple<std::string, std::string>;

class EveryKernel : public testing::TestWithParam<FileAndTargets> {};

std::string test_name(const testing::TestParamInfo<FileAndTargets>& info) {
    std::string name = std::get<0>(info.param) + "_for_" + std::get<1>(info.param);
    std::ranges::replace_if(name, [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name;
}

void expect_compiles(const compiler::Source& source, const std::string& targets) {
    if (targets == "cpu") return test::expect_compiles(source, targets);
    if (compiler::nvrtc_version().empty()) GTEST_SKIP() << "cuda: NVRTC is missing";
    for (const char* architecture : {"sm_75", "sm_90", "sm_120"})
        test::expect_compiles(source, architecture);
}

/// All files with their targets. Without NVRTC, contains only one file for CUDA, and its test
/// reports that the tests for CUDA are skipped.
std::vector<FileAndTargets> files_and_targets() {
    std::vector<FileAndTargets> all;
    for (const std::string& file : all_files()) {
        all.emplace_back(file, "cpu");
        if (all.size() == 1 || !compiler::nvrtc_version().empty()) all.emplace_back(file, "cuda");
    }
    return all;
}

TEST_P(EveryKernel, CompilesWithoutAWarning) {
    const auto& [file, targets] = GetParam();
    expect_compiles(source_of(file), targets);
}

INSTANTIATE_TEST_SUITE_P(Each, EveryKernel, testing::ValuesIn(files_and_targets()), test_name);

/// The sample header that defines a sort's types, changed to read an expression.
std::string types_of_expression() {
    std::string text = read_text(resource("kernels/algorithms/sort_types.cuh"));
    const std::pair<std::string_view, std::string_view> changes[] = {
        {"#pragma once\n", "#pragma once\n\n#include <algorithms/expression_keys.cuh>\n"},
        {"using Key = unsigned int;", "using Key = float;"},
        {"using Given = const Key*;", "using Given = ExpressionKeys;"}};
    for (const auto& [from, to] : changes) {
        const std::size_t place = text.find(from);
        EXPECT_NE(place, std::string::npos) << from;
        if (place != std::string::npos) text.replace(place, from.size(), to);
    }
    return text;
}

class SortOfExpression : public testing::TestWithParam<FileAndTargets> {};

TEST_P(SortOfExpression, CompilesWithoutAWarning) {
    const auto& [file, targets] = GetParam();
    compiler::Source source = source_of("kernels/algorithms/" + file);
    source.headers.emplace_back("algorithms/sort_types.cuh", types_of_expression());
    expect_compiles(source, targets);
}

INSTANTIATE_TEST_SUITE_P(Each, SortOfExpression,
                         testing::Combine(testing::Values("check_order.cu", "key_ranks.cu",
                                                          "merge_serial.cu", "merge_sort.cu",
                                                          "radix_count.cu", "radix_segments.cu",
                                                          "radix_serial.cu"),
                                          testing::Values("cpu", "cuda")),
                         test_name);

TEST(EveryKernelList, ContainsAllProjectFiles) {
    const std::vector<std::string> files = all_files();
    for (const char* known : {"apps/particles/particles.cu", "bench/cpu/kernels/lbm.cu",
                              "kernels/array/elementwise.cu", "kernels/glint/hash.cuh"})
        EXPECT_NE(std::ranges::find(files, known), files.end()) << known;
}

TEST(NvrtcCompiler, RejectsInvalidArchitectures) {
    if (compiler::nvrtc_version().empty()) GTEST_SKIP() << "cuda: NVRTC is missing";
    for (const char* wrong : {"", "90", "sm_", "sm_9x", "compute_", "sm_9"}) {
        try {
            (void)compiler::nvrtc_compiler(wrong);
            ADD_FAILURE() << wrong;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
            EXPECT_EQ(error.reason(), "an architecture has the form sm_90, sm_90a or compute_90");
        }
    }
    EXPECT_THROW((void)compiler::nvrtc_compiler("sm_20"), Error);
}

TEST(NvrtcCompiler, CompilesPtxForUnknownNewerGpus) {
    if (compiler::nvrtc_version().empty()) GTEST_SKIP() << "cuda: NVRTC is missing";
    const auto future = compiler::nvrtc_compiler("sm_999");
    const compiler::Binary binary =
        future->compile(test::source("a.cu", "extern \"C\" __global__ void f() {}\n"));
    const std::string ptx(reinterpret_cast<const char*>(binary.image.data()), binary.image.size());
    EXPECT_NE(ptx.find(".visible .entry f("), std::string::npos);
    EXPECT_NE(future->identity().find("compute_"), std::string::npos);
    ASSERT_EQ(binary.warnings.size(), 1u);
    EXPECT_TRUE(binary.warnings[0].message.starts_with(
        "NVRTC does not support sm_999 and generates PTX for"))
        << binary.warnings[0].message;
}

}  // namespace
}  // namespace glint
