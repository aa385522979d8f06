// SPDX-License-Identifier: MIT
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>

#include "program.hpp"

namespace glint::cpu::test {
namespace {

/// All tests in this file share one compilation.
class CpuLoops : public testing::Test {
protected:
    static Program& program() {
        static Program value = [] {
            compiler::Source source = source_file("loops.cu");
            source.instantiations = {"scale<float, 3>", "scale<long long, 5>", "outer::hidden",
                                     "outer::inside"};
            return Program(source);
        }();
        return value;
    }

    /// The value that `where_am_i` writes for one thread.
    static int place(const driver::LaunchShape& shape, int block, int thread) {
        const int x = static_cast<int>(shape.block.x), y = static_cast<int>(shape.block.y);
        return thread % x + 100 * (thread / x % y) + 10000 * (thread / (x * y)) + 1000000 * block;
    }
};

TEST_F(CpuLoops, NoTestKernelNeedsFibers) {
    for (const std::string& symbol : program().module().kernel_symbols())
        EXPECT_EQ(program().kernel(symbol).info().lowering, "loops") << symbol;
}

TEST_F(CpuLoops, SaxpyIsRightForAnyNumberOfElements) {
    for (const std::size_t n : {1u, 31u, 256u, 1000u, 100003u}) {
        std::vector<float> x(n), y(n, 1.0f);
        std::iota(x.begin(), x.end(), 0.0f);
        program().run("saxpy", {.grid = {static_cast<unsigned>((n + 255) / 256)}, .block = {256}},
                      n, 2.0f, x.data(), y.data());
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(y[i], 1.0f + 2.0f * x[i]) << i;
    }
}

TEST_F(CpuLoops, IndicesAreRightInThreeDimensions) {
    for (const driver::Dim3 block :
         {driver::Dim3{64}, {8, 8, 8}, {5, 3, 2}, {1, 1, 64}, {16, 4, 2}, {1024}, {1, 1000}}) {
        const driver::LaunchShape shape{.grid = {2, 3, 2}, .block = block};
        const int threads = static_cast<int>(block.x * block.y * block.z);
        std::vector<int> out(static_cast<std::size_t>(12 * threads), -1);
        program().run("where_am_i", shape, out.data());
        for (int i = 0; i < 12 * threads; ++i)
            ASSERT_EQ(out[i], place(shape, i / threads, i % threads)) << block.x << " " << i;
    }
}

TEST_F(CpuLoops, TransposeGuardsItsEdges) {
    constexpr int kWidth = 53, kHeight = 37;
    std::vector<float> in(kWidth * kHeight), out(kWidth * kHeight);
    std::iota(in.begin(), in.end(), 0.0f);
    program().run("transpose", {.grid = {4, 5}, .block = {16, 8}}, kWidth, kHeight, in.data(),
                  out.data());
    for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x) ASSERT_EQ(out[x * kHeight + y], in[y * kWidth + x]);
}

TEST_F(CpuLoops, AThreadMayReturnEarlyAnywhere) {
    constexpr int kCount = 1000;
    std::vector<int> out(1024, -7);
    program().run("early_returns", {.grid = {8}, .block = {128}}, kCount, out.data());
    for (int i = 0; i < kCount; ++i) {
        const int root = static_cast<int>(std::ceil(std::sqrt(i)));
        const int expected = i % 3 == 0 ? -1 : root < i ? root : i;
        ASSERT_EQ(out[i], expected) << i;
    }
    for (int i = kCount; i < 1024; ++i) ASSERT_EQ(out[i], -7);
}

TEST_F(CpuLoops, StructsAndSmallTypesArePassedByValue) {
    struct Material {
        float color[3];
        int count;
        double weights[5];
    } material{{1, 2, 3}, 4, {10, 20, 30, 40, 50}};
    struct alignas(8) Float2 {
        float x, y;
    } pair{2, 8};
    struct alignas(4) Uchar4 {
        unsigned char x, y, z, w;
    } bytes{1, 2, 3, 200};
    std::vector<double> out(32);
    program().run("by_value", one_block({32}), material, static_cast<char>(-3), pair, true, bytes,
                  out.data());
    for (int i = 0; i < 32; ++i)
        ASSERT_EQ(out[i], -(17.0 + 4 + material.weights[i % 5] - 3 + 16 + 200));
}

TEST_F(CpuLoops, ParametersAreKnownByTypeSizeAndOffset) {
    const driver::KernelInfo& info = program().kernel("by_value").info();
    ASSERT_TRUE(info.parameters_known);
    ASSERT_EQ(info.parameters.size(), 6u);
    const char* types[] = {"Material", "char", "float2", "bool", "uchar4", "double*"};
    const std::size_t sizes[] = {56, 1, 8, 1, 4, 8};
    const std::size_t offsets[] = {0, 56, 64, 72, 76, 80};
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(info.parameters[i].type, types[i]);
        EXPECT_EQ(info.parameters[i].size_bytes, sizes[i]) << i;
        EXPECT_EQ(info.parameters[i].offset, offsets[i]) << i;
    }
}

TEST_F(CpuLoops, TemplatesAreInstantiatedOnRequest) {
    std::vector<float> floats{1, 2, 3};
    std::vector<long long> integers{1, 2, 3};
    program().run("scale<float, 3>", one_block({32}), 3, floats.data());
    program().run("scale<long long, 5>", one_block({32}), 3, integers.data());
    EXPECT_EQ(floats, (std::vector<float>{3, 6, 9}));
    EXPECT_EQ(integers, (std::vector<long long>{5, 10, 15}));
    EXPECT_EQ(program().binary().symbols.at("scale<float, 3>"), "_Z5scaleIfLi3EEviPT_");
    EXPECT_EQ(program().kernel("scale<float, 3>").info().name, "scale<float, 3>");
}

TEST_F(CpuLoops, KernelsInNamespacesAreFound) {
    std::vector<int> out(2);
    program().run("outer::hidden", {}, &out[0]);
    program().run("outer::inside", {}, &out[1]);
    EXPECT_EQ(out, (std::vector<int>{7, 8}));
}

TEST_F(CpuLoops, RecursionAndFunctionPointersRun) {
    std::vector<int> out(64);
    program().run("recursion", one_block({64}), out.data());
    EXPECT_EQ(out[15], 610);
    EXPECT_EQ(out[16 + 10], 55);
    program().run("by_pointer", one_block({64}), 0, out.data());
    EXPECT_EQ(out[40], 41);
    program().run("by_pointer", one_block({64}), 1, out.data());
    EXPECT_EQ(out[40], 80);
}

TEST_F(CpuLoops, EachThreadHasItsOwnLocalArray) {
    std::vector<int> out(256);
    program().run("local_array", {.grid = {4}, .block = {64}}, 7, out.data());
    for (int i = 0; i < 256; ++i) ASSERT_EQ(out[i], (i % 64) * (7 + 12));
}

TEST_F(CpuLoops, SharedMemoryWithoutBarriersIsPerThread) {
    std::vector<int> out(1024);
    program().run("private_shared", {.grid = {4}, .block = {256}}, out.data());
    for (int i = 0; i < 1024; ++i) ASSERT_EQ(out[i], 3 * (i % 256) + i / 256);
    EXPECT_EQ(program().kernel("private_shared").info().static_shared_bytes, 1024u);
}

TEST_F(CpuLoops, MathFunctionsMatchTheHost) {
    constexpr int kCount = 4000;
    std::vector<float> x(kCount), out(kCount);
    for (int i = 0; i < kCount; ++i) x[i] = 0.01f + 0.002f * static_cast<float>(i);
    program().run("mathematics", {.grid = {16}, .block = {256}}, kCount, x.data(), out.data());
    for (int i = 0; i < kCount; ++i) {
        const double v = x[i];
        const double expected =
            std::sin(v) * std::exp(-v) + std::cos(v) + std::log1p(v) + 1 / std::sqrt(v);
        // Four units in the last place per term: libmvec does not guarantee more.
        ASSERT_NEAR(out[i], expected, 4e-6 * (1 + 1 / std::sqrt(v))) << v;
    }
}

TEST_F(CpuLoops, IntegerIntrinsicsMatchKnownValues) {
    std::vector<unsigned long> out(10);
    program().run("integers", {}, out.data());
    const auto rounded = static_cast<unsigned long>(2 + 10 * 3 - 100 * 2);
    const std::vector<unsigned long> expected{8, 31,      4,          0x80000000, 3,
                                              4, rounded, 0x3f800000, 2147483647, 0x77553311};
    EXPECT_EQ(out, expected);
}

TEST_F(CpuLoops, GridStrideLoopsReachAllElements) {
    std::vector<int> out(5000);
    program().run("grid_stride", {.grid = {4}, .block = {128}}, 5000, out.data());
    for (int i = 0; i < 5000; ++i) ASSERT_EQ(out[i], 2 * i + 1);
}

TEST_F(CpuLoops, AFailedAssertionIsAnErrorOfTheStream) {
    std::vector<float> x(64, 1.0f);
    program().run("positive", one_block({64}), x.data());
    x[40] = -1;
    program().start("positive", {.grid = {100}, .block = {64}}, x.data());
    try {
        program().stream().synchronize();
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::launch);
        EXPECT_EQ(error.operation(), "run kernel 'positive'");
        // Any of the failing blocks may be reported first.
        EXPECT_TRUE(error.reason().starts_with("block (")) << error.reason();
        EXPECT_TRUE(
            error.reason().ends_with(": loops.cu:92: assertion `x[threadIdx.x] > 0.0f` failed"))
            << error.reason();
    }
    program().stream().synchronize();
}

}  // namespace
}  // namespace glint::cpu::test
