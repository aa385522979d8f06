// SPDX-License-Identifier: MIT
// Every kernel file of these tests compiles without warnings for a GPU and for the CPU. Features
// that the CPU does not support are reported as errors with a line number.
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include <glint/base/files.hpp>

#include <compiler/compilers.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

std::string compiler_name(const testing::TestParamInfo<std::string>& of) { return of.param; }

class LanguageFiles : public testing::TestWithParam<std::string> {};

TEST_P(LanguageFiles, CompileWithoutAWarning) {
    const auto with = test::compiler_called(GetParam());
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(GLINT_TEST_DATA_DIR)) {
        const fs::path& path = entry.path();
        if (path.extension() != ".cu") continue;
        compiler::Source source = test::source(path.string(), read_text(path));
        source.include_folders = {resource("kernels").string()};
        if (path.filename() == "groups.cu") source.instantiations = {"tiles<8>"};
        if (path.filename() == "shared_memory.cu") source.instantiations = {"aligned<128>"};
        if (path.filename() == "atomics.cu") source.instantiations = {"exchanged<int>"};
        const compiler::Binary binary = with->compile(source);
        for (const compiler::Diagnostic& warning : binary.warnings)
            ADD_FAILURE() << compiler::to_string(warning);
        ++count;
    }
    EXPECT_GE(count, 4u);
}

INSTANTIATE_TEST_SUITE_P(Compilers, LanguageFiles, testing::ValuesIn(test::compiler_names()),
                         compiler_name);

struct Refused {
    const char* name;
    const char* line;
    const char* message;
};

std::string refused_name(const testing::TestParamInfo<Refused>& of) { return of.param.name; }

class CpuCompileErrors : public testing::TestWithParam<Refused> {};

TEST_P(CpuCompileErrors, NameTheLine) {
    const auto clang = test::compiler_called("clang");
    const std::string text =
        "#include <cooperative_groups.h>\n#include <mma.h>\n__global__ void other() {}\n" +
        std::string(GetParam().line) + "\n";
    try {
        (void)clang->compile(test::source("test.cu", text));
        ADD_FAILURE() << "it compiles: " << text;
    } catch (const compiler::CompileError& error) {
        const compiler::Diagnostic& first = error.diagnostics().at(0);
        EXPECT_EQ(first.line, 4u);
        EXPECT_NE(first.message.find(GetParam().message), std::string::npos) << first.message;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Things, CpuCompileErrors,
    testing::Values(
        Refused{"GridSync", "__global__ void k() { cooperative_groups::this_grid().sync(); }",
                "grid-wide synchronization is not supported on the CPU"},
        Refused{"DeviceLaunch", "__global__ void k() { other<<<1, 1>>>(); }",
                "reference to __global__ function 'other' in __global__ function"},
        Refused{"TensorCores",
                "__global__ void k() { nvcuda::wmma::fragment<int, 16, 16, 16, float> f; }",
                "tensor cores are not supported on the CPU"},
        Refused{"RuntimeApi", "__global__ void k(void** p) { cudaMalloc(p, 4); }", "cudaMalloc"}),
    refused_name);

}  // namespace
}  // namespace glint
