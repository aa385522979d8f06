// SPDX-License-Identifier: MIT
#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

#include <chrono>
#include <numeric>

#include <gtest/gtest.h>

#include <glint/driver/graph.hpp>

#include <base/scratch.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

class Expressions : public test::OnEachBackend {
protected:
    template <class T>
    Array<T> iota(const Shape& shape, T first = 0) {
        std::vector<T> values(shape.size());
        std::iota(values.begin(), values.end(), first);
        return Array<T>(stream_, shape, values);
    }

    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(Expressions, AddMultiplyAndUseScalars) {
    const auto x = iota<float>(1003), y = iota<float>(1003, 7.0f);
    const Array<float> z = 2.0 * x + y * x - 1;
    const auto values = z.to_vector();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const float a = static_cast<float>(i), b = a + 7.0f;
        ASSERT_EQ(values[i], 2.0f * a + b * a - 1.0f) << i;
    }
}

TEST_P(Expressions, Broadcast) {
    const auto row = iota<int>({1, 5}), column = iota<int>({4, 1});
    const Array<int> table = 10 * column + row;
    EXPECT_EQ(table.shape(), Shape({4, 5}));
    const auto values = table.to_vector();
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 5; ++j) EXPECT_EQ(values[i * 5 + j], 10 * i + j);
}

TEST_P(Expressions, SupportTransposedAndSlicedViews) {
    Array<float> a = cast<float>(reshaped(Array(arange<int>(stream_, 20)), {4, 5}));
    const Array<float> b = transposed(a) * 2.0f;
    EXPECT_EQ(b.shape(), Shape({5, 4}));
    EXPECT_EQ(b(3, 2).item(), 26.0f);
    a(slice(), 1) = -1.0f;
    a(slice(0, 4, 2), slice(std::nullopt, std::nullopt, -1)) += linspace<float>(stream_, 0, 4, 5);
    EXPECT_EQ(a.to_vector(), (std::vector<float>{4,  2, 4,  4,  4,  5,  -1, 7,  8,  9,
                                                 14, 2, 14, 14, 14, 15, -1, 17, 18, 19}));
}

TEST_P(Expressions, MayOverwriteShiftedOrTransposedInputs) {
    Array<int> a = reshaped(Array(arange<int>(stream_, 9)), {3, 3});
    a = transposed(a) + a;
    EXPECT_EQ(a.to_vector(), (std::vector<int>{0, 4, 8, 4, 8, 12, 8, 12, 16}));
    a(slice(1, 3)) = a(slice(0, 2));
    EXPECT_EQ(a.to_vector(), (std::vector<int>{0, 4, 8, 0, 4, 8, 4, 8, 12}));
}

/// The `count` elements `first`, `first + step`, ... of an array.
struct Stepping {
    std::ptrdiff_t first, step;

    std::ptrdiff_t operator[](std::ptrdiff_t i) const { return first + i * step; }
    Slice of(std::ptrdiff_t count) const {
        const std::ptrdiff_t last = first + count * step;
        return {first, last < 0 ? std::nullopt : std::optional(last), step};
    }
};

TEST_P(Expressions, MayOverwriteOverlappingInputs) {
    constexpr std::ptrdiff_t kSize = 1800, kCount = 600;
    const Stepping runs[] = {{0, 1},    {300, 1},  {1, 1},     {599, -1},  {899, -1},  {600, -1},
                             {1199, 1}, {1198, 1}, {0, 2},     {1, 2},     {1198, -2}, {1799, -3},
                             {0, 3},    {600, 2},  {1200, -1}, {1799, -2}, {1799, -1}};
    for (const Stepping& to : runs)
        for (const Stepping& from : runs) {
            Array<int> x = arange<int>(stream_, kSize);
            x(to.of(kCount)) = x(from.of(kCount)) + 10000;
            std::vector<int> expected(kSize);
            std::iota(expected.begin(), expected.end(), 0);
            for (std::ptrdiff_t i = 0; i < kCount; ++i)
                expected[to[i]] = static_cast<int>(from[i]) + 10000;
            ASSERT_EQ(x.to_vector(), expected)
                << to.first << " " << to.step << " = " << from.first << " " << from.step;
        }
}

// Both sides have the same memory and layout, but each element of one side overlaps two of the
// other.
TEST_P(Expressions, MayOverwriteElementsOfAnotherSize) {
    constexpr std::size_t kCount = 5000;
    const auto numbers = iota<double>(kCount).to_vector();
    Array<double> x = iota<double>(kCount);
    auto floats = reinterpreted<float>(x)(slice(0, kCount));
    floats = cast<float>(x);
    EXPECT_EQ(floats.to_vector(), std::vector<float>(numbers.begin(), numbers.end()));
    x = cast<double>(floats);
    EXPECT_EQ(x.to_vector(), numbers);
    auto longs = reinterpreted<std::int64_t>(x);
    longs = cast<std::int64_t>(x);
    EXPECT_EQ(longs.to_vector(), std::vector<std::int64_t>(numbers.begin(), numbers.end()));
}

TEST_P(Expressions, ReadOperandsOfOtherLayouts) {
    for (const std::size_t rows : {16u, 33u, 64u, 130u}) {
        for (const std::size_t columns : {16u, 70u, 128u}) {
            const auto a = iota<double>({3, rows, columns}),
                       b = iota<double>({3, columns, rows}, 7.0);
            const Array<double> sum = a + transposed(b, {0, 2, 1}) * 2.0 + transposed(b, {0, 2, 1});
            const Array<double> turned = transposed(a) - 1.0;
            const auto sums = sum.to_vector(), others = turned.to_vector();
            for (std::size_t k = 0; k < 3; ++k)
                for (std::size_t i = 0; i < rows; ++i)
                    for (std::size_t j = 0; j < columns; ++j) {
                        const auto at = (k * rows + i) * columns + j;
                        const auto in_b = static_cast<double>((k * columns + j) * rows + i) + 7.0;
                        ASSERT_EQ(sums[at], static_cast<double>(at) + 3.0 * in_b);
                        ASSERT_EQ(others[(j * rows + i) * 3 + k], static_cast<double>(at) - 1.0);
                    }
        }
    }
}

TEST_P(Expressions, ComputeFunctions) {
    const Array<double> x = linspace<double>(stream_, -2.0, 2.0, 101);
    const Array<double> y = where(x < 0, sqrt(abs(x)), pow(x, 3.0) + atan2(x, 2.0));
    const auto in = x.to_vector(), out = y.to_vector();
    for (std::size_t i = 0; i < in.size(); ++i) {
        const double expected =
            in[i] < 0 ? std::sqrt(std::abs(in[i])) : std::pow(in[i], 3.0) + std::atan2(in[i], 2.0);
        EXPECT_NEAR(out[i], expected, 1e-14) << in[i];
    }
}

TEST_P(Expressions, HaveAllElementTypes) {
    const Array<half> h = cast<half>(linspace<float>(stream_, 0, 1, 33)) * 2.0 + 1;
    const Array<bfloat16> b = cast<bfloat16>(h);
    const Array<std::complex<float>> c =
        complex(cast<float>(h), cast<float>(b)) * std::complex<float>(0, 1);
    const Array<std::int8_t> i = cast<std::int8_t>(arange<int>(stream_, 200));
    const Array<bool> is = i < 0;
    EXPECT_EQ(static_cast<float>(h.to_vector()[16]), 2.0f);
    EXPECT_EQ(static_cast<float>(b.to_vector()[32]), 3.0f);
    EXPECT_EQ(c.to_vector()[16], std::complex<float>(-2, 2));
    EXPECT_EQ(i.to_vector()[199], -57);
    EXPECT_TRUE(is.to_vector()[128]);
    EXPECT_FALSE(is.to_vector()[127]);
}

/// Host time that the work takes.
template <class Work>
std::chrono::duration<double> time_of(const Work& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::steady_clock::now() - start;
}

TEST_P(Expressions, WarmUpHasNoEffect) {
    const test::ScopedVariable off("GLINT_CACHE", "off");
    const auto x = iota<float>(1003);
    auto y = Array<float>::zeros(stream_, 1003);
    const auto assign = [&] { y = 3.25f * x + 1.5f * floor(x); };
    const auto compiling = time_of([&] { warm_up(stream_, assign); });
    EXPECT_EQ(y.to_vector(), std::vector<float>(1003, 0.0f));
    EXPECT_LT(2 * time_of(assign), compiling);
    EXPECT_EQ(y(2).item(), 9.5f);

    const auto scaled = 4.5f * ceil(x) - x;
    const auto waiting = time_of([&] { warm_up(scaled); });
    EXPECT_LT(2 * time_of([&] { y = scaled; }), waiting);
    EXPECT_EQ(y(2).item(), 7.0f);
}

INSTANTIATE_TEST_SUITE_P(Backends, Expressions, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
