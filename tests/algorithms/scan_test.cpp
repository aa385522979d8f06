// SPDX-License-Identifier: MIT
#include <glint/algorithms/scan.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>
#include <glint/base/error.hpp>

#include <algorithms/on_values.hpp>
#include <support/thorough.hpp>

namespace algebra {

/// The map x -> factor x + offset. Composing such maps is associative, but not commutative.
struct Linear {
    unsigned factor, offset;
};

}  // namespace algebra

template <>
struct glint::CudaName<algebra::Linear> {
    static constexpr std::string_view value = "Linear";
    static constexpr std::string_view header = "struct Linear { unsigned int factor, offset; };\n";
};

namespace glint {
namespace {

class Scan : public test::OnValues {};

template <class T, class Op>
std::vector<T> reference(const std::vector<T>& x, T start, bool inclusive, Op op) {
    std::vector<T> result;
    for (const T& each : x) {
        const T after = static_cast<T>(op(start, each));
        result.push_back(inclusive ? after : start);
        start = after;
    }
    return result;
}

TEST_P(Scan, SumsIntegersOfEverySize) {
    for (const std::size_t size :
         {0, 1, 2, 31, 32, 33, 255, 256, 257, 1000, 4095, 4097, 16383, 16384, 16385, 100003}) {
        const auto x = some<int>(size, 1000);
        const auto a = on_device(x);
        EXPECT_EQ(cumulative_sum(a).to_vector(), reference(x, 0, true, std::plus<>())) << size;
        EXPECT_EQ(exclusive_scan(a, "a + b", 0).to_vector(), reference(x, 0, false, std::plus<>()))
            << size;
    }
}

TEST_P(Scan, TakesEveryType) {
    const auto check = [&]<class T>(T) {
        const auto x = some<T>(20000, 2);
        EXPECT_EQ(cumulative_sum(on_device(x)).to_vector(), reference(x, T(0), true, std::plus<>()))
            << CudaName<T>::value;
    };
    check(std::int8_t());
    check(std::uint16_t());
    check(std::int64_t());
    check(double());
    check(std::complex<float>());
}

TEST_P(Scan, CombinesHalvesInFloat) {
    // In half precision, adding 1/8 to 512 has no effect.
    const std::vector<half> x(10000, half(0.125f));
    const auto y = cumulative_sum(on_device(x)).to_vector();
    for (std::size_t i = 0; i < y.size(); ++i)
        ASSERT_EQ(y[i], half(0.125f * static_cast<float>(i + 1))) << i;
    const std::vector<bfloat16> z(1000, bfloat16(1.0f));
    EXPECT_EQ(float(cumulative_sum(on_device(z)).to_vector().back()), 1000.0f);
}

TEST_P(Scan, CountsBools) {
    const auto x = on_device(some<int>(5000, 100));
    const Array<int> y = cumulative_sum(x > 50);
    const auto in = x.to_vector();
    EXPECT_EQ(y.to_vector().back(),
              std::count_if(in.begin(), in.end(), [](int v) { return v > 50; }));
}

TEST_P(Scan, KeepsTheOrderOfItsOperands) {
    std::vector<algebra::Linear> maps;
    for (unsigned i = 0; i < 40000; ++i) maps.push_back({2 * (i % 7) + 1, i});
    const OperatorCode compose{"composed(a, b)",
                               "__device__ inline Linear composed(Linear a, Linear b) {\n"
                               "    return {a.factor * b.factor, a.offset * b.factor + b.offset};\n"
                               "}\n"};
    const auto y = inclusive_scan(on_device(maps), compose).to_vector();
    const auto with_neutral =
        inclusive_scan(on_device(maps), compose, algebra::Linear{1, 0}).to_vector();
    algebra::Linear sum{1, 0};
    for (std::size_t i = 0; i < maps.size(); ++i) {
        sum = {sum.factor * maps[i].factor, sum.offset * maps[i].factor + maps[i].offset};
        ASSERT_EQ(y[i].factor, sum.factor) << i;
        ASSERT_EQ(y[i].offset, sum.offset) << i;
        ASSERT_EQ(with_neutral[i].offset, sum.offset) << i;
    }
}

// On the CPU, each step processes as many elements as fit into 16 bytes, and combines them in
// pairs.
TEST_P(Scan, KeepsTheOperandOrderInPartialSteps) {
    // The map x -> factor x + offset, with four bits for each number.
    const auto composed = [](int a, int b) {
        return (a >> 4) * (b >> 4) % 16 << 4 | ((a & 15) * (b >> 4) + (b & 15)) % 16;
    };
    const OperatorCode code{
        "(a >> 4) * (b >> 4) % 16 << 4 | ((a & 15) * (b >> 4) + (b & 15)) % 16"};
    for (const std::size_t size : {15u, 17u, 32767u, 32768u, 32769u, 32783u, 32785u}) {
        auto x = some<std::uint8_t>(size, 256);
        // Sets the lowest bit of every factor: even factors would soon make every product 0.
        for (auto& each : x) each |= 16;
        const auto expected = reference(x, std::uint8_t(16), true, composed);
        EXPECT_EQ(inclusive_scan(on_device(x), code).to_vector(), expected) << size;
        EXPECT_EQ(inclusive_scan(on_device(x), code, std::uint8_t(16)).to_vector(), expected)
            << size;
    }
}

TEST_P(Scan, SupportsEveryElementSizeAtTileBorders) {
    const auto check = [&]<class T>(T) {
        for (const std::size_t size : {16386u, 32767u, 32768u, 32769u, 32777u}) {
            const auto x = some<T>(size, 2);
            EXPECT_EQ(cumulative_sum(on_device(x)).to_vector(),
                      reference(x, T(0), true, std::plus<>()))
                << CudaName<T>::value << ", " << size;
        }
    };
    check(std::uint8_t());
    check(std::int16_t());
    check(float());
    check(double());
    check(std::complex<double>());
}

TEST_P(Scan, TakesLambdasWithCaptures) {
    const auto x = some<int>(30000, 1 << 20);
    const int limit = 900000;
    const auto y = inclusive_scan(
        on_device(x), [=](auto a, auto b) { return minimum(maximum(a, b), limit); }, 0);
    EXPECT_EQ(y.to_vector(),
              reference(x, 0, true, [=](int a, int b) { return std::min(std::max(a, b), limit); }));
}

TEST_P(Scan, NeedsNoNeutralValueIfInclusive) {
    // Adding 0 changes no result. All elements are far above 0, so a result that includes a zero in
    // place of the unknown neutral value would be noticed.
    const auto smaller = [](auto a, auto b) { return minimum(a, b) + 0; };
    for (const std::size_t size : {0u, 1u, 255u, 4097u, 16385u, 100'003u}) {
        auto x = some<int>(size, 1 << 20);
        for (int& each : x) each = 2'000'000'000 - each;
        const auto a = on_device(x);
        const auto expected = reference(x, std::numeric_limits<int>::max(), true,
                                        [](int p, int q) { return std::min(p, q); });
        EXPECT_EQ(inclusive_scan(a, smaller).to_vector(), expected) << size;
        EXPECT_EQ(inclusive_scan(a, "a < b ? a : b", {.deterministic = true}).to_vector(), expected)
            << size;
    }
    const auto halves = on_device(std::vector<half>{half(1.5f), half(-0.5f), half(4.0f)});
    EXPECT_EQ(inclusive_scan(halves, "a + b").to_vector(),
              (std::vector<half>{half(1.5f), half(1.0f), half(5.0f)}));
    const auto letters = on_device(std::vector<std::int8_t>{3, 1, 2, 2, 9, 4});
    const auto keys = on_device(std::vector<int>{0, 0, 1, 1, 1, 2});
    EXPECT_EQ(inclusive_scan(letters, "a * b", by_key(keys)).to_vector(),
              (std::vector<std::int8_t>{3, 3, 2, 4, 36, 4}));
}

TEST_P(Scan, NeedsNoNeutralValueAlongAnyDimension) {
    for (const Shape& shape : {Shape{3, 2000, 5}, Shape{700, 33}, Shape{2, 7}}) {
        const auto values = some<int>(shape.size(), 1000);
        const Array<int> x(stream_, shape, values);
        for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
            const auto along = static_cast<std::ptrdiff_t>(axis);
            EXPECT_EQ(inclusive_scan(x, "a > b ? a : b", {.axis = along}).to_vector(),
                      cumulative_maximum(x, {.axis = along}).to_vector())
                << to_string(shape) << " " << axis;
        }
    }
}

TEST_P(Scan, RunningExtremesPropagateNaN) {
    std::vector<float> x{3, 1, 4, 1, 5, NAN, 9, 2};
    const auto a = on_device(x);
    const auto low = cumulative_minimum(a).to_vector(), high = cumulative_maximum(a).to_vector();
    EXPECT_EQ(std::vector<float>(low.begin(), low.begin() + 5),
              (std::vector<float>{3, 1, 1, 1, 1}));
    EXPECT_EQ(std::vector<float>(high.begin(), high.begin() + 5),
              (std::vector<float>{3, 3, 4, 4, 5}));
    for (std::size_t i = 5; i < 8; ++i) EXPECT_TRUE(std::isnan(low[i]) && std::isnan(high[i]));
    EXPECT_EQ(cumulative_product(on_device(std::vector<int>{1, 2, 3, 4})).to_vector(),
              (std::vector<int>{1, 2, 6, 24}));
}

TEST_P(Scan, TakesExpressionsAndViews) {
    const Array<float> x = linspace<float>(stream_, 0, 1, 1001);
    const auto y = cumulative_sum(2.0f * x(slice(1000, 0, -2)) + 1.0f).to_vector();
    double sum = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
        sum += 2.0 * (1.0 - 0.002 * static_cast<double>(i)) + 1.0;
        ASSERT_NEAR(y[i], sum, 1e-6 * sum) << i;
    }
}

TEST_P(Scan, RunsAlongEveryAxis) {
    for (const Shape& shape : {Shape{3, 5, 7}, Shape{40, 9000, 1}, Shape{2, 7000, 3}}) {
        const auto values = some<int>(shape.size(), 100);
        const Array<int> x(stream_, shape, values);
        std::size_t inner = shape.size();
        for (std::ptrdiff_t axis = 0; axis < 3; ++axis) {
            const std::size_t along = shape[static_cast<std::size_t>(axis)];
            inner /= along;
            const Array<int> sums = cumulative_sum(x, ScanOptions{.axis = axis});
            const Array<int> before = exclusive_scan(x, "a + b", 0, {.axis = axis - 3});
            EXPECT_EQ(sums.shape(), shape);
            std::vector<int> expected = values;
            for (std::size_t i = 0; i < values.size(); ++i)
                if (i / inner % along > 0) expected[i] += expected[i - inner];
            EXPECT_EQ(sums.to_vector(), expected) << to_string(shape) << " along " << axis;
            const auto exclusive = before.to_vector();
            for (std::size_t i = 0; i < values.size(); ++i)
                ASSERT_EQ(exclusive[i], expected[i] - values[i]) << to_string(shape) << i;
        }
    }
}

TEST_P(Scan, RestartsAtFlags) {
    const auto x = some<int>(50000, 100), keys = some<int>(50000, 3);
    std::vector<int> offsets{0};
    std::vector<int> expected, exclusive;
    int sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (i > 0 && keys[i] != keys[i - 1]) {
            offsets.push_back(static_cast<int>(i));
            sum = 0;
        }
        exclusive.push_back(sum);
        expected.push_back(sum += x[i]);
    }
    offsets.push_back(static_cast<int>(x.size()));
    const auto a = on_device(x), k = on_device(keys), o = on_device(offsets);
    EXPECT_EQ(cumulative_sum(a, by_key(k)).to_vector(), expected);
    EXPECT_EQ(cumulative_sum(a, by_offsets(o)).to_vector(), expected);
    EXPECT_EQ(exclusive_scan(a, "a + b", 0, by_key(k)).to_vector(), exclusive);
    const auto heads = on_device(some<int>(50000, 2));
    const auto flags = heads.to_vector();
    sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) expected[i] = sum = flags[i] ? x[i] : sum + x[i];
    EXPECT_EQ(cumulative_sum(a, by_heads(heads == 1), {.deterministic = true}).to_vector(),
              expected);
}

TEST_P(Scan, DoesNotMixUpFlagsAndResults) {
    // Segment flags and results both have one byte per element.
    const std::vector<std::int8_t> x(50'000, 1);
    const auto a = on_device(x);
    const Array<int> offsets = arange<int>(stream_, 0, 50'001, 100);
    const auto y = cumulative_sum(a, by_offsets(offsets)).to_vector();
    for (std::size_t i = 0; i < y.size(); ++i) ASSERT_EQ(y[i], static_cast<int>(i % 100) + 1) << i;
}

TEST_P(Scan, DeterministicScanIsBitIdentical) {
    std::vector<float> x(300000);
    for (float& each : x) each = static_cast<float>(random_()) * 1e-6f;
    const auto a = on_device(x);
    const auto first = cumulative_sum(a, ScanOptions{.deterministic = true}).to_vector();
    EXPECT_EQ(cumulative_sum(a, ScanOptions{.deterministic = true}).to_vector(), first);
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        sum += x[i];
        ASSERT_NEAR(first[i], sum, 1e-4 * sum) << i;
    }
}

TEST_P(Scan, RefusesInvalidRequests) {
    const auto x = on_device(std::vector<int>{1, 2, 3});
    try {
        cumulative_sum(x, ScanOptions{.axis = 1});
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        EXPECT_NE(std::string(error.what()).find("dimension 1"), std::string::npos) << error.what();
    }
    try {
        cumulative_sum(x, by_key(x), {.axis = 0});
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("segments along axis 0"), std::string::npos)
            << error.what();
    }
    EXPECT_THROW(inclusive_scan(x, "a +", 0), Error);
}

// Runs the GPU algorithm on CPU threads that wait for each other. Its kernels take long to compile,
// so the test compiles each option only once.
TEST_P(Scan, BlockAlgorithmLooksBackAtEarlierTiles) {
    const auto op = detail::any_operator<double>(detail::AddOp(), 0.0);
    const auto without_neutral = detail::any_operator<double>(detail::AddOp());
    // A tile has 18,432 elements, or half as many if the neutral value is not known.
    for (const std::size_t size : {5, 40'001}) {
        const auto x = some<double>(size, 1000);
        const auto a = on_device(x);
        const auto input = detail::erased(a.view());
        const auto sums = reference(x, 0.0, true, std::plus<>());
        const auto y = detail::scanned<double>(input, op, {.inclusive = true, .in_blocks = true},
                                               {.deterministic = false});
        EXPECT_EQ(y.to_vector(), sums) << size;
        if constexpr (!test::kThorough) continue;
        const auto z =
            detail::scanned<double>(input, without_neutral, {.inclusive = true, .in_blocks = true},
                                    {.deterministic = true});
        EXPECT_EQ(z.to_vector(), sums) << size;
    }
}

TEST_P(Scan, BlockAlgorithmRestartsAtSegments) {
    const auto op = detail::any_operator<double>(detail::AddOp(), 0.0);
    // Three tiles: the second starts within a run, and the third starts a new run.
    const auto x = some<double>(20'001, 1000);
    auto keys = some<int>(20'001, 2);
    std::fill(keys.begin() + 9000, keys.begin() + 9400, 5);
    keys[18'431] = 7;
    std::vector<double> expected;
    for (std::size_t i = 0; i < x.size(); ++i)
        expected.push_back(i > 0 && keys[i] == keys[i - 1] ? expected.back() + x[i] : x[i]);
    const auto a = on_device(x);
    const auto k = on_device(keys);
    const auto parts = detail::segmented(detail::node_of(a), by_key(k));
    const auto y = detail::scanned<double>(
        parts.elements, op, {.inclusive = true, .heads = parts.heads, .in_blocks = true}, {});
    EXPECT_EQ(y.to_vector(), expected);
}

TEST_P(Scan, ScansReversedElementsOfAnySize) {
    for (const std::size_t count : {33u, 1001u, 4099u}) {
        const auto values = some<int>(count, 100);
        const Array<int> x = on_device(values);
        std::vector<int> expected(values.rbegin(), values.rend());
        std::partial_sum(expected.begin(), expected.end(), expected.begin());
        EXPECT_EQ(cumulative_sum(reversed(x)).to_vector(), expected) << count;
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, Scan, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
