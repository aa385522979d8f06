// SPDX-License-Identifier: MIT
// The kernels of these tests, which use every template of the device library, compile without
// warnings for the CPU and for an old, a middle, and a new GPU architecture.
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include <glint/base/files.hpp>

#include <compiler/compilers.hpp>
#include <kernels/data_files.hpp>

namespace glint {
namespace {

using FileAndTarget = std::tuple<std::string, std::string>;

class LibraryKernels : public testing::TestWithParam<FileAndTarget> {};

std::string test_name(const testing::TestParamInfo<FileAndTarget>& info) {
    std::string name = std::get<0>(info.param) + "_for_" + std::get<1>(info.param);
    std::ranges::replace_if(name, [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name;
}

TEST_P(LibraryKernels, CompileWithoutAWarning) {
    const auto& [file, target] = GetParam();
    if (target != "cpu" && compiler::nvrtc_version().empty())
        GTEST_SKIP() << "cuda: NVRTC is missing";
    const auto path = std::filesystem::path(GLINT_TEST_DATA_DIR) / file;
    compiler::Source source = test::source(path.string(), read_text(path));
    source.include_folders = {resource("kernels").string()};
    source.instantiations = test::instantiations(file);
    test::expect_compiles(source, target);
}

INSTANTIATE_TEST_SUITE_P(Each, LibraryKernels,
                         testing::Combine(testing::ValuesIn(test::kernel_files()),
                                          testing::Values("cpu", "sm_75", "sm_90", "sm_120")),
                         test_name);

}  // namespace
}  // namespace glint
