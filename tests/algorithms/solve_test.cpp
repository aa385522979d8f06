// SPDX-License-Identifier: MIT
#include <glint/algorithms/solve.hpp>

#include <gtest/gtest.h>

#include <glint/algorithms/decompose.hpp>

#include <support/backends.hpp>
#include <support/thorough.hpp>

#include "random_arrays.hpp"

namespace glint {
namespace {

std::string message_of(auto&& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

class Solve : public test::OnRandomArrays {
protected:
    // A symmetric (or Hermitian) positive definite matrix.
    template <class T>
    Array<T> positive(std::size_t n) {
        const Array<T> a = random<T>({n, n}, 3);
        return matmul(a, conj(transposed(a))) + T(1) * eye<T>(stream_, n);
    }

    template <class T>
    void check_lu() {
        for (const std::size_t n : {1, 2, 31, 100}) {
            const Array<T> a = random<T>({n, n}), b = random<T>({n, 5}, 2), c = random<T>(n, 3);
            const double tolerance = test::kTolerance<T> * 500;
            const LuFactors factors(a);
            EXPECT_EQ(factors.zero_pivot(), 0);
            EXPECT_LT(distance(matmul(a, factors.solve(b)), b), tolerance) << n;
            EXPECT_LT(distance(matmul(a, factors.solve(c)), c), tolerance) << n;
            EXPECT_LT(distance(matmul(transposed(a), solve(transposed(a), b)), b), tolerance);
            EXPECT_LT(distance(matmul(a, inverse(a)), eye<T>(stream_, n)), tolerance) << n;
        }
    }

    template <class T>
    void check_cholesky() {
        for (const std::size_t n : {1, 2, 33, 100}) {
            const Array<T> a = positive<T>(n), b = random<T>({n, 3}, 2);
            const double tolerance = test::kTolerance<T> * 1000;
            const auto lower = cholesky(a);
            EXPECT_LT(distance(matmul(lower, conj(transposed(lower))), a), tolerance) << n;
            EXPECT_EQ(n > 1 ? lower(0, 1).item() : T(0), T(0));
            EXPECT_LT(distance(matmul(a, CholeskyFactor(a).solve(b)), b), tolerance) << n;
            EXPECT_LT(distance(CholeskyFactor(a).solve(b(slice(), 1)), solve(a, b(slice(), 1))),
                      tolerance);
        }
    }

    template <class T>
    void check_qr(std::size_t m, std::size_t n) {
        const Array<T> a = random<T>({m, n});
        const auto [q, r] = qr(a);
        const std::size_t k = std::min(m, n);
        EXPECT_EQ(q.shape(), Shape({m, k}));
        EXPECT_EQ(r.shape(), Shape({k, n}));
        EXPECT_LT(distance(matmul(q, r), a), test::kTolerance<T> * 100);
        EXPECT_LT(distance(matmul(conj(transposed(q)), q), eye<T>(stream_, k)),
                  test::kTolerance<T> * 10);
        EXPECT_EQ(k > 1 ? r(1, 0).item() : T(0), T(0));
    }

    template <class T>
    void check_eigh(std::size_t n) {
        const Array<T> a = positive<T>(n);
        const auto [values, vectors] = eigh(a);
        EXPECT_LT(distance(matmul(a, vectors), vectors * values), test::kTolerance<T> * 500);
        EXPECT_LT(distance(matmul(conj(transposed(vectors)), vectors), eye<T>(stream_, n)),
                  test::kTolerance<T> * 50);
        const auto host = values.to_vector();
        EXPECT_TRUE(std::is_sorted(host.begin(), host.end()));
        EXPECT_GT(host[0], 0.99);  // at least 1, because positive() adds the identity
    }

    template <class T>
    void check_svd(std::size_t m, std::size_t n) {
        const Array<T> a = random<T>({m, n});
        const auto [u, values, vh] = svd(a);
        const std::size_t k = std::min(m, n);
        EXPECT_EQ(u.shape(), Shape({m, k}));
        EXPECT_EQ(vh.shape(), Shape({k, n}));
        EXPECT_LT(distance(matmul(u * values, vh), a), test::kTolerance<T> * 200);
        EXPECT_LT(distance(matmul(conj(transposed(u)), u), eye<T>(stream_, k)),
                  test::kTolerance<T> * 20);
        EXPECT_LT(distance(matmul(vh, conj(transposed(vh))), eye<T>(stream_, k)),
                  test::kTolerance<T> * 20);
        const auto host = values.to_vector();
        EXPECT_TRUE(std::is_sorted(host.rbegin(), host.rend()));
        EXPECT_GE(host.back(), 0);
    }
};

TEST_P(Solve, InvertsTheProduct) {
    check_lu<double>();
    check_lu<std::complex<float>>();
    if constexpr (test::kThorough) {
        check_lu<float>();
        check_lu<std::complex<double>>();
    }
}

TEST_P(Solve, ComputesTheCholeskyFactor) {
    check_cholesky<std::complex<double>>();
    if constexpr (test::kThorough) {
        check_cholesky<float>();
        check_cholesky<double>();
        check_cholesky<std::complex<float>>();
    }
}

TEST_P(Solve, QrGivesOrthonormalColumns) {
    check_qr<float>(40, 7);
    check_qr<std::complex<double>>(33, 5);
    if constexpr (!test::kThorough) return;
    check_qr<double>(7, 40);
    check_qr<std::complex<float>>(20, 20);
    check_qr<double>(1, 1);
}

TEST_P(Solve, FindsEigenvectors) {
    check_eigh<float>(40);
    check_eigh<double>(100);
    check_eigh<std::complex<float>>(17);
    check_eigh<std::complex<double>>(64);
    check_eigh<double>(1);
}

TEST_P(Solve, FindsSingularVectors) {
    check_svd<float>(40, 7);
    check_svd<double>(7, 40);
    check_svd<double>(31, 31);
    check_svd<std::complex<float>>(20, 9);
    check_svd<std::complex<double>>(9, 20);
    check_svd<double>(1, 5);
}

TEST_P(Solve, ComputesDeterminants) {
    const Array<double> a(stream_, {3, 3}, std::vector<double>{0, 2, 1, 3, 0, 1, 1, 1, 0});
    EXPECT_NEAR(determinant(a), 5.0, 1e-14);
    EXPECT_NEAR(determinant(transposed(a)), 5.0, 1e-14);
    const Array<std::complex<double>> turned =
        cast<std::complex<double>>(a) * std::complex<double>(0, 1);
    EXPECT_NEAR(std::abs(determinant(turned) - std::complex<double>(0, -5)), 0, 1e-13);
    EXPECT_EQ(determinant(zeros<float>(stream_, {4, 4})), 0.0f);
    EXPECT_EQ(determinant(Array<float>(stream_, Shape{0, 0})), 1.0f);
    const Array<int> counts(stream_, {2, 2}, std::vector<int>{1, 2, 3, 4});
    static_assert(std::is_same_v<decltype(determinant(counts)), double>);
    EXPECT_NEAR(determinant(counts), -2.0, 1e-15);
}

TEST_P(Solve, SolvesLeastSquares) {
    const auto check = [&]<class T>(T, std::size_t m, std::size_t n) {
        const Array<T> a = random<T>({m, n}), b = random<T>({m, 2}, 2);
        const auto x = least_squares(a, b);
        // The residual is orthogonal to the columns.
        const Array<T> left = matmul(a, x) - b;
        EXPECT_LT(distance(matmul(conj(transposed(a)), left), zeros<T>(stream_, {n, 2})),
                  test::kTolerance<T> * 500);
        EXPECT_LT(distance(least_squares(a, b(slice(), 1)), x(slice(), 1)),
                  test::kTolerance<T> * 50);
    };
    check(float(), 30, 4);
    check(double(), 4, 9);
    if constexpr (test::kThorough) {
        check(double(), 50, 6);
        check(std::complex<double>(), 20, 3);
    }
    // With two equal columns, the minimum-norm solution splits the weight evenly.
    const Array<double> a(stream_, {3, 2}, std::vector<double>{1, 1, 2, 2, 3, 3});
    const Array<double> b(stream_, std::vector<double>{2, 4, 6});
    EXPECT_LT(test::largest_difference(least_squares(a, b).to_vector(), std::vector<double>{1, 1}),
              1e-14);
}

TEST_P(Solve, ErrorsNameTheFailingPivot) {
    Array<double> a = eye<double>(stream_, 4);
    a(2, 2) = 0.0;
    const Array<double> b = ones<double>(stream_, {4});
    EXPECT_EQ(LuFactors(a).zero_pivot(), 3);
    EXPECT_EQ(message_of([&] { solve(a, b); }),
              "cannot solve a linear system with a matrix of shape (4, 4): the matrix is singular, "
              "because pivot 3 (counted from 1) is 0");
    EXPECT_EQ(message_of([&] { inverse(a); }), message_of([&] { solve(a, b); }));
    a(2, 2) = -1.0;
    EXPECT_EQ(
        message_of([&] { cholesky(a); }),
        "cannot factorize an array of shape (4, 4): the matrix is not positive definite, because "
        "pivot 3 (counted from 1) is not positive");
}

TEST_P(Solve, RefusesIncompatibleShapes) {
    const auto a = random<float>({3, 4});
    EXPECT_EQ(message_of([&] { inverse(a); }),
              "cannot factorize an array of shape (3, 4): the matrix is not square");
    EXPECT_EQ(message_of([&] { svd(a(0)); }),
              "cannot factorize an array of shape (4): a matrix must have two dimensions");
    const auto square = random<float>({3, 3});
    EXPECT_EQ(message_of([&] { solve(square, a(0)); }),
              "cannot solve a linear system with a matrix of shape (3, 3): the right-hand side has "
              "shape (4), not (3) or (3, n)");
    EXPECT_EQ(message_of([&] { least_squares(a, a(0)); }),
              "cannot solve a linear system with a matrix of shape (3, 4): the right-hand side has "
              "shape (4), not (3) or (3, n)");
}

TEST_P(Solve, EmptyMatricesGiveEmptyResults) {
    const Array<double> none(stream_, Shape{0, 0});
    EXPECT_EQ(solve(none, Array<double>(stream_, Shape{0, 2})).shape(), Shape({0, 2}));
    EXPECT_EQ(inverse(none).shape(), Shape({0, 0}));
    EXPECT_EQ(eigh(none).vectors.shape(), Shape({0, 0}));
    EXPECT_EQ(svd(Array<double>(stream_, Shape{3, 0})).u.shape(), Shape({3, 0}));
    EXPECT_EQ(qr(Array<double>(stream_, Shape{0, 3})).r.shape(), Shape({0, 3}));
}

TEST_P(Solve, OrdersTwoStreams) {
    Stream other(device_);
    const Array<double> a = random<double>({50, 50});
    const LuFactors factors(a);
    for (int i = 1; i < 20; ++i) {
        Array<double> b = full<double>(other, {50}, double(i));
        const auto x = factors.solve(b);
        EXPECT_LT(distance(matmul(a, x), full<double>(stream_, {50}, double(i))), 1e-10);
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, Solve, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
