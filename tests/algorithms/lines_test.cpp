// SPDX-License-Identifier: MIT
// Expressions that contain reductions, computed by one kernel.

#include <limits>
#include <vector>

#include <glint/algorithms/random.hpp>
#include <glint/array/coordinates.hpp>
#include <glint/array/gather.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

#include <support/thorough.hpp>

#include "line_cases.hpp"

namespace glint {
namespace {

using test::doubles, test::Doubles, test::each_line, test::expect_near;
using test::normalize_line, test::normalized, test::softmax, test::softmax_line;

class FusedRows : public test::OnLines {
protected:
    const std::vector<GraphNodeKind> one_kernel_{GraphNodeKind::kernel};
};

TEST_P(FusedRows, NormalizeRowsOfAnyLength) {
    for (const std::size_t length : {1, 4, 7, 32, 100, 256, 257, 1024, 5000, 20000, 70001}) {
        for (const std::size_t count : {1, 5, 33}) {
            if (length * count > 400000) continue;
            if (!test::kThorough && count == 1) continue;
            const Array<float> x = array<float>({count, length});
            const std::string what = to_string(x.shape());
            expect_near(Array(softmax(x, axis(1))), each_line(doubles(x), length, softmax_line),
                        2e-6, what);
            expect_near(Array(normalized(x, axis(-1))),
                        each_line(doubles(x), length, normalize_line), 2e-4, what);
        }
    }
}

TEST_P(FusedRows, SupportManyDimensions) {
    const Array<float> flat = array<float>({1000});
    expect_near(Array(softmax(flat, {})), each_line(doubles(flat), 1000, softmax_line), 1e-6);
    const Array<float> cube = array<float>({6, 5, 40});
    expect_near(Array(softmax(cube, axis(2))), each_line(doubles(cube), 40, softmax_line), 1e-6);
    expect_near(Array(softmax(cube, axes({1, 2}))), each_line(doubles(cube), 200, softmax_line),
                1e-6);
    const Array<float> four = array<float>({3, 4, 5, 6});
    expect_near(Array(normalized(four, axes({-1, -2, -3}))),
                each_line(doubles(four), 120, normalize_line), 1e-4);
    expect_near(Array(normalized(four, {})), each_line(doubles(four), 360, normalize_line), 1e-4);
}

TEST_P(FusedRows, UseOneKernel) {
    const Array<float> x = array<float>({40, 300});
    const Array<float> scale = array<float>({300}, 2), shift = array<float>({40, 1}, 3);
    Array<float> y(stream_, x.shape()), s(stream_, 40);
    EXPECT_EQ(queued([&] { y = softmax(x, axis(1)); }), one_kernel_);
    EXPECT_EQ(queued([&] { y = normalized(x, axis(1)) * scale + shift; }), one_kernel_);
    EXPECT_EQ(queued([&] { y = x / sum(x, axis(1), keepdims); }), one_kernel_);
    EXPECT_EQ(queued([&] { y = x - mean(x); }), one_kernel_);
    EXPECT_EQ(queued([&] { y = x - max(x, all_axes, keepdims); }), one_kernel_);
    EXPECT_EQ(queued([&] { s = 2.0f * sum(x, axis(1)) + max(x, axis(1)); }), one_kernel_);
    EXPECT_EQ(queued([&] { s += sum(x * x, axis(1)); }), one_kernel_);
    EXPECT_EQ(queued([&] { y(0) = softmax(x(0), {}); }), one_kernel_);
    const auto centered = x - mean(x, axis(1), keepdims);
    EXPECT_EQ(queued([&] { s = mean(centered * centered, axis(1)); }), one_kernel_);
    EXPECT_EQ(queued([&] { y = standard_deviation(centered, axis(1), keepdims) * centered; }),
              one_kernel_);
}

TEST_P(FusedRows, ReduceToOneValuePerRow) {
    const Array<double> x = array<double>({33, 500});
    const auto centered = x - mean(x, axis(1), keepdims);
    const Array<double> spread = mean(centered * centered, axis(1));
    expect_near(spread, doubles(Array(variance(x, axis(1)))), 1e-12);
    const Array<double> kept = sqrt(mean(centered * centered, axis(1), keepdims));
    EXPECT_EQ(kept.shape(), Shape({33, 1}));
    expect_near(kept, doubles(Array(standard_deviation(x, axis(1)))), 1e-12);
    const Array<double> root = sqrt(sum(x * x)) + 1.0;
    EXPECT_EQ(root.shape(), Shape());
    EXPECT_NEAR(root.item(), norm(x).item() + 1.0, 1e-9);
    EXPECT_NEAR(mean(abs(x - mean(x))).item(), mean(abs(x - mean(x).item())).item(), 1e-12);
    Array<double> weights = array<double>({33}, 2);
    const Doubles before = doubles(weights), sums = doubles(Array(sum(x, axis(1))));
    weights += sum(x, axis(1)) * weights;
    Doubles expected = before;
    for (std::size_t i = 0; i < expected.size(); ++i) expected[i] += sums[i] * before[i];
    expect_near(weights, expected, 1e-10);
}

TEST_P(FusedRows, ReadViewsAndBroadcastOperands) {
    const Array<float> x = array<float>({20, 6, 50});
    const Array<float> plane = array<float>({6, 1}, 2), one = array<float>({20, 1, 1}, 3);
    const auto part = x(slice(1, 20, 3), slice(), slice(std::nullopt, std::nullopt, -2));
    const Array<float> dense(part);
    expect_near(Array(softmax(part, axis(2))), each_line(doubles(dense), 25, softmax_line), 1e-6);
    expect_near(Array(softmax(part, axes({1, 2}))), each_line(doubles(dense), 150, softmax_line),
                1e-6);
    const Array<float> product = x * plane + one;
    expect_near(Array(normalized(x * plane + one, axes({1, 2}))),
                each_line(doubles(product), 300, normalize_line), 2e-4);
    Array<float> wide(stream_, Shape{20, 6, 100});
    wide = 7.0f;
    wide(slice(), slice(), slice(0, 100, 2)) = softmax(x, axis(2));
    expect_near(Array(wide(slice(), slice(), slice(0, 100, 2))),
                each_line(doubles(x), 50, softmax_line), 1e-6);
    EXPECT_EQ(wide(3, 4, 51).item(), 7.0f);
    const Array<float> turned = softmax(transposed(x, {2, 1, 0}), axis(2));
    expect_near(Array(transposed(turned, {2, 1, 0})), doubles(Array(softmax(x, axis(0)))), 1e-6);
    const Array<float> uneven = array<float>({9, 1001});
    const auto shifted = uneven(slice(), slice(1, 1001));
    expect_near(Array(softmax(shifted, axis(1))),
                each_line(doubles(Array(shifted)), 1000, softmax_line), 1e-6);
}

TEST_P(FusedRows, SupportAllElementTypes) {
    const Array<half> h = array<half>({10, 600});
    expect_near(Array(softmax(h, axis(1))), each_line(doubles(h), 600, softmax_line), 2e-4);
    const Array<double> d = array<double>({10, 600});
    expect_near(Array(softmax(d, axis(1))), each_line(doubles(d), 600, softmax_line), 1e-14);
    const Array<int> i = cast<int>(array<float>({10, 600}) * 100.0f);
    const Array<int> down = i - max(i, axis(1), keepdims);
    expect_near(down,
                each_line(doubles(i), 600,
                          [](std::span<double> line) {
                              const double most = *std::ranges::max_element(line);
                              for (double& value : line) value -= most;
                          }),
                0.0);
    const Array<std::int64_t> total = i * sum(i, axis(1), keepdims) + count_nonzero(i > 0);
    const auto counted = static_cast<double>(count_nonzero(i > 0).item());
    expect_near(total,
                each_line(doubles(i), 600,
                          [=](std::span<double> line) {
                              const double sum = std::accumulate(line.begin(), line.end(), 0.0);
                              for (double& value : line) value = value * sum + counted;
                          }),
                0.0);
    const Array<bool> none = !any(i > 399, axis(1)) && all(i < 400, axis(1));
    for (const bool is : none.to_vector()) EXPECT_TRUE(is);
    const Array<std::complex<double>> z = complex(d(slice(0, 3)), d(slice(3, 6)));
    const Array<std::complex<double>> share = z / sum(z, axis(1), keepdims);
    for (const auto& one : Array(sum(share, axis(1))).to_vector()) {
        EXPECT_NEAR(one.real(), 1.0, 1e-10);
        EXPECT_NEAR(one.imag(), 0.0, 1e-10);
    }
}

TEST_P(FusedRows, ReturnTheIndicesOfExtremes) {
    const Array<float> x = array<float>({50, 123});
    const Array<int> is_most = cast<int>(index_along(x, -1) == argmax(x, axis(1), keepdims));
    const auto places = Array(argmax(x, axis(1))).to_vector();
    const auto found = is_most.to_vector();
    for (std::size_t i = 0; i < found.size(); ++i)
        ASSERT_EQ(found[i], static_cast<std::int64_t>(i % 123) == places[i / 123]) << i;
    const Array<float> table = array<float>({123}, 2);
    const Array<float> sums = gathered(table, argmax(x, axis(1))) + max(x, axis(1));
    const auto values = table.to_vector(), most = Array(max(x, axis(1))).to_vector();
    for (std::size_t i = 0; i < 50; ++i)
        ASSERT_EQ(sums.to_vector()[i], values[static_cast<std::size_t>(places[i])] + most[i]) << i;
}

TEST_P(FusedRows, SupportComputedElements) {
    const std::vector<std::size_t> few{1023}, all{100, 1023};
    for (const std::size_t length : test::rounds(few, all)) {
        const auto drawn = random<float>(stream_, Shape{7, length}, {.seed = 5});
        expect_near(Array(softmax(4.0f * drawn, axis(1))),
                    each_line(doubles(Array(4.0f * drawn)), length, softmax_line), 1e-6);
    }
    const Array<double> ramp = arange<double>(stream_, 500) / sum(arange<double>(stream_, 500));
    EXPECT_NEAR(ramp(499).item(), 499.0 / (499.0 * 250.0), 1e-15);
}

TEST_P(FusedRows, SupportOperatorsWithCapturedValues) {
    const Array<int> x = cast<int>(array<float>({20, 77}) * 100.0f);
    const int limit = 50;
    const auto capped = [=](auto a, auto b) { return minimum(maximum(a, b), limit); };
    const auto most_of = [&](int least) {
        return reduce(x, "a > b ? a : b", least, axis(1), keepdims);
    };
    const Array<int> y =
        reduce(x, capped, -1000, axis(1), keepdims) - x + 2 * most_of(-1000) + 3 * most_of(5000);
    expect_near(y,
                each_line(doubles(x), 77,
                          [](std::span<double> line) {
                              const double most = *std::ranges::max_element(line);
                              const double all = std::min(most, 50.0) + 2.0 * most + 15000.0;
                              for (double& value : line) value = all - value;
                          }),
                0.0);
}

TEST_P(FusedRows, DistinguishSimilarReductions) {
    const Array<double> x = array<double>({12, 40});
    const Array<double> y =
        variance(x, axis(1), keepdims) - variance(x, axis(1), keepdims, 1.0) + 0.0 * x;
    expect_near(y,
                each_line(doubles(x), 40,
                          [](std::span<double> line) {
                              const double mean =
                                  std::accumulate(line.begin(), line.end(), 0.0) / 40.0;
                              double squares = 0.0;
                              for (const double value : line)
                                  squares += (value - mean) * (value - mean);
                              for (double& value : line) value = squares / 40.0 - squares / 39.0;
                          }),
                1e-12);
}

TEST_P(FusedRows, PropagateNonFiniteValues) {
    Array<float> x = array<float>({4, 200});
    x(1, 77) = std::numeric_limits<float>::quiet_NaN();
    const auto values = Array(softmax(x, axis(1))).to_vector();
    for (std::size_t i = 0; i < values.size(); ++i)
        ASSERT_EQ(std::isnan(values[i]), i / 200 == 1) << i;
    const Array<float> without = where(isnan(x), 0.0f, x - nanmean(x, axis(1), keepdims));
    for (const float line : Array(sum(without, axis(1))).to_vector())
        EXPECT_NEAR(line, 0.0f, 1e-3f);
}

TEST_P(FusedRows, EmptyRowsUseTheNeutralElement) {
    const Array<float> x(stream_, Shape{3, 0});
    const Array<float> s = sum(x, axis(1)) + 1.0f;
    EXPECT_EQ(s.to_vector(), (std::vector<float>{1, 1, 1}));
    EXPECT_EQ(Array<float>(x - mean(x, axis(1), keepdims)).size(), 0u);
    try {
        const Array<float> y = x - max(x, axis(1), keepdims);
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "cannot compute max of an array of shape (3, 0): the array is empty, but this "
                     "reduction needs at least one element");
    }
}

TEST_P(FusedRows, MayOverwriteTheirInputs) {
    Array<float> x = array<float>({50, 333});
    const Doubles before = doubles(x);
    EXPECT_EQ(queued([&] { x = softmax(x, axis(1)); }).size(), 1u);
    x = array<float>({50, 333});
    x = softmax(x, axis(1));
    expect_near(x, each_line(before, 333, softmax_line), 2e-6);
    x = array<float>({50, 333});
    x = reversed(x, 1) - max(x, axis(1), keepdims);
    expect_near(x,
                each_line(before, 333,
                          [](std::span<double> line) {
                              const double most = *std::ranges::max_element(line);
                              std::ranges::reverse(line);
                              for (double& value : line) value -= most;
                          }),
                1e-6);
    x = array<float>({50, 333});
    auto part = x(slice(), slice(1, 333));
    part = x(slice(), slice(0, 332)) - max(x(slice(), slice(0, 332)), axis(1), keepdims);
    EXPECT_NEAR(x(7, 1).item(),
                before[7 * 333] -
                    *std::max_element(before.begin() + 7 * 333, before.begin() + 7 * 333 + 332),
                1e-6);
}

TEST_P(FusedRows, MayOverwriteSquareMatricesAndVectors) {
    const Array<double> x = array<double>({64, 64}) + 5.0;
    const Doubles values = doubles(x);
    Doubles sums(64), turned(64 * 64), product(64);
    for (std::size_t i = 0; i < 64; ++i)
        for (std::size_t j = 0; j < 64; ++j) sums[i] += values[i * 64 + j];
    for (std::size_t i = 0; i < 64; ++i)
        for (std::size_t j = 0; j < 64; ++j) {
            turned[i * 64 + j] = values[j * 64 + i] / sums[j];
            product[i] += values[i * 64 + j] * static_cast<double>(j);
        }
    Array<double> a = x.copy();
    a = transposed(a) / sum(a, axis(1));
    expect_near(a, turned, 1e-14);
    a = x.copy();
    a = transposed(a) / transposed(Array(sum(a, axis(1), keepdims)));
    expect_near(a, turned, 1e-14);
    Array<double> v = arange<double>(stream_, 64);
    v = sum(x * v, axis(1));
    expect_near(v, product, 1e-10);
}

TEST_P(FusedRows, BroadcastAlongOtherDimensionsLikeNumPy) {
    const Array<double> x = array<double>({30, 30});
    const Doubles values = doubles(x), means = doubles(Array(mean(x, axis(1))));
    Doubles expected = values;
    for (std::size_t i = 0; i < expected.size(); ++i) expected[i] -= means[i % 30];
    const auto crossed = x - mean(x, axis(1));
    expect_near(Array(crossed), expected, 1e-14);
    expect_near(Array(mean(crossed, axis(1))), doubles(Array(mean(Array(crossed), axis(1)))),
                1e-14);
    const Array<double> rows = array<double>({5, 30}, 2), other = array<double>({30}, 3);
    expect_near(Array(rows / sum(exp(other), axis(0), keepdims)),
                doubles(Array(rows / sum(exp(other)).item())), 1e-14);
    const Array<double> both = sum(x, axis(1)) * sum(x, axis(0));
    const Doubles down = doubles(Array(sum(x, axis(0))));
    for (std::size_t i = 0; i < 30; ++i)
        EXPECT_NEAR(both(static_cast<int>(i)).item(), means[i] * 30.0 * down[i], 1e-10);
    const Array<double> outer = sum(x, axis(1), keepdims) + rows(0);
    EXPECT_NEAR(outer(3, 4).item(), means[3] * 30.0 + rows(0, 4).item(), 1e-12);
    Array<double> spread(stream_, Shape{3, 30, 30});
    spread.view() = x - mean(x, axis(1), keepdims);
    EXPECT_NEAR(spread(2, 5, 6).item(), values[5 * 30 + 6] - means[5], 1e-14);
}

TEST_P(FusedRows, SupportOneLongRow) {
    const Array<float> x = array<float>({300000});
    expect_near(Array(softmax(x, {})), each_line(doubles(x), 300000, softmax_line), 1e-9);
}

TEST_P(FusedRows, SplitExpressionsWithTooManyOperands) {
    const Array<float> x = array<float>({10, 20});
    const auto term = [&](float factor) {
        return max(x * factor + x * x - x * x * x, axis(1), keepdims);
    };
    const Array<float> y =
        x + term(1) + term(2) + term(3) + term(4) + term(5) + term(6);  // 37 arrays
    Array<float> expected = x.copy();
    for (int i = 1; i <= 6; ++i)
        expected =
            expected + Array(max(Array(x * float(i) + x * x - x * x * x), axis(1), keepdims));
    expect_near(y, doubles(expected), 1e-4);
}

TEST_P(FusedRows, WaitForTheStreamsOfAllArrays) {
    Stream other(device_);
    Array<float> x(stream_, Shape{100, 1000}), y(other, Shape{100, 1000});
    for (int i = 0; i < 10; ++i) {
        x = static_cast<float>(i);
        y = 2.0f * static_cast<float>(i);
        const Array<float> z = x + sum(y, axis(1), keepdims);
        EXPECT_EQ(z(99, 7).item(), 2001.0f * static_cast<float>(i));
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, FusedRows, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
