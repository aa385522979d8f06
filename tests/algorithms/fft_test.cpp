// SPDX-License-Identifier: MIT
#include <glint/algorithms/fft.hpp>

#include <numbers>
#include <thread>

#include <gtest/gtest.h>

#include <glint/array/sequence.hpp>

#include <support/backends.hpp>

#include "random_arrays.hpp"
#include "refusal.hpp"

namespace glint {
namespace {

using Wide = std::complex<double>;

class Fft : public test::OnRandomArrays {};

// The discrete Fourier transform along one axis, computed directly from its definition.
std::vector<Wide> slow_fft(const std::vector<Wide>& x, const Shape& shape, std::size_t axis,
                           double sign) {
    std::size_t inner = 1;
    for (std::size_t i = axis + 1; i < shape.rank(); ++i) inner *= shape[i];
    const std::size_t n = shape[axis];
    std::vector<Wide> y(x.size());
    for (std::size_t place = 0; place < x.size(); ++place) {
        const std::size_t k = place / inner % n, first = place - k * inner;
        for (std::size_t j = 0; j < n; ++j) {
            const double turn = static_cast<double>(j * k % n) / static_cast<double>(n);
            y[place] += x[first + j * inner] * std::polar(1.0, sign * 2 * std::numbers::pi * turn);
        }
    }
    return y;
}

std::vector<Wide> slow_fft(const std::vector<Wide>& x, const Shape& shape,
                           std::initializer_list<std::size_t> axes, double sign = -1) {
    std::vector<Wide> y = x;
    for (const std::size_t axis : axes) y = slow_fft(y, shape, axis, sign);
    return y;
}

template <class T>
std::vector<Wide> wide(const std::vector<T>& values) {
    return {values.begin(), values.end()};
}

double root(const Shape& shape) { return std::sqrt(static_cast<double>(shape.size())); }

TEST_P(Fft, MatchesTheDefinitionForEveryLength) {
    for (const std::size_t n : {1, 2, 3, 31, 32, 33, 97, 255, 256, 257, 1000}) {
        const auto x = random<std::complex<double>>(n), y = fft(x);
        const auto expected = slow_fft(wide(x.to_vector()), n, {0});
        EXPECT_LT(test::largest_difference(y.to_vector(), expected), 1e-12 * root(n)) << n;
        const auto z = random<std::complex<float>>(n);
        const auto slow = slow_fft(wide(z.to_vector()), n, {0});
        EXPECT_LT(test::largest_difference(fft(z).to_vector(), slow), 1e-5 * root(n)) << n;
    }
}

TEST_P(Fft, TransformsSeveralAxesTogether) {
    const Shape shape{3, 4, 5, 6};
    const auto x = random<std::complex<double>>(shape);
    const auto host = wide(x.to_vector());
    for (std::size_t a = 0; a < 4; ++a) {
        const auto axis = static_cast<std::ptrdiff_t>(a);
        EXPECT_LT(test::largest_difference(fft(x, {.axes = {axis}}).to_vector(),
                                           slow_fft(host, shape, {a})),
                  1e-12)
            << a;
        const std::size_t b = (a + 1) % 4, c = (a + 2) % 4;
        const FftAxes three{axis, static_cast<std::ptrdiff_t>(b), static_cast<std::ptrdiff_t>(c)};
        EXPECT_LT(test::largest_difference(fft(x, {.axes = three}).to_vector(),
                                           slow_fft(host, shape, {a, b, c})),
                  1e-11)
            << a;
    }
    EXPECT_LT(test::largest_difference(fft(x, {.axes = {-2, -1}}).to_vector(),
                                       slow_fft(host, shape, {2, 3})),
              1e-12);
}

TEST_P(Fft, RealFftIsTheFirstHalf) {
    for (const std::size_t n : {1, 2, 5, 8, 33, 256, 999}) {
        const Shape shape{3, n};
        const auto x = random<double>(shape);
        const auto y = rfft(x);
        EXPECT_EQ(y.shape(), Shape({3, n / 2 + 1}));
        const Array<std::complex<double>> all = fft(x);
        const auto half = all(slice(), slice(0, static_cast<std::ptrdiff_t>(n / 2 + 1)));
        EXPECT_LT(test::largest_difference(y.to_vector(), half.to_vector()), 1e-12 * root(n)) << n;
        const auto back = irfft(y, {.length = n});
        EXPECT_LT(test::largest_difference(back.to_vector(), x.to_vector()), 1e-14 * root(n)) << n;
    }
}

TEST_P(Fft, RealFftHalvesTheLastNamedAxis) {
    const Shape shape{6, 7, 8};
    const auto x = random<float>(shape);
    const auto y = rfft(x, {.axes = {2, 0}});
    EXPECT_EQ(y.shape(), Shape({4, 7, 8}));
    const auto all = slow_fft(wide(x.to_vector()), shape, {2, 0});
    const std::vector<Wide> half(all.begin(), all.begin() + 4 * 7 * 8);
    EXPECT_LT(test::largest_difference(y.to_vector(), half), 1e-4);
    const auto back = irfft(y, {.axes = {2, 0}});
    EXPECT_LT(test::largest_difference(back.to_vector(), x.to_vector()), 1e-6);
    const auto volume = irfft(rfft(x, {.axes = {0, 1, 2}}), {.axes = {0, 1, 2}});
    EXPECT_LT(test::largest_difference(volume.to_vector(), x.to_vector()), 1e-6);
}

TEST_P(Fft, InverseKeepsItsArgument) {
    const auto x = random<double>(Shape{8, 8});
    const auto y = rfft(x, {.axes = {0, 1}});
    const auto before = y.to_vector();
    (void)irfft(y, {.axes = {0, 1}});
    EXPECT_EQ(y.to_vector(), before);
}

TEST_P(Fft, InverseUndoesForwardWithEachNorm) {
    const auto x = random<std::complex<double>>(Shape{5, 12, 9});
    const FftAxes axes{0, 1, 2};
    for (const FftNorm norm : {FftNorm::backward, FftNorm::forward, FftNorm::ortho}) {
        const auto y = fft(x, {axes, norm});
        const auto back = ifft(y, {axes, norm});
        EXPECT_LT(test::largest_difference(back.to_vector(), x.to_vector()), 1e-14);
        const double n = 5 * 12 * 9, factor = norm == FftNorm::backward  ? 1
                                              : norm == FftNorm::forward ? 1 / n
                                                                         : 1 / std::sqrt(n);
        const auto expected = slow_fft(wide(x.to_vector()), x.shape(), {0, 1, 2});
        const auto values = y.to_vector();
        EXPECT_NEAR(std::abs(values[77] - expected[77] * factor), 0, 1e-11 * factor);
    }
}

TEST_P(Fft, ConservesEnergy) {  // Parseval's theorem
    const auto x = random<std::complex<double>>(Shape{100'000});
    const auto y = fft(x, {.norm = FftNorm::ortho});
    double before = 0, after = 0;
    for (const Wide value : x.to_vector()) before += std::norm(value);
    for (const Wide value : y.to_vector()) after += std::norm(value);
    EXPECT_NEAR(after / before, 1, 1e-13);
}

TEST_P(Fft, TakesViewsAndExpressions) {
    const auto x = random<std::complex<double>>(Shape{6, 10});
    const auto host = wide(x.to_vector());
    const auto columns = fft(transposed(x));
    const Array<std::complex<double>> expected = transposed(fft(x, {.axes = {0}}));
    EXPECT_LT(test::largest_difference(columns.to_vector(), expected.to_vector()), 1e-13);
    const auto backwards = fft(reversed(x, 1));
    const Array<std::complex<double>> copy = reversed(x, 1);
    EXPECT_LT(test::largest_difference(backwards.to_vector(), fft(copy).to_vector()), 1e-13);
    const auto odd = fft(x(slice(), slice(1, 10, 3)));
    const Array<std::complex<double>> part = x(slice(), slice(1, 10, 3));
    EXPECT_LT(test::largest_difference(odd.to_vector(), fft(part).to_vector()), 1e-13);
    const auto real = random<float>(Shape{64});
    const Array<float> tail = real(slice(1, 64));
    EXPECT_LT(
        test::largest_difference(rfft(real(slice(1, 64))).to_vector(), rfft(tail).to_vector()),
        1e-5);
    const auto row = fft(broadcast_to(x(0), {3, 10}));
    EXPECT_LT(test::largest_difference(row(2).to_vector(), fft(x(0)).to_vector()), 1e-13);
    const auto twice = ifft(2.0 * x + x);
    const auto slow = slow_fft(host, x.shape(), {1}, 1);
    EXPECT_NEAR(std::abs(twice.to_vector()[13] - 0.3 * slow[13]), 0, 1e-13);
}

TEST_P(Fft, ChoosesTheComputeType) {
    const Array<int> counts = arange<int>(stream_, 8);
    static_assert(std::is_same_v<decltype(fft(counts)), Array<std::complex<double>>>);
    const auto y = fft(counts).to_vector();
    EXPECT_NEAR(std::abs(y[0] - 28.0), 0, 1e-14);
    EXPECT_NEAR(std::abs(y[4] + 4.0), 0, 1e-14);
    const Array<half> halves = cast<half>(counts);
    static_assert(std::is_same_v<decltype(rfft(halves)), Array<std::complex<float>>>);
    EXPECT_NEAR(std::abs(rfft(halves).to_vector()[4] + 4.0f), 0, 1e-6);
}

TEST_P(Fft, ReturnsFrequencies) {
    const auto values = [](const auto& expression) { return Array(expression).to_vector(); };
    EXPECT_EQ(values(fft_frequencies<double>(stream_, 8, 0.25)),
              (std::vector<double>{0, 0.5, 1, 1.5, -2, -1.5, -1, -0.5}));
    EXPECT_EQ(values(fft_frequencies<float>(stream_, 5, 0.2)),
              (std::vector<float>{0, 1, 2, -2, -1}));
    EXPECT_EQ(values(rfft_frequencies<double>(stream_, 8)),
              (std::vector<double>{0, 0.125, 0.25, 0.375, 0.5}));
    EXPECT_EQ(values(rfft_frequencies<double>(stream_, 5, 0.2)), (std::vector<double>{0, 1, 2}));
    // Computes the derivative of a sine from its spectrum.
    const double turn = 2 * std::numbers::pi;
    const Array<double> x = linspace<double>(stream_, 0, 1 - 1.0 / 64, 64);
    const auto k = rfft_frequencies<double>(stream_, 64, 1.0 / 64);
    const Array<double> slope = irfft(rfft(sin(turn * 3.0 * x)) * complex(k * 0.0, turn * k));
    EXPECT_LT(test::largest_difference(slope.to_vector(), values(turn * 3.0 * cos(turn * 3.0 * x))),
              1e-12);
}

TEST_P(Fft, EmptyArraysStayEmpty) {
    const Array<std::complex<float>> none(stream_, Shape{0, 4});
    EXPECT_EQ(fft(none).shape(), Shape({0, 4}));
}

TEST_P(Fft, InPlaceGivesTheSameResult) {
    auto x = random<std::complex<double>>(Shape{5, 24, 18});
    const auto check = [&x](const auto& part, const FftOptions& options) {
        Array<Wide> y(x.view());
        const auto there = part(y);
        const Array<Wide> before(there), expected = fft(before, options);
        fft_in_place(there, options);
        EXPECT_LT(test::largest_difference(Array<Wide>(there).to_vector(), expected.to_vector()),
                  1e-12);
        ifft_in_place(there, options);
        EXPECT_LT(test::largest_difference(y.to_vector(), x.to_vector()), 1e-14);
    };
    const auto all = [](Array<Wide>& y) { return y.view(); };
    for (const FftAxes& axes : {FftAxes{1, 2}, FftAxes{0}, FftAxes{0, 2}, FftAxes{2, 1}})
        for (const FftNorm norm : {FftNorm::backward, FftNorm::ortho}) check(all, {axes, norm});
    check([](Array<Wide>& y) { return y(slice(), slice(4, 24)); }, {.axes = {1}});
    check([](Array<Wide>& y) { return y(slice(), slice(0, 24, 3)); }, {.axes = {0, 1}});
    EXPECT_EQ(test::refusal([&] { fft_in_place(x.view(), FftOptions{.n = {7}}); }),
              "cannot transform an array of shape (5, 24, 18): an in-place transform cannot change "
              "the lengths");
}

// With this many columns, the CPU copies columns into the rows of a buffer and transforms those.
TEST_P(Fft, ManyColumnsMatchTheDefinition) {
    const Shape shape{40, 37, 19};
    const auto x = random<std::complex<double>>(shape);
    const auto host = wide(x.to_vector());
    const auto check = [&](const FftAxes& axes, std::initializer_list<std::size_t> places) {
        const auto expected = slow_fft(host, shape, places);
        const auto y = fft(x, {.axes = axes});
        EXPECT_LT(test::largest_difference(y.to_vector(), expected), 1e-10);
        EXPECT_LT(test::largest_difference(ifft(y, {.axes = axes}).to_vector(), x.to_vector()),
                  1e-14);
    };
    check({0}, {0});
    check({1}, {1});
    check({0, 1}, {0, 1});
    check({2, 0}, {2, 0});
    check({0, 1, 2}, {0, 1, 2});
    const auto some = fft(x(slice(), slice(), slice(0, 19, 2)), {.axes = {1, 2}});
    const Array<Wide> part = x(slice(), slice(), slice(0, 19, 2));
    const auto slow = slow_fft(wide(part.to_vector()), part.shape(), {1, 2});
    EXPECT_LT(test::largest_difference(some.to_vector(), slow), 1e-10);
}

TEST_P(Fft, RealFftOfManyColumnsIsTheFirstHalf) {
    const auto x = random<float>(Shape{3, 120, 65});
    const Array<std::complex<float>> whole = cast<std::complex<float>>(x);
    for (const FftAxes& axes : {FftAxes{1, 2}, FftAxes{0, 1, 2}, FftAxes{2, 1}}) {
        const bool is_last = axes[axes.rank() - 1] == 2;
        const auto y = rfft(x, {.axes = axes}), all = fft(whole, {.axes = axes});
        const Array<std::complex<float>> half =
            is_last ? all(slice(), slice(), slice(0, 33)) : all(slice(), slice(0, 61), slice());
        EXPECT_EQ(y.shape(), half.shape());
        EXPECT_LT(test::largest_difference(y.to_vector(), half.to_vector()), 1e-3);
        const auto back = irfft(y, {.axes = axes, .length = std::size_t(is_last ? 65 : 120)});
        EXPECT_LT(test::largest_difference(back.to_vector(), x.to_vector()), 1e-5);
    }
}

// Axes that the library cannot transform directly are transformed in a copy.
TEST_P(Fft, TransformsOfACopyAreTheSame) {
    const Shape shape{3, 4, 5, 6};
    const auto x = random<std::complex<double>>(shape);
    for (const FftAxes& axes : {FftAxes{1}, FftAxes{2, 0}, FftAxes{3, 1, 2}}) {
        const auto call = detail::fft_call(shape, detail::FftKind::forward, {.axes = axes});
        const auto y = detail::fft_of_copy<Wide, Wide>(x.view(), call);
        EXPECT_EQ(y.shape(), shape);
        EXPECT_LT(test::largest_difference(y.to_vector(), fft(x, {.axes = axes}).to_vector()),
                  1e-12);
    }
    const auto real = random<double>(shape);
    const auto call = detail::fft_call(shape, detail::FftKind::real_forward, {.axes = {2, 0}});
    const auto y = detail::fft_of_copy<Wide, double>(real.view(), call);
    EXPECT_EQ(y.shape(), Shape({2, 4, 5, 6}));
    EXPECT_LT(test::largest_difference(y.to_vector(), rfft(real, {.axes = {2, 0}}).to_vector()),
              1e-12);
}

TEST_P(Fft, RefusesInvalidAxesAndLengths) {
    const auto x = random<std::complex<float>>(Shape{4, 6});
    EXPECT_NE(test::refusal([&] { fft(x, {.axes = {2}}); }).find("2"), std::string::npos);
    EXPECT_EQ(test::refusal([&] { fft(x, {.axes = {0, -2}}); }),
              "cannot transform an array of shape (4, 6): axis -2 appears twice");
    EXPECT_EQ(
        test::refusal([&] { fft(x, {.axes = {}}); }),
        "cannot transform an array of shape (4, 6): there are 0 axes, but the number of axes must "
        "be 1 to 3");
    EXPECT_EQ(
        test::refusal([&] { irfft(x, {.length = 12}); }),
        "cannot transform an array of shape (4, 6): 12 real numbers need 7 complex numbers along "
        "axis 1, not 6");
    const Array<std::complex<float>> none(stream_, Shape{4, 0});
    EXPECT_EQ(test::refusal([&] { fft(none); }),
              "cannot transform an array of shape (4, 0): axis -1 has no elements");
}

TEST_P(Fft, SupportsManyThreadsAndStreams) {
    const auto work = [this](unsigned seed) {
        Stream stream(device_);
        for (std::size_t n = 100; n < 140; ++n) {
            const auto host = test::random_values<std::complex<double>>(n, seed);
            const Array<std::complex<double>> x(stream, std::span<const Wide>(host));
            ASSERT_LT(test::largest_difference(ifft(fft(x)).to_vector(), host), 1e-14 * 12);
        }
    };
    std::vector<std::thread> threads;
    for (unsigned seed = 0; seed < 4; ++seed) threads.emplace_back(work, seed);
    for (std::thread& thread : threads) thread.join();
}

TEST(FftEmbedding, DescribesLayoutsThatCufftSupports) {
    using namespace detail;
    const FftProblem rows{.axes = {{8, 1, 1}}, .batches = {{3, 8, 8}}};
    const auto described = embeddings_of(rows);
    ASSERT_TRUE(described);
    EXPECT_EQ(described->count, 3);
    EXPECT_EQ(described->from.distance, 8);
    const FftProblem alone{.axes = {{8, 1, 1}}};
    EXPECT_EQ(embeddings_of(alone).value().count, 1);
    EXPECT_EQ(embeddings_of(alone).value().from.distance, 8);
    const FftProblem columns{.axes = {{8, 5, 5}}, .batches = {{5, 1, 1}}};
    ASSERT_TRUE(embeddings_of(columns));
    EXPECT_EQ(embeddings_of(columns)->from.stride, 5);
    EXPECT_EQ(embeddings_of(columns)->from.distance, 1);
    const FftProblem real{.kind = FftKind::real_forward, .axes = {{4, 8, 5}, {8, 1, 1}}};
    ASSERT_TRUE(embeddings_of(real));
    EXPECT_EQ(embeddings_of(real)->from.embed[1], 8);
    EXPECT_EQ(embeddings_of(real)->to.embed[1], 5);
    const FftProblem middle{.axes = {{4, 5, 5}}, .batches = {{3, 20, 20}, {5, 1, 1}}};
    EXPECT_FALSE(embeddings_of(middle));
    const FftProblem crossed{.axes = {{4, 1, 1}, {5, 4, 4}}};
    EXPECT_FALSE(embeddings_of(crossed));
    const FftProblem backwards{.axes = {{4, -1, 1}}};
    EXPECT_FALSE(embeddings_of(backwards));
}

TEST_P(Fft, CropsAndPadsToTheRequestedLengths) {
    const auto x = random<double>({3, 10});
    const auto close = [](const auto& made, const auto& expected) {
        EXPECT_EQ(made.shape(), expected.shape());
        EXPECT_LT(test::largest_difference(made.to_vector(), expected.to_vector()), 1e-13);
    };
    Array<double> longer = zeros<double>(stream_, {3, 16});
    longer(slice(), slice(0, 10)) = x;
    const Array<double> shorter(x(slice(), slice(0, 7)));
    close(fft(x, {.n = 16}), fft(longer));
    close(fft(x, {.n = 7}), fft(shorter));
    close(rfft(x, {.n = 7}), rfft(shorter));
    close(rfft(2.0 * x, {.norm = FftNorm::ortho, .n = 16}),
          rfft(2.0 * longer, {.norm = FftNorm::ortho}));
    close(ifft(x, {.n = 10}), ifft(x));
    Array<double> both = zeros<double>(stream_, {5, 4});
    both(slice(0, 3)) = x(slice(), slice(0, 4));
    close(fft(x, {.axes = {0, 1}, .n = {5, 4}}), fft(both, {.axes = {0, 1}}));
    close(rfft(transposed(x), {.axes = {1, 0}, .n = {5, 4}}),
          Array(transposed(rfft(both, {.axes = {0, 1}}))));
    // For real results, n is the length of the output, so the input has n / 2 + 1 complex numbers.
    const auto y = rfft(x);
    Array<std::complex<double>> more = zeros<std::complex<double>>(stream_, {3, 8});
    more(slice(), slice(0, 6)) = y;
    close(irfft(y, {.n = 15}), irfft(more, {.length = 15}));
    close(irfft(y, {.n = 7}), irfft(Array(y(slice(), slice(0, 4))), {.length = 7}));
    close(irfft(y, {.n = 10}), x);
    EXPECT_EQ(test::refusal([&] { fft(x, {.axes = {0, 1}, .n = 4}); }),
              "cannot transform an array of shape (3, 10): 1 length cannot match 2 axes");
    EXPECT_EQ(test::refusal([&] { fft(x, {.axes = {-2}, .n = 0}); }),
              "cannot transform an array of shape (3, 10): the length along axis -2 is 0");
}

TEST_P(Fft, ShiftSwapsHalves) {
    const Array<int> even = arange<int>(stream_, 6), odd = arange<int>(stream_, 5);
    EXPECT_EQ(fftshift(even).to_vector(), (std::vector{3, 4, 5, 0, 1, 2}));
    EXPECT_EQ(fftshift(odd).to_vector(), (std::vector{3, 4, 0, 1, 2}));
    EXPECT_EQ(ifftshift(odd).to_vector(), (std::vector{2, 3, 4, 0, 1}));
    EXPECT_EQ(fftshift(fft_frequencies<double>(stream_, 4)).to_vector(),
              (std::vector{-0.5, -0.25, 0.0, 0.25}));
    const Array<int> x = reshaped(Array(arange<int>(stream_, 60)), {3, 4, 5});
    const auto host = x.to_vector();
    const auto all = fftshift(x).to_vector(), two = fftshift(x, {-1, 0}).to_vector();
    for (std::size_t i = 0; i < 60; ++i) {
        const std::size_t a = (i / 20 + 1) % 3, b = i / 5 % 4, c = (i % 5 + 2) % 5;
        EXPECT_EQ(all[a * 20 + (b + 2) % 4 * 5 + c], host[i]);
        EXPECT_EQ(two[a * 20 + b * 5 + c], host[i]);
    }
    EXPECT_EQ(ifftshift(fftshift(x)).to_vector(), host);
    EXPECT_EQ(ifftshift(fftshift(transposed(x), {1}), {1}).to_vector(), transposed(x).to_vector());
    EXPECT_EQ(fftshift(zeros<int>(stream_, {0, 3})).shape(), Shape({0, 3}));
    EXPECT_THROW(fftshift(odd, {1}), Error);
}

INSTANTIATE_TEST_SUITE_P(Backends, Fft, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
