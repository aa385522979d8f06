// SPDX-License-Identifier: MIT
#include <glint/algorithms/reduce.hpp>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

#include <support/backends.hpp>

namespace glint {

struct ReduceTestBox {
    float low, high;
    int count;
};
template <>
struct CudaName<ReduceTestBox> {
    static constexpr std::string_view value = "ReduceTestBox";
    static constexpr std::string_view header =
        "struct ReduceTestBox {\n    float low, high;\n    int count;\n};\n";
};
struct alignas(32) ReduceTestWide {
    double least;
    int count;
};
template <>
struct CudaName<ReduceTestWide> {
    static constexpr std::string_view value = "ReduceTestWide";
    static constexpr std::string_view header =
        "struct alignas(32) ReduceTestWide {\n    double least;\n    int count;\n};\n";
};

namespace {

class Reduce : public test::OnEachBackend {
protected:
    /// Uniform numbers from -1 to 1.
    template <class T>
    std::vector<T> numbers(std::size_t count, unsigned seed = 1) const {
        std::mt19937 generator(seed);
        std::uniform_real_distribution<double> uniform(-1.0, 1.0);
        std::vector<T> values(count);
        for (T& value : values) value = static_cast<T>(uniform(generator));
        return values;
    }
    template <class T>
    Array<T> array(const Shape& shape, unsigned seed = 1) const {
        return Array<T>(stream_, shape, numbers<T>(shape.size(), seed));
    }

    Device device_ = open();
    Stream stream_{device_};
};

/// Calls `visit(kept, value)` for each element, where `kept` is the element's index along the
/// dimensions that are not reduced.
template <class T, class Visit>
void for_each_kept(const std::vector<T>& values, const Shape& shape,
                   const std::vector<bool>& reduced, Visit&& visit) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::size_t rest = i, kept = 0, stride = 1;
        for (std::size_t axis = shape.rank(); axis-- > 0;) {
            const std::size_t at = rest % shape[axis];
            rest /= shape[axis];
            if (reduced[axis]) continue;
            kept += at * stride;
            stride *= shape[axis];
        }
        visit(kept, values[i]);
    }
}

template <class T>
std::vector<double> sums(const std::vector<T>& values, const Shape& shape,
                         const std::vector<bool>& reduced) {
    std::size_t outputs = 1;
    for (std::size_t axis = 0; axis < shape.rank(); ++axis)
        if (!reduced[axis]) outputs *= shape[axis];
    std::vector<double> result(outputs);
    for_each_kept(values, shape, reduced,
                  [&](std::size_t kept, T value) { result[kept] += static_cast<double>(value); });
    return result;
}

TEST_P(Reduce, SumsWholeArraysOfAnySize) {
    for (const std::size_t size : {0, 1, 2, 31, 32, 33, 255, 256, 257, 1000, 65537, 300001}) {
        const auto values = numbers<float>(size);
        const Array<float> x(stream_, values);
        const double expected = std::accumulate(values.begin(), values.end(), 0.0);
        const double total = sum(x).item();
        EXPECT_NEAR(total, expected, 1e-6 * std::sqrt(size) + 1e-7 * std::abs(expected)) << size;
        EXPECT_EQ(sum(cast<int>(x * 100.0f)).item(),
                  std::accumulate(values.begin(), values.end(), std::int64_t(0),
                                  [](std::int64_t all, float value) {
                                      return all + static_cast<int>(value * 100.0f);
                                  }))
            << size;
    }
}

struct ShapeAndAxes {
    Shape shape;
    std::vector<bool> reduced;
};

std::vector<ShapeAndAxes> cases() {
    return {{{7, 5}, {false, true}},
            {{7, 5}, {true, false}},
            {{300, 1000}, {false, true}},
            {{300, 1000}, {true, false}},
            {{3, 70001}, {false, true}},
            {{70001, 3}, {true, false}},
            {{20000, 3}, {false, true}},
            {{50000, 5}, {true, false}},
            {{2, 100000}, {true, false}},
            {{100, 41, 30}, {false, true, false}},
            {{100, 41, 30}, {true, false, true}},
            {{100, 41, 30}, {false, true, true}},
            {{30000, 3, 2}, {false, true, false}},
            {{5, 1, 6}, {false, true, false}},
            {{5, 4, 6}, {false, false, false}},
            {{2, 3, 4, 5, 6}, {true, false, true, false, true}},
            {{2, 3, 2, 3, 2, 3, 2, 3}, {true, false, true, false, true, false, true, false}},
            {{2, 3, 2, 3, 2, 3, 2, 3}, {false, true, false, true, false, true, false, true}},
            {{4, 0, 3}, {false, true, false}},
            {{4, 0, 3}, {true, false, false}},
            {{1, 1}, {true, false}}};
}

Along along(const std::vector<bool>& reduced) {
    Along axes{.all = false};
    for (std::size_t axis = 0; axis < reduced.size(); ++axis)
        if (reduced[axis]) axes.axes.append(static_cast<std::ptrdiff_t>(axis));
    return axes;
}

TEST_P(Reduce, SumsAlongAnyAxes) {
    for (const auto& [shape, reduced] : cases()) {
        const auto values = numbers<float>(shape.size());
        const Array<float> x(stream_, shape, values);
        const Array<float> s = sum(x, along(reduced));
        const auto expected = sums(values, shape, reduced), found = [&] {
            const auto all = s.to_vector();
            return std::vector<double>(all.begin(), all.end());
        }();
        ASSERT_EQ(found.size(), expected.size()) << to_string(shape);
        for (std::size_t i = 0; i < expected.size(); ++i)
            ASSERT_NEAR(found[i], expected[i], 1e-4) << to_string(shape) << " at " << i;
    }
}

TEST_P(Reduce, SumsTransposedSlicedAndBroadcastViews) {
    const Shape shape{60, 50, 40};
    const auto values = numbers<double>(shape.size());
    const Array<double> x(stream_, shape, values);
    const auto turned = transposed(x, {2, 0, 1});
    const Array<double> s = sum(turned, axis(0));
    const auto expected = sums(values, shape, {false, false, true});
    const auto found = s.to_vector();
    for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_NEAR(found[i], expected[i], 1e-12);

    const auto part = x(slice(1, 60, 2), slice(), slice(std::nullopt, std::nullopt, -3));
    double total = 0.0;
    for (std::size_t i = 1; i < 60; i += 2)
        for (std::size_t j = 0; j < 50; ++j)
            for (std::ptrdiff_t k = 39; k >= 0; k -= 3)
                total += values[(i * 50 + j) * 40 + static_cast<std::size_t>(k)];
    EXPECT_NEAR(sum(part).item(), total, 1e-11);
    EXPECT_NEAR(sum(x(slice(), slice(), slice(0, 1)) + x * 0.0).item(),
                40.0 * sum(x(slice(), slice(), 0)).item(), 1e-10);
    EXPECT_EQ(sum(arange<std::int64_t>(stream_, 100001)).item(), 5000050000);
}

TEST_P(Reduce, KeptDimensionsBroadcast) {
    const Array<float> x = array<float>({33, 100}) + 2.0f;
    const Array<float> y = x / sum(x, axis(-1), keepdims);
    const Array<float> rows = sum(y, axis(1));
    EXPECT_EQ(shape_of(sum(x, axis(1), keepdims)), Shape({33, 1}));
    EXPECT_EQ(shape_of(sum(x, all_axes, keepdims)), Shape({1, 1}));
    EXPECT_EQ(shape_of(x - sum(x, axis(0))), Shape({33, 100}));
    for (const float row : rows.to_vector()) EXPECT_NEAR(row, 1.0f, 1e-6f);
}

TEST_P(Reduce, ReductionsArePartsOfExpressions) {
    const Array<float> x = array<float>({20, 30});
    Array<float> s({stream_}, Shape{20});
    s = 0.0f;
    s += 2.0f * sum(x, axis(1)) + max(x, axis(1));
    const auto expected = Array(2.0f * Array(sum(x, axis(1))) + Array(max(x, axis(1)))).to_vector();
    const auto found = s.to_vector();
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-5f);
    const Array<float> root = sqrt(sum(x * x));
    EXPECT_NEAR(root.item(), norm(x).item(), 1e-5f);
    EXPECT_EQ(root.shape(), Shape());
    s(0) = max(s);
    EXPECT_EQ(max(s).item(), s(0).item());
}

TEST_P(Reduce, ReductionsNest) {
    const Array<double> x = array<double>({40, 300});
    const auto centered = x - mean(x, axis(1), keepdims);
    const Array<double> spread = mean(centered * centered, axis(1)), same = variance(x, axis(1));
    const auto a = spread.to_vector(), b = same.to_vector();
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-13);
    EXPECT_EQ(argmax(sum(x, axis(1))).item(), argmax(Array(sum(x, axis(1)))).item());
}

TEST_P(Reduce, WaitForTheStreamsOfAllArrays) {
    Stream other(device_);
    Array<float> x(stream_, Shape{100, 1000}), y(other, Shape{100, 1000});
    for (int i = 0; i < 20; ++i) {
        x = static_cast<float>(i);
        y = 2.0f * static_cast<float>(i);
        const Array<float> s = sum(x + y, axis(1)) + max(y, axis(1));
        EXPECT_EQ(s(99).item(), 3002.0f * static_cast<float>(i));
    }
}

TEST_P(Reduce, ResultsAreBitIdentical) {
    const Array<float> x = array<float>({1000, 501});
    for (const auto& where : {all_axes, axis(0), axis(1)}) {
        const Array<float> once = sum(x, where), again = sum(x, where);
        EXPECT_EQ(once.to_vector(), again.to_vector());
    }
}

TEST_P(Reduce, FindsExtremesAndTheirIndices) {
    auto values = numbers<float>(100000);
    values[777] = values[90000] = 3.0f;
    values[70001] = values[70002] = -3.0f;
    Array<float> x(stream_, {100, 1000}, values);
    EXPECT_EQ(max(x).item(), 3.0f);
    EXPECT_EQ(min(x).item(), -3.0f);
    EXPECT_EQ(argmax(x).item(), 777);
    EXPECT_EQ(argmin(x).item(), 70001);
    EXPECT_EQ(argmin(x, axis(1)).shape(), Shape(100));
    const Array<std::int64_t> places = argmax(x, axis(0)), in_rows = argmax(x, axis(1));
    EXPECT_EQ(places.to_vector()[777], 0);
    EXPECT_EQ(places.to_vector()[0], 90);
    EXPECT_EQ(in_rows.to_vector()[0], 777);
    EXPECT_EQ(argmax(transposed(x)).item(), 90);
    x(50, 50) = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(std::isnan(max(x).item()));
    EXPECT_TRUE(std::isnan(min(x).item()));
    EXPECT_EQ(argmax(x).item(), 50050);
    EXPECT_EQ(nanmax(x).item(), 3.0f);
    EXPECT_EQ(nanmin(x).item(), -3.0f);
}

TEST_P(Reduce, FindsExtremesOfIntegers) {
    const std::vector<std::int8_t> values{5, -128, 127, -128, 7};
    const Array<std::int8_t> x(stream_, values);
    EXPECT_EQ(min(x).item(), -128);
    EXPECT_EQ(max(x).item(), 127);
    EXPECT_EQ(argmin(x).item(), 1);
    EXPECT_EQ(max(-abs(cast<int>(x)) - 5).item(), -10);
    EXPECT_EQ(min(arange<std::uint64_t>(stream_, 10) + 7u).item(), 7u);
    EXPECT_EQ(max(cast<std::int64_t>(x) - 1000).item(), -873);
}

TEST_P(Reduce, ComputesMeanAndVariance) {
    const auto values = numbers<float>(54321);
    const Array<float> x = Array<float>(stream_, values) + 100.0f;
    double mean_of = 0.0, squares = 0.0;
    for (const float value : values) mean_of += value / 54321.0;
    for (const float value : values) squares += (value - mean_of) * (value - mean_of);
    const double m = mean(x).item(), v = variance(x).item(),
                 s = standard_deviation(x, all_axes, Keepdims::no, 1).item();
    EXPECT_NEAR(m, 100.0 + mean_of, 1e-4);
    EXPECT_NEAR(v, squares / 54321.0, 1e-5);
    EXPECT_NEAR(s, std::sqrt(squares / 54320.0), 1e-5);
    EXPECT_EQ(mean(arange<int>(stream_, 10)).item(), 4.5);
    const Array<double> columns =
        variance(reshaped(Array(arange<double>(stream_, 12)), {4, 3}), axis(0));
    for (const double column : columns.to_vector()) EXPECT_DOUBLE_EQ(column, 11.25);
    const Array<float> rows = variance(reshaped(x(slice(0, 54000)), {540, 100}), axis(1));
    EXPECT_NEAR(mean(rows).item(), 1.0 / 3.0, 0.01);
}

TEST_P(Reduce, AccumulatesHalvesInFloat) {
    const Array<half> h = full<half>(stream_, 70000, half(1.0f));
    EXPECT_EQ(static_cast<float>(mean(h).item()), 1.0f);
    EXPECT_EQ(sum(cast<float>(h)).item(), 70000.0f);
    EXPECT_TRUE(std::isinf(static_cast<float>(sum(h).item())));
    const Array<bfloat16> b = full<bfloat16>(stream_, 4096, bfloat16(0.5f));
    EXPECT_EQ(static_cast<float>(sum(b).item()), 2048.0f);
    EXPECT_EQ(static_cast<float>(max(b).item()), 0.5f);
    EXPECT_EQ(dot(h, h).item(), half(std::numeric_limits<float>::infinity()));
    EXPECT_EQ(dot(h(slice(0, 1000)), h(slice(1000, 2000))).item(), half(1000.0f));
    const Array<std::uint8_t> bytes = full<std::uint8_t>(stream_, 100000, 255);
    EXPECT_EQ(sum(bytes).item(), 25500000u);
    EXPECT_EQ(dot(bytes, bytes).item(), std::uint64_t(100000) * 255 * 255);
    EXPECT_EQ(sum(bytes > 3).item(), 100000);
}

TEST_P(Reduce, ReducesComplexNumbers) {
    const std::vector<std::complex<double>> values{{1, 2}, {-3, 4}, {0.5, -1}};
    const Array<std::complex<double>> z(stream_, values);
    EXPECT_EQ(sum(z).item(), std::complex<double>(-1.5, 5));
    EXPECT_EQ(product(z).item(), values[0] * values[1] * values[2]);
    EXPECT_EQ(mean(z).item(), std::complex<double>(-0.5, 5.0 / 3.0));
    EXPECT_DOUBLE_EQ(norm(z).item(), std::sqrt(5.0 + 25.0 + 1.25));
    EXPECT_EQ(dot(z, conj(z)).item(), std::complex<double>(31.25));
}

TEST_P(Reduce, CountsAndTestsElements) {
    const Array<float> x = array<float>(100003);
    const auto values = x.to_vector();
    EXPECT_EQ(count_nonzero(x > 0.5f).item(),
              std::ranges::count_if(values, [](float value) { return value > 0.5f; }));
    EXPECT_TRUE(any(x > 0.99f).item());
    EXPECT_FALSE(any(x > 1.5f).item());
    EXPECT_TRUE(all(x < 1.5f).item());
    EXPECT_FALSE(all(x < 0.99f).item());
    EXPECT_FALSE(any(x > 1.5f).item());
}

TEST_P(Reduce, IgnoresNonFiniteValues) {
    const float none = std::numeric_limits<float>::quiet_NaN();
    const Array<float> x(stream_, {2, 3}, std::vector<float>{1, none, 4, none, none, none});
    EXPECT_EQ(nansum(x).item(), 5.0f);
    EXPECT_EQ(nanmean(x).item(), 2.5f);
    const Array<float> rows = nanmean(x, axis(1));
    EXPECT_EQ(rows.to_vector()[0], 2.5f);
    EXPECT_TRUE(std::isnan(rows.to_vector()[1]));
    EXPECT_EQ(Array<float>(nansum(x, axis(1))).to_vector(), (std::vector<float>{5, 0}));
}

TEST_P(Reduce, EmptyReductionsGiveNeutralResults) {
    const Array<float> x({stream_}, Shape{0});
    EXPECT_EQ(sum(x).item(), 0.0f);
    EXPECT_EQ(product(x).item(), 1.0f);
    EXPECT_TRUE(all(x).item());
    EXPECT_FALSE(any(x).item());
    EXPECT_TRUE(std::isnan(mean(x).item()));
    EXPECT_TRUE(std::isnan(variance(x).item()));
    EXPECT_EQ(reduce(x, "a * b", 1.0f).item(), 1.0f);
    try {
        (void)max(x).item();
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        EXPECT_STREQ(
            error.what(),
            "cannot compute max of an array of shape (0): the array is empty, but this reduction "
            "needs at least one element");
    }
    EXPECT_EQ(Array<float>(max(Array<float>({stream_}, Shape{0, 3}), axis(1))).size(), 0u);
    EXPECT_THROW((void)evaluated(argmin(Array<float>({stream_}, Shape{0, 3}), axis(0))), Error);
}

TEST_P(Reduce, RefusesAxesOutOfRange) {
    const Array<float> x = array<float>({2, 3});
    EXPECT_THROW((void)sum(x, axis(2)), Error);
    EXPECT_THROW((void)sum(x, axes({1, -1})), Error);
    try {
        (void)sum(x, axis(0)).item();
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "cannot read the only element of an array: the array has shape (3)");
    }
}

TEST_P(Reduce, TakeOperatorsInCppAndAsText) {
    const Array<int> x = arange<int>(stream_, 1, 100001);
    EXPECT_EQ(reduce(x, [](auto a, auto b) { return a ^ b; }, 0).item(), 100000);
    EXPECT_EQ(reduce(x, "a ^ b", 0).item(), 100000);
    const int modulus = 1009;
    EXPECT_EQ(reduce(
                  x % modulus, [=](auto a, auto b) { return (a + b) % modulus; }, 0)
                  .item(),
              [&] {
                  std::int64_t total = 0;
                  for (int i = 1; i <= 100000; ++i) total += i;
                  return static_cast<int>(total % modulus);
              }());
    const Array<int> most = reduce(
        reshaped(x, {1000, 100}), [](auto a, auto b) { return maximum(a, b); },
        std::numeric_limits<int>::min(), axis(1));
    EXPECT_EQ(most.to_vector()[41], 4200);
}

TEST_P(Reduce, TakesUserDefinedTypes) {
    std::vector<ReduceTestBox> values(5000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = {static_cast<float>(i) - 77.5f, 2.0f * static_cast<float>(i % 999), 1};
    const Array<ReduceTestBox> x(stream_, values);
    const ReduceTestBox box =
        reduce(x, "ReduceTestBox{fminf(a.low, b.low), fmaxf(a.high, b.high), a.count + b.count}",
               {1e9f, -1e9f, 0})
            .item();
    EXPECT_EQ(box.low, -77.5f);
    EXPECT_EQ(box.high, 1996.0f);
    EXPECT_EQ(box.count, 5000);
}

TEST_P(Reduce, TakesTypesOfAnyAlignment) {
    std::vector<ReduceTestWide> values(40000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = {static_cast<double>((i * 7919) % 40009), 1};
    const Array<ReduceTestWide> x(stream_, Shape{400, 100}, values);
    constexpr auto kBoth = "ReduceTestWide{fmin(a.least, b.least), a.count + b.count}";
    const ReduceTestWide all = reduce(x, kBoth, {1e9, 0}).item();
    EXPECT_EQ(all.count, 40000);
    EXPECT_EQ(all.least, 0.0);
    for (const int axis : {0, 1})
        for (const ReduceTestWide& line :
             Array<ReduceTestWide>(reduce(x, kBoth, {1e9, 0}, glint::axis(axis))).to_vector())
            EXPECT_EQ(line.count, axis == 0 ? 400 : 100);
}

TEST_P(Reduce, TakesReversedElementsOfAnySize) {
    for (const std::size_t count : {33u, 1001u, 70'003u}) {
        const Array<int> x = arange<int>(stream_, count);
        const Array<std::int64_t> total = sum(reversed(x) * x);
        std::int64_t expected = 0;
        for (std::size_t i = 0; i < count; ++i) expected += static_cast<int>(i * (count - 1 - i));
        EXPECT_EQ(total.item(), expected) << count;
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, Reduce, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
