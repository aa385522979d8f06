// SPDX-License-Identifier: MIT
#include <glint/algorithms/reduction_code.hpp>

#include <numeric>

#include <gtest/gtest.h>

#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

#include <base/scratch.hpp>
#include <driver/gate.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

class ReductionKernels : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(ReductionKernels, MapAndReduceArraysOfAnySize) {
    const ReductionKernel<double> dot(
        {.map = "x[i] * y[i]", .arguments = "const float* x, const int* y"});
    for (const std::size_t size : {0, 1, 255, 257, 40000, 700001}) {
        const Array<float> x = cast<float>(arange<int>(stream_, size) % 10);
        const Array<int> y = arange<int>(stream_, size) % 7;
        double expected = 0.0;
        for (std::size_t i = 0; i < size; ++i)
            expected += static_cast<double>(i % 10) * static_cast<double>(i % 7);
        EXPECT_EQ(dot(x, y).item(), expected) << size;
    }
}

TEST_P(ReductionKernels, TakeScalarsPreamblesAndAFinalMap) {
    const ReductionKernel<float> deviation(
        {.map = "square(x[i] - mean)",
         .arguments = "const float* x, double unused, float mean",
         .finish = "sqrtf(a / count)",
         .preamble = "__device__ inline float square(float a) { return a * a; }"});
    const Array<float> x = linspace<float>(stream_, 1.0, 5.0, 5);
    const Array<float> found = deviation(x, 0.0, 3.0f);
    EXPECT_EQ(found.shape(), Shape());
    EXPECT_FLOAT_EQ(found.item(), std::sqrt(2.0f));
    EXPECT_FLOAT_EQ(deviation(x(slice(1, 4)), 0.0, 3.0f).item(), std::sqrt(2.0f / 3.0f));
}

TEST_P(ReductionKernels, ReduceByAnyOperator) {
    const ReductionKernel<int> most({.neutral = -1000,
                                     .reduce = "max(a, b)",
                                     .map = "x[i] * sign",
                                     .arguments = "const int* x, int sign"});
    const Array<int> x(stream_, std::vector{4, -9, 7});
    EXPECT_EQ(most(x, 1).item(), 7);
    EXPECT_EQ(most(x, -1).item(), 9);
}

template <class Call>
std::string message(Call&& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was thrown";
}

TEST_P(ReductionKernels, ConvertScalarsToTheDeclaredTypes) {
    const ReductionKernel<double> all(
        {.map = "a * x[i] + b + float(h) + c",
         .arguments = "float a, const float* x, long long b, half h, bool c"});
    const Array<float> x = linspace<float>(stream_, 1.0, 4.0, 4);
    EXPECT_EQ(all(1, x, 0, 0, false).item(), 10.0);
    EXPECT_EQ(all(2.5, x, 3.0, 0.5f, 7).item(), 25.0 + 12 + 2 + 4);
    EXPECT_EQ(all(half(2.0f), x, std::uint8_t(200), half(0.25f), true).item(), 20.0 + 800 + 1 + 4);
    const ReductionKernel<std::uint64_t> words(
        {.map = "a + b + c + x[i]",
         .arguments = "unsigned long long a, unsigned char b, short c, const int* x"});
    const Array<int> zero(stream_, std::vector{0});
    EXPECT_EQ(words(~0ull, 255, -32768, zero).item(), ~0ull + 255 - 32768);
    const auto refuses = [&](const std::string& reason, auto... values) {
        expect_error(ErrorCode::invalid_argument, reason, [&] { (void)words(values..., zero); });
    };
    refuses("'unsigned long long a' cannot represent -1", -1, 0, 0);
    refuses("'unsigned char b' cannot represent 256", 0, 256, 0);
    refuses("'short c' cannot represent -32769", 0, 0, -32769);
    refuses("'short c' cannot represent 32768", 0, 0, 32768.0);
    refuses("'unsigned long long a' cannot represent 1.8446744073709552e+19", 0x1p64, 0, 0);
    refuses("'short c' takes an integer, not 0.5", 0, 0, 0.5);
}

TEST_P(ReductionKernels, TakeViewsOfAnyStridesAndBroadcast) {
    const ReductionKernel<int> dot(
        {.map = "x[i] * y[i]", .arguments = "const int* x, const int* y", .name = "dot"});
    const Array<int> x = reshaped(Array(arange<int>(stream_, 12)), {3, 4});
    const Array<int> y(stream_, std::vector{1, 10, 100});
    EXPECT_EQ(dot(transposed(x), y).item(), 6 + 220 + 3800);
    EXPECT_EQ(dot(x(1), x(2, slice(std::nullopt, std::nullopt, -1))).item(),
              4 * 11 + 5 * 10 + 6 * 9 + 7 * 8);
    expect_error(ErrorCode::invalid_argument, "extents 4 and 3 differ, and neither is 1",
                 [&] { (void)dot(x, y); });
}

TEST_P(ReductionKernels, IndexRawArraysThemselves) {
    const ReductionKernel<float> total(
        {.map = "table[at[i]] + grid[2]",
         .arguments = "raw const float* table, const int* at, raw const float* grid"});
    const Array<float> table(stream_, std::vector{0.5f, 1.5f});
    const Array<float> grid = reshaped(Array(cast<float>(arange<int>(stream_, 6))), {2, 3});
    const Array<int> at = arange<int>(stream_, 1000) % 2;
    EXPECT_EQ(total(table, at, grid).item(), 1000.0f + 2000.0f);
    EXPECT_EQ(total(table, at, transposed(grid)).item(), 1000.0f + 1000.0f);
    EXPECT_EQ(total(reversed(table), at(slice(0, 1)), grid).item(), 3.5f);
    expect_error(ErrorCode::invalid_argument,
                 "all arrays are raw, so the number of elements is unknown",
                 [&] { (void)ReductionKernel<float>({.arguments = "raw const float* x"})(table); });
}

TEST_P(ReductionKernels, TakeAStreamAndAnOutput) {
    const ReductionKernel<float> total({.name = "total"});
    Stream other(device_);
    Array<float> x = full<float>(stream_, {100'000}, 1.0f);
    const Array<float> there = total(other, x);
    EXPECT_EQ(there.stream().share(), other.share());
    EXPECT_EQ(there.item(), 100'000.0f);
    Array<float> late = zeros<float>(stream_, {1});
    {
        test::Gate before(stream_), after(other);
        x = 2.0f;
        total.into(other, late, x);
        x.view() = late + 1.0f;
        before.open();
        after.open();
    }
    EXPECT_EQ(late.item(), 200'000.0f);
    EXPECT_EQ(x(99'999).item(), 200'001.0f);
    x = 1.0f;
    Array<float> results = zeros<float>(stream_, {2, 2});
    total.into(results(1, 0), x);
    total.into(other, results(0, 1), x(slice(0, 10)));
    EXPECT_EQ(results.to_vector(), (std::vector<float>{0, 10, 100'000, 0}));
    expect_error(ErrorCode::invalid_argument,
                 "the result is one element, but the result array has shape (2)",
                 [&] { total.into(results(0), x); });
}

TEST_P(ReductionKernels, UseTheCompileOptions) {
    const Array<int> x(stream_, std::vector{1, 2, 3});
    const auto scaled = [](const char* factor) {
        return ReductionKernel<int>({.map = "x[i] * FACTOR",
                                     .arguments = "const int* x",
                                     .compile = {.defines = {{"FACTOR", factor}}}});
    };
    EXPECT_EQ(scaled("10")(x).item(), 60);
    EXPECT_EQ(scaled("2")(x).item(), 12);
}

TEST_P(ReductionKernels, RefuseMismatchedArguments) {
    const ReductionKernel<float> dot(
        {.map = "x[i] * y[i]", .arguments = "const float* x, const float* y"});
    const Array<float> x = linspace<float>(stream_, 0.0, 1.0, 8);
    const Array<int> whole = arange<int>(stream_, 8);
    EXPECT_EQ(message([&] { (void)dot(x); }),
              "cannot run kernel 'reduction': the kernel takes 2 arguments, not 1");
    EXPECT_EQ(message([&] { (void)dot(x, 1.0f); }),
              "cannot run kernel 'reduction': 'const float* y' takes an array");
    EXPECT_EQ(
        message([&] { (void)dot(x, whole); }),
        "cannot run kernel 'reduction': 'const float* y' does not accept elements of type int");
    EXPECT_EQ(
        message([&] { (void)dot(x, x(slice(2, 5))); }),
        "cannot broadcast arrays of shapes (8), (3): extents 8 and 3 differ, and neither is 1");
    EXPECT_EQ(message([&] { (void)ReductionKernel<int>({.map = "a", .arguments = "int a"})(1); }),
              "cannot run kernel 'reduction': none of the arguments is an array");
    EXPECT_EQ(message([&] { ReductionKernel<float>({.arguments = "const float* i"}); }),
              "cannot read arguments 'const float* i': 'i' is the name of the index. Choose "
              "another name for the argument");
    const ReductionKernel<float> wrong({.map = "nowhere[i]"});
    EXPECT_NE(message([&] { (void)wrong(x); }).find("map of reduction"), std::string::npos);
    EXPECT_NE(message([&] { (void)wrong(x); }).find("nowhere"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Backends, ReductionKernels, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
