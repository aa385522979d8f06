// SPDX-License-Identifier: MIT
// Expressions that contain reductions along arbitrary dimensions, computed by one kernel.

#include <glint/algorithms/random.hpp>
#include <glint/array/coordinates.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/gather.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

#include <support/thorough.hpp>

#include "line_cases.hpp"

namespace glint {
namespace {

using test::doubles, test::Doubles, test::each_line, test::expect_near;
using test::normalize_line, test::normalized, test::softmax, test::softmax_line;

class FusedColumns : public test::OnLines {};

void center_line(std::span<double> line) {
    const double mean =
        std::accumulate(line.begin(), line.end(), 0.0) / static_cast<double>(line.size());
    for (double& value : line) value -= mean;
}

TEST_P(FusedColumns, NormalizeColumnsOfAnyLength) {
    for (const std::size_t length : {1, 2, 7, 31, 32, 33, 100, 257, 1000, 5000, 40001})
        for (const std::size_t count : {1, 2, 3, 31, 32, 100, 1000}) {
            if (length * count > 130000) continue;
            if (!test::kThorough && (count == 2 || count == 31 || count == 100)) continue;
            const Array<float> x = array<float>({length, count});
            const std::string what = to_string(x.shape());
            expect_near(Array(softmax(x, axis(0))),
                        each_line(doubles(x), x.shape(), axis(0), softmax_line), 2e-6, what);
        }
}

/// Kernels usually draw four random numbers at a time, but here the reductions' states leave no
/// space for four.
TEST_P(FusedColumns, DrawRandomNumbersWithLargeStates) {
    const Array<float> x = array<float>({8, 256});
    const auto drawn = random<float>(stream_, x.shape(), {.seed = 5});
    const Array<float> fused =
        drawn + x - variance(x, axis(0)) - variance(x * x, axis(0)) - variance(abs(x), axis(0));
    const Array<float> numbers = drawn, a = variance(x, axis(0)), b = variance(x * x, axis(0)),
                       c = variance(abs(x), axis(0));
    expect_near(fused, doubles(Array(numbers + x - a - b - c)), 1e-5, "drawn");
}

/// The combined state of the three reductions has more padding than members.
TEST_P(FusedColumns, SupportStatesWithPadding) {
    if (!test::kThorough && device_.kind() == BackendKind::cpu) return;  // takes long to compile
    const Array<std::int8_t> x = cast<std::int8_t>(array<float>({4096, 512}) * 100.0f);
    const Array<bool> fused = any(x, axis(0)) && sum(x, axis(0)) > 5 && all(x, axis(0));
    const Array<bool> are_any = any(x, axis(0)), are_all = all(x, axis(0));
    const Array<std::int64_t> sums = sum(x, axis(0));
    EXPECT_EQ(fused.to_vector(), Array(are_any && sums > 5 && are_all).to_vector());
}

TEST_P(FusedColumns, ReduceAlongAnyDimensions) {
    const std::vector<Along> sets{axis(0),      axis(1),      axis(2),        axes({0, 1}),
                                  axes({0, 2}), axes({1, 2}), axes({0, 1, 2})};
    for (const Shape& shape : {Shape{5, 7, 1009}, Shape{1009, 7, 5}, Shape{7, 1009, 5},
                               Shape{1, 33, 1}, Shape{31, 1, 33}}) {
        const Array<float> x = array<float>(shape);
        for (std::size_t i = x.size() % test::rounds(3u, 1u); i < sets.size();
             i += test::rounds(3u, 1u)) {
            const std::string what = to_string(shape) + " along set " + std::to_string(i);
            expect_near(Array(softmax(x, sets[i])),
                        each_line(doubles(x), shape, sets[i], softmax_line), 2e-6, what);
            const Array<float> sums = sum(x - mean(x, sets[i], keepdims), sets[i], keepdims);
            EXPECT_LT(max(abs(sums)).item(), 0.05f) << what;
        }
    }
    const Array<float> four = array<float>({4, 5, 6, 7});
    for (const Along& set : {axes({0, 2}), axes({1, 3}), axes({0, 1, 3}), axes({1, 2})})
        expect_near(Array(normalized(four, set)),
                    each_line(doubles(four), four.shape(), set, normalize_line), 1e-4);
}

TEST_P(FusedColumns, UseOneKernel) {
    const Array<float> x = array<float>({40, 300});
    const Array<float> scale = array<float>({300}, 2), shift = array<float>({40, 1}, 3);
    const Array<float> cube = array<float>({20, 30, 40});
    Array<float> y(stream_, x.shape()), s(stream_, 300), c(stream_, cube.shape());
    Array<float> turned(stream_, Shape{300, 40});
    EXPECT_EQ(kernels([&] { y = x - mean(x, axis(0)); }), 1u);
    EXPECT_EQ(kernels([&] { y = softmax(x, axis(0)) * scale + shift; }), 1u);
    EXPECT_EQ(kernels([&] { y = normalized(x, axis(0)); }), 1u);
    EXPECT_EQ(kernels([&] { s = 2.0f * sum(x, axis(0)) + max(x, axis(0)) * scale; }), 1u);
    EXPECT_EQ(kernels([&] { c = cube / sum(cube, axis(1), keepdims); }), 1u);
    EXPECT_EQ(kernels([&] { c = cube - mean(cube, axes({0, 1})); }), 1u);
    EXPECT_EQ(kernels([&] { c = cube - mean(cube, axes({0, 2}), keepdims); }), 1u);
    EXPECT_EQ(kernels([&] { c = cube - max(cube, axis(0)); }), 1u);
    const auto centered = x - mean(x, axis(0));
    EXPECT_EQ(kernels([&] { s = sqrt(mean(centered * centered, axis(0))); }), 1u);
    EXPECT_EQ(kernels([&] { turned = softmax(transposed(x), axis(1)); }), 1u);
}

TEST_P(FusedColumns, ReduceToOneValuePerColumn) {
    const Array<double> x = array<double>({500, 33});
    const auto centered = x - mean(x, axis(0));
    const Array<double> spread = mean(centered * centered, axis(0));
    EXPECT_EQ(spread.shape(), Shape({33}));
    expect_near(spread, doubles(Array(variance(x, axis(0)))), 1e-12);
    const Array<double> kept = sqrt(mean(centered * centered, axis(0), keepdims)) + 1.0;
    EXPECT_EQ(kept.shape(), Shape({1, 33}));
    expect_near(kept, doubles(Array(standard_deviation(x, axis(0)) + 1.0)), 1e-12);
    Array<double> weights = array<double>({33}, 2);
    const Doubles before = doubles(weights), sums = doubles(Array(sum(x, axis(0))));
    weights += sum(x, axis(0)) * weights;
    Doubles expected = before;
    for (std::size_t i = 0; i < expected.size(); ++i) expected[i] += sums[i] * before[i];
    expect_near(weights, expected, 1e-10);
    const Array<double> cube = array<double>({6, 50, 7});
    const Array<double> middle =
        sum(cube * 2.0, axis(1)) + max(cube - mean(cube, axis(1), keepdims), axis(1));
    EXPECT_EQ(middle.shape(), Shape({6, 7}));
    const Array<double> other(cube - Array(mean(cube, axis(1), keepdims)));
    expect_near(middle,
                doubles(Array(2.0 * Array(sum(cube, axis(1))) + Array(max(other, axis(1))))),
                1e-12);
}

TEST_P(FusedColumns, ReadViewsAndBroadcastOperands) {
    const Array<float> x = array<float>({50, 6, 20});
    const Array<float> plane = array<float>({6, 1}, 2), one = array<float>({50, 1, 1}, 3);
    const auto part = x(slice(std::nullopt, std::nullopt, -2), slice(), slice(1, 20, 3));
    const Array<float> dense(part);
    for (const Along& along : {axis(0), axis(1), axes({0, 1}), axes({0, 2})})
        expect_near(Array(softmax(part, along)),
                    each_line(doubles(dense), dense.shape(), along, softmax_line), 1e-6);
    const Array<float> product = x * plane + one;
    expect_near(Array(normalized(x * plane + one, axes({0, 1}))),
                each_line(doubles(product), product.shape(), axes({0, 1}), normalize_line), 2e-4);
    Array<float> wide(stream_, Shape{50, 6, 40});
    wide = 7.0f;
    wide(slice(), slice(), slice(0, 40, 2)) = softmax(x, axis(0));
    expect_near(Array(wide(slice(), slice(), slice(0, 40, 2))),
                each_line(doubles(x), x.shape(), axis(0), softmax_line), 1e-6);
    EXPECT_EQ(wide(3, 4, 31).item(), 7.0f);
    const auto back = x(slice(), slice(), slice(std::nullopt, std::nullopt, -1));
    expect_near(Array(softmax(back, axis(1))),
                each_line(doubles(Array(back)), x.shape(), axis(1), softmax_line), 1e-6);
    const auto shifted = x(slice(), slice(), slice(1, 20));
    expect_near(Array(softmax(shifted, axis(0))),
                each_line(doubles(Array(shifted)), {50, 6, 19}, axis(0), softmax_line), 1e-6);
    const auto repeated = x + broadcast_to(one, {50, 6, 20});
    expect_near(Array(softmax(repeated, axis(0))),
                each_line(doubles(Array(x + one)), x.shape(), axis(0), softmax_line), 1e-6);
}

TEST_P(FusedColumns, SupportAllElementTypes) {
    const Array<half> h = array<half>({600, 10});
    expect_near(Array(softmax(h, axis(0))), each_line(doubles(h), h.shape(), axis(0), softmax_line),
                2e-4);
    const Array<double> d = array<double>({600, 10});
    expect_near(Array(softmax(d, axis(0))), each_line(doubles(d), d.shape(), axis(0), softmax_line),
                1e-14);
    const Array<int> i = cast<int>(array<float>({600, 10}) * 100.0f);
    const auto down = [](std::span<double> line) {
        const double most = *std::ranges::max_element(line);
        for (double& value : line) value -= most;
    };
    expect_near(Array<int>(i - max(i, axis(0))), each_line(doubles(i), i.shape(), axis(0), down),
                0.0);
    const Array<std::int8_t> bytes = cast<std::int8_t>(i / 8);
    expect_near(Array(bytes - max(bytes, axis(0))),
                each_line(doubles(bytes), i.shape(), axis(0), down), 0.0);
    const Array<bool> none = !any(i > 399, axis(0)) && all(i < 400, axis(0));
    for (const bool is : none.to_vector()) EXPECT_TRUE(is);
    const Array<std::complex<double>> z = complex(d(slice(0, 300)), d(slice(300, 600)));
    const Array<std::complex<double>> share = z / sum(z, axis(0));
    for (const auto& one : Array(sum(share, axis(0))).to_vector()) {
        EXPECT_NEAR(one.real(), 1.0, 1e-10);
        EXPECT_NEAR(one.imag(), 0.0, 1e-10);
    }
}

TEST_P(FusedColumns, SupportEveryReduction) {
    if (!test::kThorough && device_.kind() == BackendKind::cpu) return;  // takes long to compile
    const Array<double> x = array<double>({200, 9}) + 3.0;
    const Array<int> is_most = cast<int>(index_along(x, 0) == argmax(x, axis(0)));
    const auto places = Array(argmax(x, axis(0))).to_vector();
    const auto found = is_most.to_vector();
    for (std::size_t i = 0; i < found.size(); ++i)
        ASSERT_EQ(found[i], static_cast<std::int64_t>(i / 9) == places[i % 9]) << i;
    const auto scaled = (x - mean(x, axis(0))) / standard_deviation(x, axis(0));
    expect_near(Array(mean(scaled * scaled, axis(0))), Doubles(9, 1.0), 1e-12);
    const Array<double> y =
        variance(x, axis(0), keepdims) - variance(x, axis(0), keepdims, 1.0) + 0.0 * x;
    const Doubles spread = doubles(Array(variance(x, axis(0))));
    const auto differences = y.to_vector();
    for (std::size_t i = 0; i < differences.size(); ++i)
        ASSERT_NEAR(differences[i], spread[i % 9] * (1.0 - 200.0 / 199.0), 1e-12) << i;
    const double limit = 5.0;
    const auto capped = [=](auto a, auto b) { return minimum(maximum(a, b), limit); };
    const Array<double> top = reduce(x, capped, -9.0, axis(0)) - x + 0.0 * norm(x, axis(0));
    expect_near(top,
                each_line(doubles(x), x.shape(), axis(0),
                          [](std::span<double> line) {
                              const double most = std::min(*std::ranges::max_element(line), 5.0);
                              for (double& value : line) value = most - value;
                          }),
                0.0);
    const Array<double> text = x * reduce(x, "a < b ? a : b", 1e9, axis(0));
    EXPECT_NEAR(text(7, 4).item(), x(7, 4).item() * Array(min(x, axis(0)))(4).item(), 1e-13);
}

TEST_P(FusedColumns, MayOverwriteTheirInputs) {
    Array<float> x = array<float>({333, 50});
    const Doubles before = doubles(x);
    EXPECT_EQ(queued([&] { x = softmax(x, axis(0)); }).size(), 1u);
    x = array<float>({333, 50});
    x = x - mean(x, axis(0));
    expect_near(x, each_line(before, x.shape(), axis(0), center_line), 2e-6);
    x = array<float>({333, 50});
    x -= mean(x, axis(0));
    expect_near(x, each_line(before, x.shape(), axis(0), center_line), 2e-6);
    x = array<float>({333, 50});
    auto part = x(slice(1, 333));
    part = x(slice(0, 332)) - max(x(slice(0, 332)), axis(0));
    double most = -9.0;
    for (std::size_t i = 0; i < 332; ++i) most = std::max(most, before[i * 50 + 7]);
    EXPECT_NEAR(x(1, 7).item(), before[7] - most, 1e-6);
    Array<double> square = array<double>({64, 64});
    const Doubles values = doubles(square);
    square = transposed(square) - sum(square, axis(0));
    for (const std::size_t i : {0u, 5u, 63u})
        for (const std::size_t j : {0u, 6u, 62u}) {
            double sum = 0.0;
            for (std::size_t k = 0; k < 64; ++k) sum += values[k * 64 + j];
            EXPECT_NEAR(square(int(i), int(j)).item(), values[j * 64 + i] - sum, 1e-12);
        }
    Array<double> v = arange<double>(stream_, 64);
    const Array<double> matrix = array<double>({64, 64}, 4);
    const Array<double> column = reshaped(v, {64, 1}) * matrix;
    const Doubles product = doubles(Array(sum(column, axis(0))));
    v = sum(reshaped(v, {64, 1}) * matrix, axis(0)) + 0.0;
    expect_near(v, product, 1e-10);
}

TEST_P(FusedColumns, MayOverwriteTheirInputsInTiles) {
    for (const Shape& shape : {Shape{100, 300}, Shape{3, 40, 300}, Shape{5, 1000, 37}}) {
        const std::size_t middle = shape.rank() - 2;
        Array<double> x = array<double>(shape);
        const Doubles before = doubles(x);
        const Along along = axis(static_cast<std::ptrdiff_t>(middle));
        for (int i = 0; i < 20; ++i) x = (x - mean(x, along, keepdims)) * 0.5 + 1.0;
        Array<double> once = Array<double>(stream_, shape, before);
        once -= mean(once, along, keepdims);
        const Doubles expected = each_line(before, shape, along, center_line);
        expect_near(once, expected, 1e-13, to_string(shape));
        expect_near(Array((x - 1.0) * std::pow(2.0, 20)), expected, 1e-8, to_string(shape));
    }
}

TEST_P(FusedColumns, BroadcastAlongOtherDimensionsLikeNumPy) {
    if (!test::kThorough && device_.kind() == BackendKind::cpu) return;  // takes long to compile
    const Array<double> x = array<double>({30, 30});
    const Doubles means = doubles(Array(mean(x, axis(0)))), values = doubles(x);
    const Array<double> crossed = x - reshaped(Array(mean(x, axis(0))), {30, 1});
    EXPECT_NEAR(crossed(3, 4).item(), values[94] - means[3], 1e-14);
    const Array<double> cube = array<double>({30, 30, 30});
    const Array<double> middle = cube - mean(cube, axis(1));
    const Doubles mean1 = doubles(Array(mean(cube, axis(1))));
    EXPECT_NEAR(middle(3, 4, 5).item(), cube(3, 4, 5).item() - mean1[4 * 30 + 5], 1e-14);
    const Array<double> first = cube - mean(cube, axes({0, 1}));
    expect_near(first, each_line(doubles(cube), cube.shape(), axes({0, 1}), center_line), 1e-13);
    const Array<double> thin = array<double>({1, 40});
    expect_near(Array(thin - mean(thin, axis(1))), each_line(doubles(thin), 40, center_line),
                1e-14);
    Array<double> spread(stream_, Shape{3, 30, 30});
    spread.view() = x - mean(x, axis(0));
    EXPECT_NEAR(spread(2, 5, 6).item(), values[5 * 30 + 6] - means[6], 1e-14);
    const Array<double> both = x - mean(x, axis(0)) - mean(x, axis(1), keepdims) + mean(x);
    const Doubles rows = doubles(Array(mean(x, axis(1))));
    const double all = mean(x).item();
    EXPECT_NEAR(both(8, 9).item(), values[8 * 30 + 9] - means[9] - rows[8] + all, 1e-14);
}

TEST_P(FusedColumns, SupportComputedElements) {
    const auto numbers = cast<double>(index_along(Array<double>(stream_, Shape{100, 20}), 0));
    const Array<double> share = numbers / sum(numbers, axis(0));
    EXPECT_NEAR(share(99, 3).item(), 99.0 / 4950.0, 1e-15);
    const Array<float> lines = array<float>({200, 20});
    const auto drawn = random<float>(stream_, lines.shape(), {.seed = 5});
    const Array<float> product = 4.0f * Array<float>(drawn) * lines;
    expect_near(Array(softmax(4.0f * drawn * lines, axis(0))),
                each_line(doubles(product), lines.shape(), axis(0), softmax_line), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Backends, FusedColumns, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
