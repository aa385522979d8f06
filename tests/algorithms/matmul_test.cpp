// SPDX-License-Identifier: MIT
#include <glint/algorithms/matmul.hpp>

#include <random>
#include <set>

#include <gtest/gtest.h>

#include <glint/array/sequence.hpp>

#include <support/backends.hpp>

#include "host_values.hpp"
#include "refusal.hpp"

namespace glint {
namespace {

template <class T>
using WideOf = test::Wide<T>;

// Product of row-major matrices on the host.
template <class W>
std::vector<W> slow_product(const std::vector<W>& a, const std::vector<W>& b, std::size_t rows,
                            std::size_t inner, std::size_t columns) {
    std::vector<W> c(rows * columns);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t k = 0; k < inner; ++k)
            for (std::size_t j = 0; j < columns; ++j)
                c[i * columns + j] += a[i * inner + k] * b[k * columns + j];
    return c;
}

class Matmul : public test::OnEachBackend {
protected:
    template <class T>
    Array<T> random(const Shape& shape, unsigned seed = 1) {
        const auto values = test::random_values<T>(shape.size(), seed);
        return Array<T>(stream_, shape, std::span<const T>(values));
    }

    // Each operand is row-major, transposed, or part of a larger array.
    template <class T>
    void check_sizes(std::size_t m, std::size_t k, std::size_t n) {
        const Array<T> a = random<T>({m, k}, 1), b = random<T>({k, n}, 2);
        const auto expected =
            slow_product(test::widened(a.to_vector()), test::widened(b.to_vector()), m, k, n);
        const double tolerance = test::kTolerance<T> * std::sqrt(double(k) + 1);
        const auto is_right = [&](const auto& left, const auto& right) {
            const auto c = matmul(left, right);
            EXPECT_EQ(c.shape(), Shape({m, n}));
            EXPECT_LT(test::largest_difference(c.to_vector(), expected), tolerance)
                << m << ' ' << k << ' ' << n;
        };
        const Array<T> a_turned = transposed(a), b_turned = transposed(b);
        is_right(a, b);
        is_right(transposed(a_turned), b);
        is_right(a, transposed(b_turned));
        is_right(transposed(a_turned), transposed(b_turned));
        Array<T> large(stream_, Shape{m + 2, k + 3});
        const auto rows = static_cast<std::ptrdiff_t>(m), columns = static_cast<std::ptrdiff_t>(k);
        large = T(7);
        large(slice(1, rows + 1), slice(2, columns + 2)) = a;
        is_right(large(slice(1, rows + 1), slice(2, columns + 2)), b);
        is_right(reversed(reversed(a, 0), 0), T(1) * b);
        Array<T> wide(stream_, Shape{k, 2 * n});
        wide = T(0);
        const auto every_second = wide(slice(), slice(0, static_cast<std::ptrdiff_t>(2 * n), 2));
        auto to_set = every_second;
        to_set = b;
        is_right(a, every_second);
    }

    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(Matmul, MatchesTheDefinitionForAllSizesAndLayouts) {
    for (const std::size_t m : {1, 5, 33})
        for (const std::size_t k : {1, 7, 64})
            for (const std::size_t n : {1, 4, 31}) check_sizes<double>(m, k, n);
}

TEST_P(Matmul, TakesEachType) {
    check_sizes<float>(17, 40, 9);
    check_sizes<std::complex<float>>(17, 40, 9);
    check_sizes<std::complex<double>>(17, 40, 9);
    check_sizes<std::complex<double>>(1, 40, 9);
    check_sizes<std::complex<double>>(17, 40, 1);
    check_sizes<float>(200, 257, 255);
}

TEST_P(Matmul, AccumulatesHalvesInFloat) {
    Array<half> a(stream_, Shape{3, 4096});
    a = half(0.25f);
    Array<half> b(stream_, Shape{4096, 2});
    b = half(1.0f);
    const auto c = matmul(a, b);
    static_assert(std::is_same_v<decltype(c), const Array<half>>);
    for (const half value : c.to_vector()) EXPECT_EQ(float(value), 1024.0f);
    Array<bfloat16> d(stream_, Shape{2, 600});
    d = bfloat16(1.0f);
    for (const bfloat16 value : matmul(d, transposed(d)).to_vector()) EXPECT_EQ(float(value), 600);
}

TEST_P(Matmul, ComputesIntegersInDouble) {
    const Array<int> a = arange<int>(stream_, 6);
    const auto c = matmul(reshaped(a, {2, 3}), reshaped(a, {3, 2}));
    static_assert(std::is_same_v<decltype(c), const Array<double>>);
    EXPECT_EQ(c.to_vector(), (std::vector<double>{10, 13, 28, 40}));
}

TEST_P(Matmul, BroadcastsBatches) {
    const auto a = random<double>({2, 1, 3, 4}, 1), b = random<double>({5, 4, 6}, 2);
    const auto c = matmul(a, b);
    EXPECT_EQ(c.shape(), Shape({2, 5, 3, 6}));
    for (std::ptrdiff_t i = 0; i < 2; ++i)
        for (std::ptrdiff_t j = 0; j < 5; ++j)
            EXPECT_LT(test::largest_difference(
                          c(i, j).to_vector(),
                          slow_product(a(i, 0).to_vector(), b(j).to_vector(), 3, 4, 6)),
                      1e-14);
    // The batches of the two operands interleave, so no single stride describes them.
    const auto d = transposed(random<double>({4, 3, 5, 2}, 3), {3, 2, 1, 0});
    const auto e = random<double>({2, 5, 4, 2}, 4);
    const auto f = matmul(d, e);
    EXPECT_EQ(f.shape(), Shape({2, 5, 3, 2}));
    EXPECT_LT(
        test::largest_difference(f(1, 3).to_vector(),
                                 slow_product(d(1, 3).to_vector(), e(1, 3).to_vector(), 3, 4, 2)),
        1e-14);
}

TEST_P(Matmul, TakesVectors) {
    const auto a = random<double>({3, 4}, 1);
    const auto x = random<double>({4}, 2), y = random<double>({3}, 3);
    const auto matrix = a.to_vector(), column = x.to_vector(), row = y.to_vector();
    const auto right = matmul(a, x), left = matmul(y, a), both = matmul(x, x);
    EXPECT_EQ(right.shape(), Shape{3});
    EXPECT_EQ(left.shape(), Shape{4});
    EXPECT_EQ(both.shape(), Shape());
    EXPECT_LT(test::largest_difference(right.to_vector(), slow_product(matrix, column, 3, 4, 1)),
              1e-14);
    EXPECT_LT(test::largest_difference(left.to_vector(), slow_product(row, matrix, 1, 3, 4)),
              1e-14);
    EXPECT_NEAR(both.item(), slow_product(column, column, 1, 4, 1)[0], 1e-14);
    EXPECT_LT(test::largest_difference(matvec(a, x).to_vector(), right.to_vector()), 1e-14);
    const auto many = random<double>({5, 4}, 4);
    const auto each = matvec(a, many);
    EXPECT_EQ(each.shape(), Shape({5, 3}));
    EXPECT_LT(test::largest_difference(each(2).to_vector(), matmul(a, many(2)).to_vector()), 1e-14);
}

TEST_P(Matmul, WritesToTheGivenOutput) {
    const auto a = random<double>({2, 5, 4}, 1), b = random<double>({4, 3}, 2);
    const auto x = random<double>({4}, 3), before = random<double>({2, 7, 9}, 4);
    Array<double> large = before.copy();
    const auto part = large(slice(), slice(1, 6), slice(2, 5));
    matmul(a, b, part);
    const auto expected = matmul(a, b);
    EXPECT_LT(test::largest_difference(part.to_vector(), expected.to_vector()), 1e-15);
    EXPECT_EQ(large(0, 0).to_vector(), before(0, 0).to_vector());
    EXPECT_EQ(large(1, 3, 5).item(), before(1, 3, 5).item());
    matmul(a, b, part, {.alpha = 2, .beta = -1});
    EXPECT_LT(test::largest_difference(part.to_vector(), expected.to_vector()), 1e-14);
    const auto column = large(slice(), slice(1, 6), 0);
    matmul(a, x, column);
    EXPECT_LT(test::largest_difference(column.to_vector(), matmul(a, x).to_vector()), 1e-15);
    Array<double> single(stream_, Shape());
    single = 3.0;
    matmul(x, x, single, {.beta = 1});
    EXPECT_NEAR(single.item(), 3 + matmul(x, x).item(), 1e-14);
    Array<half> halves = full<half>(stream_, {2, 2}, half(3.0f));
    const Array<half> ones_of_half = full<half>(stream_, {2, 2}, half(1.0f));
    matmul(ones_of_half, ones_of_half, halves.view(), {.alpha = 0.5, .beta = 2});
    for (const half value : halves.to_vector()) EXPECT_EQ(float(value), 7.0f);
}

TEST_P(Matmul, IgnoresOldOutputValues) {
    Array<float> c = full<float>(stream_, {3, 3}, std::nanf(""));
    const Array<float> a = ones<float>(stream_, {3, 2});
    matmul(a, transposed(a), c);
    EXPECT_EQ(c.to_vector(), std::vector<float>(9, 2.0f));
    Array<float> v = full<float>(stream_, {3}, std::nanf(""));
    matmul(a, ones<float>(stream_, {2}), v.view());
    EXPECT_EQ(v.to_vector(), std::vector<float>(3, 2.0f));
}

TEST_P(Matmul, ProductOverNoElementsIsZero) {
    const Array<float> a(stream_, Shape{2, 0}), b(stream_, Shape{0, 3}), c(stream_, Shape{0, 2});
    EXPECT_EQ(matmul(a, b).to_vector(), std::vector<float>(6));
    EXPECT_EQ(matmul(c, a).shape(), Shape({0, 0}));
    Array<float> old = ones<float>(stream_, {2, 3});
    matmul(a, b, old.view(), {.beta = 3});
    EXPECT_EQ(old.to_vector(), std::vector<float>(6, 3.0f));
    const Array<float> none(stream_, Shape(0));
    EXPECT_EQ(matmul(none, none).item(), 0.0f);
}

TEST_P(Matmul, OrdersTwoStreams) {
    Stream other(device_);
    for (int i = 0; i < 20; ++i) {
        Array<double> a = full<double>(stream_, {64, 64}, 1.0);
        Array<double> b = full<double>(other, {64, 64}, double(i));
        const auto c = matmul(a, b);
        b = -1.0;  // must wait for the product
        for (const double value : c.to_vector()) ASSERT_EQ(value, 64.0 * i);
    }
}

template <class T>
void check_vectors(Stream& stream) {
    for (const std::size_t n : {1, 31, 257, 100'000}) {
        const auto x = test::random_values<T>(n, 1), y = test::random_values<T>(2 * n, 2);
        const Array<T> a(stream, std::span<const T>(x)), b(stream, std::span<const T>(y));
        const auto part = b(slice(std::nullopt, std::nullopt, 2));
        WideOf<T> expected{}, backwards{}, conjugated{};
        for (std::size_t i = 0; i < n; ++i) {
            expected += WideOf<T>(x[i]) * WideOf<T>(y[2 * i]);
            backwards += WideOf<T>(x[i]) * WideOf<T>(x[n - 1 - i]);
            conjugated += std::norm(x[i]);
        }
        const double tolerance = test::kTolerance<T> * std::sqrt(double(n)) * 4;
        EXPECT_LT(std::abs(WideOf<T>(matmul(a, part).item()) - expected), tolerance) << n;
        EXPECT_LT(std::abs(WideOf<T>(matmul(a, reversed(a)).item()) - backwards), tolerance) << n;
        EXPECT_LT(std::abs(WideOf<T>(matmul(conj(a), a).item()) - conjugated), 20 * tolerance) << n;
    }
}

TEST_P(Matmul, VectorProductIsTheDotProduct) {
    check_vectors<float>(stream_);
    check_vectors<double>(stream_);
    check_vectors<std::complex<float>>(stream_);
    check_vectors<std::complex<double>>(stream_);
}

TEST_P(Matmul, OuterProductIsAnExpression) {
    const auto x = random<double>({3}, 1), y = random<double>({4}, 2);
    const Array<double> table = 2.0 * outer(x, y);
    EXPECT_EQ(table.shape(), Shape({3, 4}));
    EXPECT_EQ(table(2, 1).item(), 2.0 * (x(2).item() * y(1).item()));
}

TEST_P(Matmul, RefusesOutputThatOverlapsAnInput) {
    const auto a = random<double>({4, 4}, 1);
    Array<double> c = random<double>({4, 4}, 2);
    const std::string start =
        "cannot write a product to an array of shape (4, 4): the array shares elements with ";
    EXPECT_EQ(test::refusal([&] { matmul(c, a, c); }), start + "the left factor");
    EXPECT_EQ(test::refusal([&] { matmul(a, c, c); }), start + "the right factor");
    EXPECT_EQ(test::refusal([&] { matmul(a, transposed(c), c.view()); }),
              start + "the right factor");
    Array<float> large = ones<float>(stream_, {9, 9});
    const auto block = [&](int row, int column) {
        return large(slice(row, row + 4), slice(column, column + 4));
    };
    EXPECT_EQ(test::refusal([&] { matmul(block(0, 0), block(5, 5), block(3, 3)); }),
              start + "the left factor");
    const Array<double> before = c.copy();
    matmul(a, 1.0 * c, c);
    EXPECT_LT(test::largest_difference(c.to_vector(), matmul(a, before).to_vector()), 1e-15);
}

TEST_P(Matmul, MultipliesBlocksOfOneMatrix) {
    Array<double> large = random<double>({9, 9}, 3);
    const auto block = [&](int row, int column) {
        return large(slice(row, row + 4), slice(column, column + 4));
    };
    const Array<double> expected = matmul(block(0, 0), block(5, 5));
    matmul(block(0, 0), block(5, 5), block(0, 4));
    EXPECT_EQ(block(0, 4).to_vector(), expected.to_vector());
}

TEST(SharedElements, AreFoundByTheirBytes) {
    constexpr std::ptrdiff_t kWidth = 9;
    std::vector<float> memory(10 * kWidth);
    std::mt19937 random(5);
    const auto pick = [&](int least, int most) {
        return std::uniform_int_distribution<int>(least, most)(random);
    };
    const auto part = [&] {
        const int row = pick(0, 7), column = pick(0, 7);
        const auto rows = static_cast<std::size_t>(pick(1, 8 - row));
        const auto columns = static_cast<std::size_t>(pick(1, 9 - column));
        detail::Layout layout{{rows, columns}, {kWidth, 1}};
        if (pick(0, 1)) layout = detail::transposed(layout, {});
        return detail::Elements{memory.data() + row * kWidth + column, layout, sizeof(float)};
    };
    const auto places = [&](const detail::Elements& elements) {
        std::set<const float*> found;
        for (std::size_t i = 0; i < elements.layout.shape[0]; ++i)
            for (std::size_t j = 0; j < elements.layout.shape[1]; ++j)
                found.insert(static_cast<const float*>(elements.data) +
                             static_cast<std::ptrdiff_t>(i) * elements.layout.strides[0] +
                             static_cast<std::ptrdiff_t>(j) * elements.layout.strides[1]);
        return found;
    };
    int sharing = 0;
    for (int round = 0; round < 2000; ++round) {
        const detail::Elements a = part(), b = part();
        const std::set<const float*> in_a = places(a);
        bool is_shared = false;
        for (const float* place : places(b)) is_shared |= in_a.contains(place);
        sharing += is_shared;
        ASSERT_EQ(detail::share_elements(a, b), is_shared)
            << to_string(a.layout.shape) << " " << to_string(b.layout.shape) << " "
            << static_cast<float*>(b.data) - static_cast<float*>(a.data);
    }
    EXPECT_GT(sharing, 200);
    EXPECT_LT(sharing, 1800);
}

TEST_P(Matmul, RefusesIncompatibleShapes) {
    const auto a = random<double>({3, 4}), b = random<double>({3, 5});
    EXPECT_EQ(test::refusal([&] { matmul(a, b); }),
              "cannot multiply arrays of shapes (3, 4) and (3, 5): the left array has 4 columns, "
              "but the right array has 3 rows");
    EXPECT_EQ(test::refusal([&] { matmul(a, a(0, 0)); }),
              "cannot multiply arrays of shapes (3, 4) and (): scalars are not supported. Use *");
    Array<double> wrong = zeros<double>(stream_, {4, 3});
    EXPECT_EQ(test::refusal([&] { matmul(a, transposed(b), wrong.view()); }),
              "cannot multiply arrays of shapes (3, 4) and (5, 3): the left array has 4 columns, "
              "but the right array has 5 rows");
    EXPECT_EQ(test::refusal([&] { matmul(transposed(a), b, wrong.view()); }),
              "cannot multiply arrays of shapes (4, 3) and (3, 5): the product has shape (4, 5), "
              "but the result array has shape (4, 3)");
    EXPECT_EQ(test::refusal([&] { matmul(transposed(a), b, transposed(random<double>({5, 4}))); }),
              "cannot write a product to an array of shape (4, 5): with strides (1, 4), the "
              "elements of a row are not adjacent");
    EXPECT_NE(test::refusal([&] {
                  matmul(random<double>({2, 3, 4}), random<double>({5, 4, 3}));
              }).find("2"),
              std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Backends, Matmul, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
