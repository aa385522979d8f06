// SPDX-License-Identifier: MIT
// Expressions that contain reductions over few, long lines, which several blocks share.

#include <optional>
#include <span>

#include <glm/ext/vector_double3.hpp>
#include <glm/vec3.hpp>

#include <glint/array/coordinates.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>
#include <glint/driver/executable_graph.hpp>
#include <glint/driver/partition.hpp>

#include <support/thorough.hpp>

#include "line_cases.hpp"

namespace glint {
namespace {

using test::doubles, test::Doubles, test::each_line, test::expect_near;
using test::normalize_line, test::normalized, test::softmax, test::softmax_line;

class FusedSharedRows : public test::OnLines {};

/// Tolerance for values of about 1 / length.
double near(std::size_t length) { return 1e-3 / static_cast<double>(length); }

TEST_P(FusedSharedRows, NormalizeRowsOfAnyLength) {
    for (const std::size_t length : {32767, 32768, 65536, 65537, 300001, 1000003}) {
        const Array<float> x = array<float>({length});
        const std::string what = std::to_string(length);
        expect_near(Array(softmax(x, {})), each_line(doubles(x), length, softmax_line),
                    near(length), what);
        expect_near(Array(normalized(x, {})), each_line(doubles(x), length, normalize_line), 1e-3,
                    what);
    }
}

TEST_P(FusedSharedRows, SeveralLongRowsAreSupported) {
    const Shape shapes[] = {{3, 200001}, {200001, 3}, {20011, 33},
                            {2, 65536},  {65536, 2},  {50000, 7}};
    for (const Shape& shape : std::span(shapes).first(test::rounds(3u, 6u))) {
        const Array<float> x = array<float>(shape);
        for (const Along& along : {axis(0), axis(1), axes({0, 1})}) {
            expect_near(Array(softmax(x, along)), each_line(doubles(x), shape, along, softmax_line),
                        1e-6, to_string(shape));
        }
    }
    const Array<float> cube = array<float>({2, 60000, 3});
    for (const Along& along : {axis(1), axes({0, 1}), axes({1, 2})})
        expect_near(Array(softmax(cube, along)),
                    each_line(doubles(cube), cube.shape(), along, softmax_line), 1e-6);
}

/// The inner sum has states of 8 bytes, and the outer sum has states of 12 bytes. The two use the
/// same memory, one after the other.
TEST_P(FusedSharedRows, SupportNestedStatesOfAnySize) {
    const Array<double> w = cast<double>(array<float>({50000})) + 2.0;
    const Doubles weights = w.to_vector();
    std::vector<glm::vec3> vectors;
    for (const double x : weights) vectors.emplace_back(x - 2, 1, 2 - 2 * x);
    const Array<glm::vec3> v(stream_, vectors);
    const double weight = std::accumulate(weights.begin(), weights.end(), 0.0);
    glm::dvec3 expected(0);
    for (std::size_t i = 0; i < weights.size(); ++i)
        expected += glm::dvec3(vectors[i]) * (weights[i] / weight);
    const glm::vec3 found = Array<glm::vec3>(sum(v * cast<float>(w / sum(w)))).item();
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], 1e-4);
}

TEST_P(FusedSharedRows, SupportEveryReduction) {
    if (!test::kThorough && device_.kind() == BackendKind::cpu) return;  // takes long to compile
    const std::size_t size = 200003;
    const Array<double> x = array<double>({size}) + 1000.0;
    const Doubles values = doubles(x);
    const auto most = static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
    const Array<std::int64_t> place = argmax(x + 0.0 * mean(x)) + 0 * count_nonzero(x > 0.0);
    EXPECT_EQ(place.item(), static_cast<std::int64_t>(most));
    const Array<double> scaled = (x - mean(x)) / standard_deviation(x);
    EXPECT_NEAR(mean(scaled).item(), 0.0, 1e-9);
    EXPECT_NEAR(mean(scaled * scaled).item(), 1.0, 1e-9);
    const Array<double> spread = variance(x - mean(x)) + 0.0 * norm(x) + 0.0 * min(x);
    EXPECT_NEAR(spread.item(), variance(x).item(), 1e-9);
    const double limit = 1003.0;
    const auto capped = [=](auto a, auto b) { return minimum(maximum(a, b), limit); };
    const Array<double> top = reduce(x, capped, 0.0) - x * 0.0;
    EXPECT_EQ(top(5).item(), 1003.0);
    const Array<double> text = x - reduce(x, "a > b ? a : b", 0.0);
    EXPECT_EQ(text(static_cast<int>(most)).item(), 0.0);
    const Array<bool> is_all = (x > 990.0) && all(x > 990.0) && !any(x > 1010.0);
    EXPECT_TRUE(all(is_all).item());
    const Array<double> number = nanmean(where(x > 1000.0, x, 0.0 / (x - x))) - 0.0 * sum(x);
    double above = 0.0, count = 0.0;
    for (const double value : values) {
        above += value > 1000.0 ? value : 0.0;
        count += value > 1000.0 ? 1.0 : 0.0;
    }
    EXPECT_NEAR(number.item(), above / count, 1e-8);
}

TEST_P(FusedSharedRows, SupportAllElementTypes) {
    const std::size_t size = 65539;
    const Array<half> h = array<half>({size});
    const double most = max(cast<double>(h)).item();
    const Array<half> down = h - max(h);
    EXPECT_NEAR(static_cast<double>(down(77).item()), static_cast<double>(h(77).item()) - most,
                4e-3);
    const Array<int> i = cast<int>(array<float>({size}) * 100.0f);
    const Array<std::int64_t> total = sum(i) - cast<std::int64_t>(i);
    std::int64_t expected = 0;
    for (const int value : i.to_vector()) expected += value;
    EXPECT_EQ(total(9).item(), expected - i(9).item());
    const Array<double> re = array<double>({size}), im = array<double>({size}, 2);
    const Array<std::complex<double>> z = complex(re + 5.0, im), share = z / sum(z);
    const auto all = sum(share).item();
    EXPECT_NEAR(all.real(), 1.0, 1e-12);
    EXPECT_NEAR(all.imag(), 0.0, 1e-12);
    const Array<double> ramp =
        arange<double>(stream_, 100000) / sum(arange<double>(stream_, 100000));
    EXPECT_NEAR(ramp(99999).item(), 99999.0 / (99999.0 * 50000.0), 1e-17);
}

TEST_P(FusedSharedRows, ReduceToOneValuePerRow) {
    const Array<double> x = array<double>({300001});
    const Array<double> root = sqrt(sum(x * x)) + 1.0;
    EXPECT_EQ(root.shape(), Shape());
    EXPECT_NEAR(root.item(), norm(x).item() + 1.0, 1e-9);
    const Array<double> range = max(x, all_axes, keepdims) - min(x, all_axes, keepdims);
    EXPECT_EQ(range.shape(), Shape({1}));
    EXPECT_EQ(range(0).item(), max(x).item() - min(x).item());
    const Array<double> wide = array<double>({2, 200001});
    const Array<double> both = mean(abs(wide - mean(wide, axis(1), keepdims)), axis(1)) * 2.0;
    for (const int row : {0, 1}) {
        const Array<double> line(wide(row));
        EXPECT_NEAR(both(row).item(), 2.0 * mean(abs(line - mean(line).item())).item(), 1e-12);
    }
}

TEST_P(FusedSharedRows, ReadViewsAndBroadcastOperands) {
    if (!test::kThorough && device_.kind() == BackendKind::cpu) return;  // takes long to compile
    const Array<float> x = array<float>({200001, 2});
    const auto back = x(slice(std::nullopt, std::nullopt, -1), slice());
    const Array<float> dense(back);
    expect_near(Array(softmax(back, axis(0))),
                each_line(doubles(dense), x.shape(), axis(0), softmax_line), 1e-6);
    const auto odd = x(slice(1, 200001, 2), 1);
    expect_near(Array(softmax(odd, {})), each_line(doubles(Array(odd)), 100000, softmax_line),
                1e-6);
    const Array<float> turned = softmax(transposed(x), axis(1));
    expect_near(Array(transposed(turned)), each_line(doubles(x), x.shape(), axis(0), softmax_line),
                1e-6);
    const Array<float> weights = array<float>({2}, 3), column = array<float>({200001, 1}, 4);
    const Array<float> product = x * weights + column;
    expect_near(Array(normalized(x * weights + column, axis(0))),
                each_line(doubles(product), x.shape(), axis(0), normalize_line), 1e-3);
}

TEST_P(FusedSharedRows, MayOverwriteTheirInputs) {
    Array<double> x = array<double>({300001}) + 5.0;
    const Doubles before = doubles(x);
    const double total = std::accumulate(before.begin(), before.end(), 0.0);
    x /= sum(x);
    for (const int i : {0, 1, 150000, 300000})
        EXPECT_NEAR(x(i).item(), before[static_cast<std::size_t>(i)] / total, 1e-16);
    x *= total;
    x = reversed(x, 0) - mean(x);
    for (const int i : {0, 1, 150000, 300000})
        EXPECT_NEAR(x(i).item(), before[static_cast<std::size_t>(300000 - i)] - total / 300001.0,
                    1e-9);
    Array<double> y = array<double>({100001, 3});
    const Doubles values = doubles(y);
    y = y - mean(y, axis(0));
    const Doubles means = doubles(Array(mean(y, axis(0))));
    for (const double mean : means) EXPECT_NEAR(mean, 0.0, 1e-13);
    EXPECT_NEAR(y(100000, 2).item() - y(0, 2).item(), values[300002] - values[2], 1e-13);
}

TEST_P(FusedSharedRows, LaunchOneKernelPerLevelPlusOne) {
    Array<float> x(stream_, Shape{1, 1000003}), y(stream_, Shape{1000003}), s(stream_, Shape());
    Array<float> tall(stream_, Shape{600001, 2});
    x = 2.0f;
    y = 3.0f;
    tall = 4.0f;
    EXPECT_EQ(kernels([&] { y /= sum(y); }), 2u);
    EXPECT_EQ(kernels([&] { x = softmax(x, axis(1)); }), 3u);
    EXPECT_EQ(kernels([&] { y = (y - mean(y)) / (standard_deviation(y) + 1.0f); }), 2u);
    EXPECT_EQ(kernels([&] { s = sqrt(sum(y * y)) + 1.0f; }), 2u);
    EXPECT_EQ(kernels([&] { tall -= mean(tall, axis(0)); }), 2u);
    EXPECT_EQ(kernels([&] { tall = normalized(tall, axis(0)); }), 3u);
    EXPECT_NEAR(x(0, 77).item(), 1e-6f, 1e-8f);
    EXPECT_NEAR(s.item(), 1.0f, 1e-3f);
    EXPECT_EQ(tall(77, 1).item(), 0.0f);
}

TEST_P(FusedSharedRows, AreBitIdenticalOnAPartition) {
    if (device_.kind() == BackendKind::cpu) return;
    const Array<float> x = array<float>({1'000'000});
    const Partition parts(device_, {.multiprocessors = 16});
    Array<float> whole = x.copy(), part(parts.groups()[0].stream(), x.shape(), x.to_vector());
    whole = normalized(whole, {});
    part = normalized(part, {});
    EXPECT_EQ(whole.to_vector(), part.to_vector());
}

TEST_P(FusedSharedRows, CapturedGraphsKeepSharedMemory) {
    const std::size_t size = 1'000'003;
    Array<float> x = array<float>({size}), y(stream_, size), total(stream_, Shape());
    const Doubles expected = each_line(doubles(x), size, softmax_line);
    std::optional<ExecutableGraph> executable;
    {
        const Graph graph = Graph::capture(stream_, [&] {
            y = softmax(x, {});
            total = sum(y);
        });
        executable = graph.instantiate();
    }
    for (int i = 0; i < 2; ++i) {
        y = 0.0f;
        executable->launch(stream_);
        expect_near(y, expected, near(size));
        EXPECT_NEAR(total.item(), 1.0f, 1e-4f);
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, FusedSharedRows, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
