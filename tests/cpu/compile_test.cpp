// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <support/on_threads.hpp>

#include "program.hpp"

namespace glint::cpu::test {
namespace {

using compiler::Diagnostic;

/// The diagnostics of a source that must not compile.
std::vector<Diagnostic> failure(const compiler::Source& source) {
    try {
        source_compiler().compile(source);
    } catch (const compiler::CompileError& error) {
        EXPECT_EQ(error.code(), ErrorCode::compile);
        return error.diagnostics();
    }
    ADD_FAILURE() << "it compiles:\n" << source.text;
    return {Diagnostic{}};
}

Diagnostic first_error(const compiler::Source& source) {
    const std::vector<Diagnostic> all = failure(source);
    const auto found = std::find_if(all.begin(), all.end(), [](const Diagnostic& diagnostic) {
        return diagnostic.severity == Diagnostic::Severity::error;
    });
    return found == all.end() ? Diagnostic{} : *found;
}

TEST(CpuCompile, AnErrorShowsFileLineColumnAndSource) {
    const Diagnostic error =
        first_error(source("__global__ void k(int* x) {\n    x[0] = undeclared + 1;\n}\n"));
    EXPECT_EQ(error.file, "test.cu");
    EXPECT_EQ(error.line, 2u);
    EXPECT_EQ(error.column, 12u);
    EXPECT_EQ(error.message, "use of undeclared identifier 'undeclared'");
    EXPECT_EQ(error.source_line, "    x[0] = undeclared + 1;");
}

TEST(CpuCompile, AllErrorsAreReported) {
    const auto all = failure(source("__global__ void k(int* x) {\n  a = 1;\n  b = 2;\n}\n"));
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].line, 2u);
    EXPECT_EQ(all[1].line, 3u);
}

TEST(CpuCompile, LineDirectivesAreFollowed) {
    const Diagnostic error = first_error(source("#line 40 \"mine.cuh\"\nint x = ;\n"));
    EXPECT_EQ(error.file, "mine.cuh");
    EXPECT_EQ(error.line, 40u);
}

TEST(CpuCompile, AMissingBraceIsReportedAtTheEndOfTheSource) {
    compiler::Source broken =
        source("template <class T> __global__ void k(T* x) {\n    x[0] = 1;\n");
    broken.instantiations = {"k<int>"};
    const Diagnostic error = first_error(broken);
    EXPECT_EQ(error.file, "test.cu");
    EXPECT_EQ(error.line, 2u);
}

TEST(CpuCompile, MissingKernelsAreNamed) {
    compiler::Source empty = source("template <class T> __global__ void bar(T*) {}\n");
    empty.instantiations = {"bar<int>", "foo<float>"};
    const auto all = failure(empty);
    ASSERT_FALSE(all.empty());
    EXPECT_TRUE(all[0].message.starts_with("kernel `foo<float>` not found"));
    EXPECT_EQ(all[0].file, "test.cu");
}

TEST(CpuCompile, OtherSymbolsAreNotKernels) {
    compiler::Source other = source("__device__ void helper() {}\n");
    other.instantiations = {"helper"};
    EXPECT_TRUE(first_error(other).message.starts_with("kernel `helper` not found"));
}

TEST(CpuCompile, InlinePtxIsAnErrorAtItsLine) {
    const Diagnostic error =
        first_error(source("__global__ void k(unsigned* x) {\n"
                           "    unsigned lane;\n"
                           "    asm(\"mov.u32 %0, %laneid;\" : \"=r\"(lane));\n"
                           "    x[0] = lane;\n"
                           "}\n"));
    EXPECT_EQ(error.line, 3u);
    EXPECT_EQ(error.message, "inline PTX is not supported on the CPU");
}

TEST(CpuCompile, InlinePtxWithConstraintsIsTheSameError) {
    const Diagnostic error =
        first_error(source("__global__ void k(short* x) {\n"
                           "    asm(\"mov.b16 %0, 1;\" : \"=h\"(x[0]));\n"
                           "}\n"));
    EXPECT_EQ(error.line, 2u);
    EXPECT_EQ(error.message, "inline PTX is not supported on the CPU");
}

TEST(CpuCompile, UndefinedFunctionsAreNamed) {
    const Diagnostic error =
        first_error(source("extern \"C\" __device__ int elsewhere(int);\n"
                           "__global__ void k(int* x) { *x = elsewhere(1); }\n"));
    EXPECT_EQ(error.message, "`elsewhere` is called, but not defined for the device");
    EXPECT_EQ(error.file, "test.cu");
    EXPECT_EQ(error.line, 2u);
}

TEST(CpuCompile, TooMuchStaticSharedMemoryIsAKernelError) {
    const Diagnostic error =
        first_error(source("__global__ void first(int* x) { *x = 1; }\n"
                           "\n"
                           "__global__ void second(int* x) {\n"
                           "    __shared__ double values[6145];\n"
                           "    values[*x] = 1;\n"
                           "    *x = values[*x + 1];\n"
                           "}\n"));
    EXPECT_EQ(error.file, "test.cu");
    EXPECT_EQ(error.line, 3u);
    EXPECT_TRUE(error.message.starts_with("kernel `second` has 49160 bytes of static shared"));
}

TEST(CpuCompile, CallingHostFunctionsIsAnError) {
    const Diagnostic error = first_error(
        source("int host() { return 1; }\n__global__ void k(int* x) { *x = host(); }\n"));
    EXPECT_EQ(error.line, 2u);
}

TEST(CpuCompile, NoncopyableParametersAreAnError) {
    const Diagnostic error =
        first_error(source("struct S { int* p; __device__ S(const S& other) : p(other.p) {} };\n"
                           "__global__ void k(S s) { *s.p = 1; }\n"));
    EXPECT_EQ(error.line, 2u);
    EXPECT_NE(error.message.find("'S' is not"), std::string::npos);
}

TEST(CpuCompile, WarningsAreReturnedNotPrinted) {
    testing::internal::CaptureStderr();
    const compiler::Binary binary =
        source_compiler().compile(source("__global__ void k(int* x) {\n    x[0] == 1;\n"
                                         "    x[0] = 1 / 0;\n}\n"));
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    ASSERT_FALSE(binary.warnings.empty());
    EXPECT_EQ(binary.warnings.back().severity, Diagnostic::Severity::warning);
    EXPECT_EQ(binary.warnings.back().line, 3u);
}

TEST(CpuCompile, FolderNamesAreRefused) {
    for (const char* name : {"/", "x/", "/tmp/x/"}) {
        compiler::Source of_folder = source("__global__ void k() {}\n");
        of_folder.name = name;
        try {
            source_compiler().compile(of_folder);
            ADD_FAILURE() << name;
        } catch (const Error& error) {
            EXPECT_EQ(error.reason(), "the source name is not a file name");
        }
    }
}

TEST(CpuCompile, SourceNamesNeedNotBeFiles) {
    for (const char* name : {"", "<fused expression>", "no/such/folder/x.cu", "/absent/y.cu"}) {
        compiler::Source broken = source("int x = ;\n");
        broken.name = name;
        const Diagnostic error = first_error(broken);
        EXPECT_EQ(error.file, *name == 0 ? "kernel.cu" : name);
        EXPECT_EQ(error.line, 1u);
    }
}

TEST(CpuCompile, DefinesReachTheSource) {
    compiler::Source defined = source("#if SIZE != 7\n#error wrong\n#endif\n");
    defined.defines = {{"SIZE", "7"}};
    EXPECT_NO_THROW(source_compiler().compile(defined));
    EXPECT_EQ(first_error(source(defined.text)).message, "wrong");
}

TEST(CpuCompile, IncludeFoldersAreSearched) {
    compiler::Source including = source("#include <loops.cu>\n");
    EXPECT_EQ(first_error(including).message, "'loops.cu' file not found");
    including.include_folders = {GLINT_TEST_DATA_DIR};
    EXPECT_NO_THROW(source_compiler().compile(including));
}

TEST(CpuCompile, AllowedStandardHeadersAreAvailable) {
    std::string text;
    for (const char* header : {"cuda_runtime.h", "cstdint", "stdint.h", "math.h", "cmath",
                               "assert.h", "cassert", "cstdio", "cfloat", "climits", "stddef.h"})
        text += "#include <" + std::string(header) + ">\n";
    text +=
        "__global__ void k(std::uint32_t* x, double y) {\n"
        "    assert(INT_MAX > 0 && FLT_MAX > 1.0f);\n"
        "    *x = std::sqrt(y) + std::max(1, 2);\n}\n";
    EXPECT_TRUE(source_compiler().compile(source(text)).warnings.empty());
}

TEST(CpuCompile, HostCodeIsIgnored) {
    EXPECT_NO_THROW(source_compiler().compile(
        source("__global__ void k(float* x) { *x = 1; }\n"
               "float host(float x) { return sinf(x) + make_float2(x, x).y; }\n"
               "__host__ __device__ float both(float x) { return x + fabsf(x); }\n")));
}

TEST(CpuCompile, FastMathKeepsInfinityAndNan) {
    compiler::Source text = source(
        "extern \"C\" __global__ void k(const float* x, float* out) {\n"
        "    const int i = threadIdx.x;\n"
        "    out[i] = isnan(x[i]) ? 1.0f : isinf(x[i]) ? 2.0f : sqrtf(x[i]) + 1.0f / x[i];\n}\n");
    text.fast_math = true;
    Program program(text);
    std::vector<float> x{NAN, INFINITY, -INFINITY, 4.0f}, out(4);
    program.run("k", one_block({4}), x.data(), out.data());
    EXPECT_EQ(out[0], 1.0f);
    EXPECT_EQ(out[1], 2.0f);
    EXPECT_EQ(out[2], 2.0f);
    EXPECT_NEAR(out[3], 2.25f, 1e-6f);
}

TEST(CpuCompile, DebugCodeGivesTheSameResults) {
    for (const char* file : {"loops.cu", "fibres.cu"}) {
        compiler::Source debug = source_file(file);
        debug.debug = true;
        Program program(debug);
        std::vector<int> out(60);
        program.run("where_am_i", one_block({5, 4, 3}), out.data());
        for (int i = 0; i < 60; ++i)
            ASSERT_EQ(out[i], i % 5 + 100 * (i / 5 % 4) + 10000 * (i / 20)) << file;
    }
}

TEST(CpuCompile, TheIdentityNamesCompilerAndProcessor) {
    const std::string identity = source_compiler().identity();
    EXPECT_EQ(identity.substr(0, 9), "clang 19.");
    EXPECT_NE(identity.find(open_backend()->info().architecture), std::string::npos);
    EXPECT_EQ(identity, source_compiler().identity());
}

TEST(CpuCompile, ManyThreadsMayCompileAtOnce) {
    std::vector<int> results(8);
    glint::test::on_threads(8, [&](int t) {
        const std::string value = std::to_string(100 + t);
        Program program(
            source("extern \"C\" __global__ void k(int* x) { __syncthreads(); "
                   "*x = " +
                   value + "; }\n"));
        program.run("k", one_block({1}), &results[t]);
    });
    for (int t = 0; t < 8; ++t) EXPECT_EQ(results[t], 100 + t);
}

}  // namespace
}  // namespace glint::cpu::test
