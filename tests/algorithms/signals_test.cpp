// SPDX-License-Identifier: MIT
// Convolution, correlation, gradients, and integrals, compared with host sums in double.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <glint/algorithms/calculus.hpp>
#include <glint/algorithms/convolve.hpp>

#include <support/backends.hpp>
#include <support/thorough.hpp>

#include "random_arrays.hpp"
#include "refusal.hpp"

namespace glint {
namespace {

using Wide = std::complex<double>;

class Signals : public test::OnRandomArrays {};

/// The part of all n + m - 1 sums that this mode returns.
std::vector<Wide> part_of(const std::vector<Wide>& all, std::size_t n, std::size_t m,
                          ConvolveMode mode) {
    const std::size_t longer = std::max(n, m), shorter = std::min(n, m);
    std::size_t first = 0, count = all.size();
    if (mode == ConvolveMode::same) {
        first = (shorter - 1) / 2;
        count = longer;
    } else if (mode == ConvolveMode::valid) {
        first = shorter - 1;
        count = longer - shorter + 1;
    }
    return {all.begin() + static_cast<std::ptrdiff_t>(first),
            all.begin() + static_cast<std::ptrdiff_t>(first + count)};
}

template <class T>
std::vector<Wide> slow_convolve(const std::vector<T>& a, const std::vector<T>& v) {
    std::vector<Wide> sums(a.size() + v.size() - 1);
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t k = 0; k < v.size(); ++k) sums[i + k] += Wide(a[i]) * Wide(v[k]);
    return sums;
}

template <class T>
std::vector<Wide> slow_correlate(const std::vector<T>& a, const std::vector<T>& v) {
    std::vector<Wide> backwards;
    for (std::size_t k = v.size(); k-- > 0;) backwards.push_back(std::conj(Wide(v[k])));
    return slow_convolve(std::vector<Wide>(a.begin(), a.end()), backwards);
}

constexpr ConvolveMode kModes[] = {ConvolveMode::full, ConvolveMode::same, ConvolveMode::valid};

TEST_P(Signals, ConvolveMatchesTheDefinitionInEachMode) {
    const auto check = [&]<class T>(T) {
        for (const auto& [n, m] : {std::pair{1u, 1u}, {7u, 3u}, {7u, 4u}, {4u, 9u}, {1000u, 33u}}) {
            const Array<T> a = random<T>(n), v = random<T>(m, 2);
            const auto all = slow_convolve(a.to_vector(), v.to_vector());
            for (const ConvolveMode mode : kModes)
                for (const bool by_fft : {false, true}) {
                    const auto made = convolve(a, v, {.mode = mode, .by_fft = by_fft});
                    EXPECT_LT(test::largest_difference(made.to_vector(), part_of(all, n, m, mode)),
                              test::kTolerance<T> * 10)
                        << n << " with " << m << " mode " << int(mode) << by_fft;
                }
        }
    };
    check(float());
    if constexpr (test::kThorough) check(std::complex<double>());
}

TEST_P(Signals, CorrelateMatchesTheDefinitionInEachMode) {
    const auto check = [&]<class T>(T) {
        for (const auto& [n, m] : {std::pair{1u, 1u}, {7u, 3u}, {3u, 8u}, {500u, 20u}}) {
            const Array<T> a = random<T>(n), v = random<T>(m, 2);
            const auto all = slow_correlate(a.to_vector(), v.to_vector());
            for (const ConvolveMode mode : kModes) {
                auto expected = part_of(all, n, m, mode);
                if (n < m && mode == ConvolveMode::same) {
                    // Here NumPy swaps the arguments and returns the middle of the reversed result.
                    const auto first = static_cast<std::ptrdiff_t>(n / 2);
                    expected.assign(all.begin() + first,
                                    all.begin() + first + static_cast<std::ptrdiff_t>(m));
                }
                for (const bool by_fft : {false, true}) {
                    const auto made = correlate(a, v, {.mode = mode, .by_fft = by_fft});
                    EXPECT_LT(test::largest_difference(made.to_vector(), expected),
                              test::kTolerance<T> * 10)
                        << n << " with " << m << " mode " << int(mode) << by_fft;
                }
            }
        }
    };
    check(std::complex<double>());
    if constexpr (test::kThorough) check(float());
    // Values computed with NumPy.
    const auto a = array_of<double>(stream_, {1, 2, 3}), v = array_of<double>(stream_, {0, 1, 0.5});
    EXPECT_EQ(correlate(a, v).to_vector(), std::vector<double>{3.5});
    EXPECT_EQ(correlate(a, v, {.mode = ConvolveMode::same}).to_vector(),
              (std::vector<double>{2, 3.5, 3}));
    EXPECT_EQ(convolve(a, v).to_vector(), (std::vector<double>{0, 1, 2.5, 4, 1.5}));
}

TEST_P(Signals, ConvolveTakesIntegersExpressionsAndViews) {
    const Array<int> a = arange<int>(stream_, 100) * 20'000'000;
    const Array<short> v = cast<short>(arange<int>(stream_, 5) - 2);
    const auto made = convolve(a, v);
    static_assert(std::is_same_v<decltype(made), const Array<std::int64_t>>);
    const auto found = made.to_vector();
    EXPECT_EQ(found[50], 20'000'000ll * (-2 * 50 - 49 + 47 + 2 * 46));
    EXPECT_EQ(convolve(a, v, {.by_fft = true}).to_vector(), found);
    EXPECT_EQ(found[99], 20'000'000ll * (-2 * 99 - 98 + 96 + 2 * 95));  // does not fit into 32 bits
    EXPECT_EQ(convolve(a, cast<int>(v) * 100).to_vector()[99], 100 * found[99]);
    const Array<half> halves = cast<half>(full<float>(stream_, {300}, 0.1f));
    for (const bool by_fft : {false, true}) {
        const Array<half> sums = convolve(halves, halves, {.by_fft = by_fft});
        EXPECT_NEAR(static_cast<float>(sums(299).item()), 300 * 0.0999756f * 0.0999756f, 2e-3);
    }
    const auto x = random<double>(60), w = random<double>(9, 2);
    EXPECT_LT(
        test::largest_difference(convolve(2.0 * x(slice(0, 60, 3)), reversed(w)).to_vector(),
                                 slow_convolve(Array<double>(2.0 * x(slice(0, 60, 3))).to_vector(),
                                               Array<double>(reversed(w)).to_vector())),
        1e-13);
    EXPECT_EQ(test::refusal([&] { convolve(x, zeros<double>(stream_, {0})); }),
              "cannot convolve arrays of shapes (60) and (0): one of the arrays is empty");
    EXPECT_EQ(
        test::refusal([&] { correlate(x, zeros<double>(stream_, {2, 2})); }),
        "cannot correlate arrays of shapes (60) and (2, 2): both arrays must have one dimension");
}

/// Derivative along the middle dimension of three, as defined by NumPy's documentation.
std::vector<double> slow_gradient(const std::vector<double>& f, const Shape& shape,
                                  const std::vector<double>& x, int order) {
    std::vector<double> result(f.size());
    const std::size_t n = shape[1], inner = shape[2];
    for (std::size_t i = 0; i < f.size(); ++i) {
        const std::size_t k = i / inner % n, line = i - k * inner;
        const auto at = [&](std::size_t j) { return f[line + j * inner]; };
        const auto slope = [&](std::size_t j) { return (at(j + 1) - at(j)) / (x[j + 1] - x[j]); };
        const auto bend = [&](std::size_t j) {
            return (slope(j) - slope(j - 1)) / (x[j + 1] - x[j - 1]);
        };
        if (k == 0)
            result[i] = slope(0) - (order == 2 ? bend(1) * (x[1] - x[0]) : 0);
        else if (k == n - 1)
            result[i] = slope(n - 2) + (order == 2 ? bend(n - 2) * (x[n - 1] - x[n - 2]) : 0);
        else
            result[i] = slope(k - 1) + bend(k) * (x[k] - x[k - 1]);
    }
    return result;
}

TEST_P(Signals, GradientMatchesNumPy) {
    for (const std::size_t n : {2, 3, 4, 50}) {
        const Shape shape{3, n, 4};
        const Array<double> f = random<double>(shape);
        std::vector<double> even(n), uneven(n);
        for (std::size_t i = 0; i < n; ++i) {
            even[i] = 0.25 * double(i);
            uneven[i] = std::sqrt(1.0 + double(i));
        }
        const auto host = f.to_vector();
        const Array<double> places(stream_, uneven);
        const auto expect = [&](const auto& made, const std::vector<double>& x, int order) {
            EXPECT_LT(test::largest_difference(Array(made).to_vector(),
                                               slow_gradient(host, shape, x, order)),
                      1e-12)
                << n << " order " << order;
        };
        expect(gradient(f, 0.25, 1), even, 1);
        expect(gradient(f, places, 1), uneven, 1);
        const auto everywhere = broadcast_to(places(slice(), newaxis), shape);
        expect(gradient(f, everywhere, -2), uneven, 1);
        if (n == 2) continue;
        expect(gradient<2>(f, 0.25, 1), even, 2);
        expect(gradient<2>(f, places, 1), uneven, 2);
    }
    const Array<int> squares = arange<int>(stream_, 6) * arange<int>(stream_, 6);
    EXPECT_EQ(Array(gradient(squares)).to_vector(), (std::vector<double>{1, 2, 4, 6, 8, 9}));
    EXPECT_EQ(Array(gradient<2>(squares)).to_vector(), (std::vector<double>{0, 2, 4, 6, 8, 10}));
    const auto z = random<std::complex<float>>(7);
    const Array<float> parts = imag(gradient(z)) - gradient(Array<float>(imag(z)));
    EXPECT_LT(test::largest_difference(parts.to_vector(), std::vector<float>(7)), 1e-6);
    const Array<float> ends = real(gradient<2>(z, 0.5)) - gradient<2>(Array<float>(real(z)), 0.5);
    EXPECT_LT(test::largest_difference(ends.to_vector(), std::vector<float>(7)), 1e-6);
    const Array<half> narrow = gradient(cast<half>(squares));
    EXPECT_EQ(static_cast<float>(narrow(4).item()), 8.0f);
    // The gradient of an expression can be part of another expression.
    const Array<double> x = linspace<double>(stream_, 0, 1, 1001);
    const auto error = max(abs(gradient<2>(sin(x), 1e-3) - cos(x)));
    EXPECT_LT(error.item(), 1e-6);
    EXPECT_GT(error.item(), 0.0);
}

TEST_P(Signals, TrapezoidMatchesNumPy) {
    const Shape shape{3, 5, 4};
    const Array<double> y = random<double>(shape);
    const auto host = y.to_vector();
    const std::vector<double> x{0, 0.5, 2, 2.25, 7};
    std::vector<double> even(12), uneven(12);
    for (std::size_t i = 0; i < 12; ++i)
        for (std::size_t k = 0; k + 1 < 5; ++k) {
            const auto at = [&](std::size_t j) { return host[(i / 4 * 5 + j) * 4 + i % 4]; };
            even[i] += 0.25 * (at(k) + at(k + 1)) / 2;
            uneven[i] += (x[k + 1] - x[k]) * (at(k) + at(k + 1)) / 2;
        }
    const Array<double> places(stream_, x);
    const auto expect = [](const auto& made, const std::vector<double>& expected) {
        EXPECT_LT(test::largest_difference(Array(made).to_vector(), expected), 1e-14);
    };
    expect(trapezoid(y, 0.25, 1), even);
    expect(trapezoid(y, places, 1), uneven);
    expect(trapezoid(2.0 * y - y, places, -2), uneven);
    expect(trapezoid(y, broadcast_to(places(slice(), newaxis), shape), 1), uneven);
    expect(trapezoid(Array<double>(transposed(y, {0, 2, 1})), 0.25), even);
    EXPECT_EQ(trapezoid(array_of<int>(stream_, {1, 2, 4})).item(), 4.5);
    EXPECT_EQ(trapezoid(array_of<float>(stream_, {3})).item(), 0.0f);
    EXPECT_EQ(trapezoid(zeros<float>(stream_, {0})).item(), 0.0f);
    const Array<half> narrow = cast<half>(full<float>(stream_, {1025}, 0.1f));
    const Array<half> area = trapezoid(narrow, 0.01);
    EXPECT_NEAR(static_cast<float>(area.item()), 10.24 * 0.0999756, 1e-3);
    // Integrals can also be part of an expression that contains reductions.
    const Array<double> t = linspace<double>(stream_, 0, std::numbers::pi, 1001);
    const Array<double> unit = sin(t) / trapezoid(sin(t), t);
    EXPECT_NEAR(trapezoid(unit, std::numbers::pi / 1000).item(), 1, 1e-12);
    EXPECT_NEAR(trapezoid(t / sum(t)).item(), 1 - t(-1).item() / 2 / sum(t).item(), 1e-12);
}

TEST_P(Signals, MismatchedCoordinatesAreRefused) {
    const auto f = zeros<double>(stream_, {3, 2}), x = zeros<double>(stream_, {3});
    EXPECT_EQ(test::refusal([&] { gradient<2>(f); }),
              "cannot differentiate an array of shape (3, 2): axis -1 has 2 elements, but needs at "
              "least 3");
    EXPECT_EQ(test::refusal([&] { gradient(f, 0.0); }),
              "cannot differentiate an array: the spacing is 0");
    EXPECT_EQ(
        test::refusal([&] { gradient(f, x, 1); }),
        "cannot differentiate an array of shape (3, 2): the positions along axis 1 have shape (3), "
        "not (2)");
    EXPECT_EQ(test::refusal([&] { trapezoid(f, x); }),
              "cannot integrate an array of shape (3, 2): the positions along axis -1 have shape "
              "(3), not (2)");
    EXPECT_THROW(trapezoid(f, 1.0, 2), Error);
}

INSTANTIATE_TEST_SUITE_P(Backends, Signals, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
