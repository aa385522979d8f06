// SPDX-License-Identifier: MIT
// Batches of matrices, compared with the same functions applied to each matrix, and scalar
// properties of matrices.
#include <glint/algorithms/matrix_numbers.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include <support/backends.hpp>
#include <support/thorough.hpp>

#include "random_arrays.hpp"
#include "refusal.hpp"

namespace glint {
namespace {

class MatrixBatches : public test::OnRandomArrays {
protected:
    template <class T>
    Array<T> positive(const Shape& shape) {
        const Array<T> a = random<T>(shape, 3);
        return matmul(a, conj(transposed(a, {0, 2, 1}))) +
               T(1) * eye<T>(stream_, shape[shape.rank() - 1]);
    }
    template <class T>
    void check_factors() {
        const double tolerance = test::kTolerance<T> * 500;
        const Array<T> a = random<T>({2, 3, 7, 7}), b = random<T>({2, 3, 7, 2}, 2);
        const auto x = solve(a, b);
        const auto inverses = inverse(a), vector = solve(a, b(0, 0, slice(), 1));
        const Array<T> p = positive<T>({5, 9, 9}), wide = random<T>({3, 4, 6}, 4);
        const auto lower = cholesky(p);
        const auto right = random<T>({9, 2}, 5);
        const auto of_right = CholeskyFactor(p).solve(broadcast_to(right, {5, 9, 2}));
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 3; ++j) {
                EXPECT_LT(distance(x(i, j), solve(a(i, j), b(i, j))), tolerance);
                EXPECT_LT(distance(inverses(i, j), inverse(a(i, j))), tolerance);
                EXPECT_LT(distance(vector(i, j), solve(a(i, j), b(0, 0, slice(), 1))), tolerance);
            }
        const auto of_vector = CholeskyFactor(p).solve(right(slice(), 0));
        EXPECT_LT(distance(of_vector, of_right(ellipsis, 0)), tolerance);
        for (int i = 0; i < 5; ++i) {
            EXPECT_LT(distance(lower(i), cholesky(p(i))), tolerance);
            EXPECT_LT(distance(matmul(p(i), of_right(i)), right), tolerance);
        }
        for (const bool is_wide : {true, false}) {
            const Array<T> m = is_wide ? wide.copy() : Array<T>(transposed(wide, {0, 2, 1}));
            const auto [q, r] = qr(m);
            const auto [u, values, vh] = svd(m);
            EXPECT_LT(distance(matmul(q, r), m), tolerance);
            EXPECT_LT(distance(matmul(u * values(ellipsis, newaxis, slice()), vh), m), tolerance);
            for (int i = 0; i < 3; ++i) {
                EXPECT_LT(distance(r(i), qr(m(i)).r), tolerance);
                EXPECT_LT(distance(values(i), svd(m(i)).values), tolerance);
            }
        }
        const auto [values, vectors] = eigh(p);
        EXPECT_LT(distance(matmul(p, vectors), vectors * values(ellipsis, newaxis, slice())),
                  tolerance);
        for (int i = 0; i < 5; ++i) EXPECT_LT(distance(values(i), eigh(p(i)).values), tolerance);
    }
};

TEST_P(MatrixBatches, FactorizeLikeSingleMatrices) {
    check_factors<std::complex<double>>();
    if constexpr (test::kThorough) check_factors<float>();
}

TEST_P(MatrixBatches, ManySmallMatricesAreSolved) {
    const Array<double> a = positive<double>({2000, 3, 3}), b = random<double>({2000, 3, 1}, 2);
    EXPECT_LT(distance(matmul(a, solve(a, b)), b), 1e-12);
    const Array<double> l = cholesky(a);
    EXPECT_LT(distance(matmul(l, transposed(l, {0, 2, 1})), a), 1e-13);
    const auto [values, vectors] = eigh(a);
    EXPECT_LT(distance(matmul(a, vectors), vectors * values(ellipsis, newaxis, slice())), 1e-12);
    const auto parts = svd(a);
    EXPECT_LT(distance(parts.values, reversed(values, 1)), 1e-12);
    // These matrices are so large that they are processed one after the other.
    const Array<double> large = positive<double>({5, 130, 130}),
                        right = random<double>({130, 2}, 7);
    EXPECT_LT(distance(matmul(large, solve(large, right(slice(), 0))(ellipsis, newaxis)),
                       broadcast_to(right(slice(), slice(0, 1)), {5, 130, 1})),
              1e-10);
    EXPECT_LT(distance(matmul(large, CholeskyFactor(large).solve(right)),
                       broadcast_to(right, {5, 130, 2})),
              1e-10);
}

TEST_P(MatrixBatches, RightHandSidesBroadcast) {
    const Array<double> a = random<double>({3, 1, 4, 4}), b = random<double>({2, 4, 5}, 2);
    const auto x = solve(a, b);
    EXPECT_EQ(x.shape(), Shape({3, 2, 4, 5}));
    EXPECT_LT(distance(matmul(a, x), broadcast_to(b, {3, 2, 4, 5})), 1e-12);
    const auto one = solve(a(0, 0), random<double>({3, 2, 4, 2}, 3));
    EXPECT_EQ(one.shape(), Shape({3, 2, 4, 2}));
    EXPECT_LT(distance(matmul(a(0, 0), one), random<double>({3, 2, 4, 2}, 3)), 1e-12);
    EXPECT_LT(
        distance(solve(cast<int>(2 * eye<float>(stream_, 4)) + zeros<int>(stream_, {2, 4, 4}), b),
                 0.5 * b),
        1e-15);
    const auto left = random<double>({3, 6, 4}), vector = random<double>(6, 4);
    const auto least = least_squares(left, vector);
    EXPECT_EQ(least.shape(), Shape({3, 4}));
    for (int i = 0; i < 3; ++i)
        EXPECT_LT(distance(least(i), least_squares(left(i), vector)), 1e-13);
    EXPECT_LT(distance(least_squares(left, vector(slice(), newaxis))(ellipsis, 0), least), 1e-13);
}

TEST_P(MatrixBatches, ErrorsNameTheFailingMatrix) {
    Array<double> a(stream_, Shape{2, 3, 4, 4});
    a.view() = eye<double>(stream_, 4);
    a(1, 2, 3, 3) = 0.0;
    a(1, 1, 2, 2) = 0.0;
    const auto b = ones<double>(stream_, {4});
    EXPECT_EQ(LuFactors(a).zero_pivot(), 3);
    EXPECT_EQ(test::refusal([&] { solve(a, b); }),
              "cannot solve a linear system with matrices of shape (2, 3, 4, 4): the matrix at (1, "
              "1) is singular, because pivot 3 (counted from 1) is 0");
    a(0, 2, 0, 0) = -1.0;
    EXPECT_EQ(
        test::refusal([&] { cholesky(a); }),
        "cannot factorize an array of shape (2, 3, 4, 4): the matrix at (0, 2) is not positive "
        "definite, because pivot 1 (counted from 1) is not positive");
    EXPECT_EQ(test::refusal([&] { solve(a, zeros<double>(stream_, {2, 2, 4, 1})); }),
              "cannot solve a linear system with matrices of shape (2, 3, 4, 4): the right-hand "
              "side has shape (2, 2, 4, 1), not (4) or (4, n), or one of these for each matrix");
    EXPECT_EQ(
        test::refusal([&] {
            CholeskyFactor(positive<double>({3, 2, 2})).solve(zeros<double>(stream_, {5, 3, 2, 1}));
        }),
        "cannot solve a linear system with matrices of shape (3, 2, 2): the right-hand side has "
        "shape (5, 3, 2, 1), not (2) or (2, n), or one of these for each matrix");
    EXPECT_EQ(test::refusal([&] { inverse(zeros<double>(stream_, {3, 2, 4})); }),
              "cannot factorize an array of shape (3, 2, 4): the matrices are not square");
    EXPECT_EQ(test::refusal([&] { determinant(a); }),
              "cannot compute a single determinant of matrices of shape (2, 3, 4, 4): each matrix "
              "has its "
              "own determinant. Use det for an array of determinants");
}

TEST_P(MatrixBatches, EmptyBatchesGiveEmptyResults) {
    const Array<double> none(stream_, Shape{0, 3, 3}), empty(stream_, Shape{2, 0, 0});
    EXPECT_EQ(solve(none, Array<double>(stream_, Shape{0, 3, 2})).shape(), Shape({0, 3, 2}));
    EXPECT_EQ(inverse(empty).shape(), Shape({2, 0, 0}));
    EXPECT_EQ(eigh(none).values.shape(), Shape({0, 3}));
    EXPECT_EQ(svd(none).u.shape(), Shape({0, 3, 3}));
    EXPECT_EQ(qr(Array<double>(stream_, Shape{2, 0, 3})).r.shape(), Shape({2, 0, 3}));
    EXPECT_EQ(det(empty).to_vector(), (std::vector<double>{1, 1}));
    EXPECT_EQ(slogdet(empty).logabsdet.to_vector(), (std::vector<double>{0, 0}));
    EXPECT_EQ(det(none).shape(), Shape(0));
    EXPECT_EQ(pinv(Array<double>(stream_, Shape{3, 0})).shape(), Shape({0, 3}));
}

TEST_P(MatrixBatches, DeterminantsMatchTheHost) {
    const Array<double> a(
        stream_, {2, 3, 3},
        std::vector<double>{0, 2, 1, 3, 0, 1, 1, 1, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4});
    EXPECT_LT(test::largest_difference(det(a).to_vector(), std::vector<double>{5, 24}), 1e-13);
    EXPECT_NEAR(det(transposed(a(0))).item(), determinant(a(0)), 1e-14);
    const auto [sign, logabsdet] = slogdet(a);
    EXPECT_EQ(sign.to_vector(), (std::vector<double>{1, 1}));
    EXPECT_LT(test::largest_difference(logabsdet.to_vector(),
                                       std::vector<double>{std::log(5), std::log(24)}),
              1e-14);
    // slogdet neither overflows nor underflows; det would overflow at 3 * 10^38.
    const auto large = slogdet(-100.0f * eye<float>(stream_, 101));
    EXPECT_EQ(large.sign.item(), -1.0f);
    EXPECT_NEAR(large.logabsdet.item(), 101 * std::log(100.0), 1e-3);
    EXPECT_TRUE(std::isinf(det(-100.0f * eye<float>(stream_, 101)).item()));
    const auto none = slogdet(zeros<double>(stream_, {2, 2}));
    EXPECT_EQ(none.sign.item(), 0.0);
    EXPECT_EQ(none.logabsdet.item(), -std::numeric_limits<double>::infinity());
    const auto z = random<std::complex<double>>({4, 6, 6});
    const auto parts = slogdet(z);
    const Array<std::complex<double>> again = parts.sign * exp(parts.logabsdet);
    for (int i = 0; i < 4; ++i) EXPECT_LT(std::abs(again(i).item() - determinant(z(i))), 1e-12);
    EXPECT_LT(distance(det(z), again), 1e-12);
    EXPECT_LT(distance(abs(parts.sign), ones<double>(stream_, {4})), 1e-14);
}

TEST_P(MatrixBatches, TraceSumsDiagonals) {
    const auto a = random<float>({4, 5, 3});
    const auto host = a.to_vector();
    const auto at = [&](std::size_t i, std::size_t j, std::size_t k) {
        return double(host[(i * 5 + j) * 3 + k]);
    };
    std::vector<double> plain(3), shifted(5);
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t i = 0; i < 4; ++i) plain[k] += at(i, i, k);
    for (std::size_t j = 0; j < 5; ++j)
        for (std::size_t k = 0; k < 3; ++k)
            if (k + 1 < 4) shifted[j] += at(k + 1, j, k);
    EXPECT_LT(test::largest_difference(Array(trace(a)).to_vector(), plain), 1e-6);
    EXPECT_LT(test::largest_difference(Array(trace(a, 1, 2, 0)).to_vector(), shifted), 1e-6);
    EXPECT_EQ(trace(2 * eye<int>(stream_, 5)).item(), 10);
    EXPECT_THROW(trace(a(0, 0)), Error);
}

TEST_P(MatrixBatches, PseudoInversesSatisfyMoorePenrose) {
    const auto check = [&]<class T>(T, const Shape& shape) {
        const Array<T> a = random<T>(shape);
        const Array<T> p = pinv(a);
        const double tolerance = test::kTolerance<T> * 100;
        EXPECT_LT(distance(matmul(matmul(a, p), a), a), tolerance);
        EXPECT_LT(distance(matmul(matmul(p, a), p), p), tolerance);
        const Array<T> ap = matmul(a, p), pa = matmul(p, a);
        EXPECT_LT(distance(conj(detail::swapped(ap.view())), ap), tolerance);
        EXPECT_LT(distance(conj(detail::swapped(pa.view())), pa), tolerance);
    };
    check(float(), {3, 6, 4});
    check(std::complex<double>(), {2, 3, 5});
    // The pseudo-inverse of a rank-1 matrix inverts it on its range.
    const auto x = random<double>(5), y = random<double>(3, 2);
    const Array<double> a = outer(x, y);
    const double scale = 1 / (dot(x, x).item() * dot(y, y).item());
    EXPECT_LT(distance(pinv(a), Array<double>(scale * outer(y, x))), 1e-14);
    EXPECT_LT(distance(pinv(Array<double>(a + 1e-6 * random<double>({5, 3}, 7)), {.cutoff = 1e-3}),
                       Array<double>(scale * outer(y, x))),
              1e-4);
}

TEST_P(MatrixBatches, RanksCountSingularValues) {
    Array<double> a(stream_, Shape{3, 4, 5});
    const auto x = random<double>(4), y = random<double>(5, 2);
    a(0) = random<double>({4, 5}, 3);
    a(1) = outer(x, y);
    a(2) = 0.0;
    EXPECT_EQ(matrix_rank(a).to_vector(), (std::vector<std::int64_t>{4, 1, 0}));
    EXPECT_EQ(matrix_rank(eye<float>(stream_, 4)).item(), 4);
    const Array<double> nearly = outer(x, y) + 1e-6 * random<double>({4, 5}, 4);
    EXPECT_EQ(matrix_rank(nearly).item(), 4);
    EXPECT_EQ(matrix_rank(nearly, {.cutoff = 1e-3}).item(), 1);
}

TEST_P(MatrixBatches, MatvecDoesNotReadPastTheEnd) {
    using Complex = std::complex<double>;
    // On the CPU, the array fills whole pages, and the memory after them is not mapped.
    const Array<Complex> memory = ones<Complex>(stream_, {std::size_t{1} << 17});
    for (const int rows : {1, 2, 3, 5, 6, 7}) {
        const auto end = memory(slice(-16 * rows, std::nullopt));
        const auto a = reshaped(end, {16, rows});
        const auto x = ones<Complex>(stream_, {16});
        EXPECT_EQ(matvec(transposed(a), x).to_vector(), std::vector<Complex>(rows, 16));
        EXPECT_EQ(matvec(a, x(slice(0, rows))).to_vector(), std::vector<Complex>(16, rows));
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, MatrixBatches, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
