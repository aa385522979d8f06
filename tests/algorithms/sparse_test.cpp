// SPDX-License-Identifier: MIT
#include <glint/algorithms/sparse.hpp>

#include <gtest/gtest.h>

#include <glint/algorithms/conjugate_gradients.hpp>
#include <glint/algorithms/matmul.hpp>

#include <support/backends.hpp>

#include "host_values.hpp"
#include "refusal.hpp"

namespace glint {
namespace {

// Elements of a sparse matrix on the host, in arbitrary order.
template <class T>
struct Coordinates {
    std::vector<int> rows, columns;
    std::vector<T> values;

    void add(std::size_t row, std::size_t column, T value) {
        rows.push_back(static_cast<int>(row));
        columns.push_back(static_cast<int>(column));
        values.push_back(value);
    }
    std::vector<test::Wide<T>> times(const std::vector<T>& x, std::size_t row_count) const {
        std::vector<test::Wide<T>> y(row_count);
        for (std::size_t i = 0; i < values.size(); ++i)
            y[static_cast<std::size_t>(rows[i])] +=
                test::Wide<T>(values[i]) * test::Wide<T>(x[static_cast<std::size_t>(columns[i])]);
        return y;
    }
    SparseMatrix<T> on(const Stream& stream, const Shape& shape) const {
        return SparseMatrix<T>::from_coordinates(stream, shape, rows, columns, values);
    }
};

// Row i has lengths[i] elements at random columns, some of them repeated.
template <class T>
Coordinates<T> random_elements(const std::vector<std::size_t>& lengths, std::size_t width) {
    std::mt19937 generator(5);
    std::uniform_int_distribution<std::size_t> column(0, width - 1);
    std::size_t count = 0;
    for (const std::size_t length : lengths) count += length;
    const auto values = test::random_values<T>(count);
    Coordinates<T> elements;
    for (std::size_t row = 0; row < lengths.size(); ++row)
        for (std::size_t i = 0; i < lengths[row]; ++i)
            elements.add(row, column(generator), values[elements.values.size()]);
    return elements;
}

// The negative Laplacian of a grid surrounded by zeros.
template <class T>
Coordinates<T> laplacian(std::size_t side) {
    Coordinates<T> elements;
    for (std::size_t i = 0; i < side; ++i)
        for (std::size_t j = 0; j < side; ++j) {
            const std::size_t row = i * side + j;
            elements.add(row, row, T(4));
            if (i > 0) elements.add(row, row - side, T(-1));
            if (i + 1 < side) elements.add(row, row + side, T(-1));
            if (j > 0) elements.add(row, row - 1, T(-1));
            if (j + 1 < side) elements.add(row, row + 1, T(-1));
        }
    return elements;
}

class Sparse : public test::OnEachBackend {
protected:
    template <class T>
    Array<T> array(const std::vector<T>& values) {
        return Array<T>(stream_, std::span<const T>(values));
    }

    template <class T>
    void check_product(const std::vector<std::size_t>& lengths, std::size_t width) {
        const auto elements = random_elements<T>(lengths, width);
        const Shape shape{lengths.size(), width};
        const SparseMatrix<T> matrix = elements.on(stream_, shape);
        const auto x = test::random_values<T>(width, 2), old = test::random_values<T>(shape[0], 3);
        auto expected = elements.times(x, shape[0]);
        const double longest =
            static_cast<double>(*std::max_element(lengths.begin(), lengths.end()));
        const double tolerance = test::kTolerance<T> * (4 + std::sqrt(longest));
        const Array<T> in = array(x);
        EXPECT_LT(test::largest_difference(spmv(matrix, in).to_vector(), expected), tolerance);
        Array<T> y = array(old);
        spmv(matrix, in, y, {.alpha = 2, .beta = -0.5});
        for (std::size_t i = 0; i < expected.size(); ++i)
            expected[i] = 2.0 * expected[i] - 0.5 * test::Wide<T>(old[i]);
        EXPECT_LT(test::largest_difference(y.to_vector(), expected), 2 * tolerance);
    }

    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(Sparse, ProductMatchesTheDefinitionForAnyRowLength) {
    check_product<double>({3}, 1);
    check_product<double>({0, 0, 2, 0, 5, 1, 0}, 9);
    check_product<float>(std::vector<std::size_t>(1000, 4), 500);
    check_product<double>(std::vector<std::size_t>(257, 33), 300);
    check_product<float>(std::vector<std::size_t>(100, 300), 2000);
    check_product<std::complex<float>>(std::vector<std::size_t>(255, 6), 100);
    check_product<std::complex<double>>(std::vector<std::size_t>(31, 70), 100);
}

TEST_P(Sparse, ProductSplitsLongRows) {
    std::vector<std::size_t> lengths(2000, 2);
    lengths[7] = 50'000;
    lengths[8] = 2049;
    lengths[1999] = 4096;
    check_product<double>(lengths, 100'000);
    check_product<std::complex<float>>(lengths, 100'000);
}

TEST_P(Sparse, ProductIgnoresOldOutputValues) {
    const auto matrix = random_elements<double>({2, 0, 3}, 4).on(stream_, {3, 4});
    Array<double> y = full<double>(stream_, {3}, std::nan(""));
    spmv(matrix, ones<double>(stream_, {4}), y.view());
    EXPECT_EQ(y.to_vector()[1], 0.0);
    EXPECT_FALSE(std::isnan(y.to_vector()[0]));
}

TEST_P(Sparse, SumsDuplicateElements) {
    Coordinates<float> elements;
    elements.add(2, 1, 5);
    elements.add(0, 3, 1);
    elements.add(2, 1, -2);
    elements.add(0, 0, 7);
    const auto matrix = elements.on(stream_, {3, 4});
    EXPECT_EQ(matrix.size(), 3u);
    EXPECT_EQ(matrix.offsets().to_vector(), (std::vector<int>{0, 2, 2, 3}));
    EXPECT_EQ(matrix.columns().to_vector(), (std::vector<int>{0, 3, 1}));
    EXPECT_EQ(matrix.values().to_vector(), (std::vector<float>{7, 1, 3}));
    EXPECT_EQ(matrix.to_dense().to_vector(),
              (std::vector<float>{7, 0, 0, 1, 0, 0, 0, 0, 0, 3, 0, 0}));
}

TEST_P(Sparse, ConvertsFromAndToDense) {
    Array<double> dense = array(test::random_values<double>(35));
    const auto table = reshaped(dense, {5, 7});
    const Array<double> thinned = where(table > 0.3, table, 0.0);
    const auto matrix = SparseMatrix<double>::from_dense(thinned);
    EXPECT_LT(matrix.size(), 35u);
    EXPECT_EQ(matrix.to_dense().to_vector(), thinned.to_vector());
    const auto turned = matrix.transposed();
    EXPECT_EQ(turned.shape(), Shape({7, 5}));
    EXPECT_EQ(turned.to_dense().to_vector(), transposed(thinned).to_vector());
    EXPECT_EQ(matrix.diagonal().to_vector(), diagonal(thinned).to_vector());
    EXPECT_EQ(turned.diagonal().to_vector(), diagonal(thinned).to_vector());
}

TEST_P(Sparse, MayBeEmpty) {
    const auto matrix = Coordinates<float>().on(stream_, {3, 2});
    EXPECT_EQ(spmv(matrix, ones<float>(stream_, {2})).to_vector(), std::vector<float>(3));
    const auto none = Coordinates<float>().on(stream_, {0, 0});
    EXPECT_EQ(none.to_dense().shape(), Shape({0, 0}));
}

TEST_P(Sparse, RefusesInvalidMatrices) {
    Coordinates<float> elements;
    elements.add(1, 4, 1);
    EXPECT_EQ(test::refusal([&] { elements.on(stream_, {3, 4}); }),
              "cannot create a sparse matrix of shape (3, 4): element 0 is in row 1 and column 4, "
              "outside the matrix");
    const auto rows = [&](const std::vector<int>& offsets, const std::vector<int>& columns) {
        return test::refusal([&] {
            SparseMatrix<float>({2, 3}, array(offsets), array(columns),
                                ones<float>(stream_, {columns.size()}));
        });
    };
    EXPECT_EQ(rows({0, 1, 2}, {0, 2}), "no error");
    const std::string start = "cannot create a sparse matrix of shape (2, 3): ";
    EXPECT_EQ(rows({0, 1}, {0}), start + "the matrix needs 3 row offsets, not 2");
    EXPECT_EQ(rows({1, 1, 2}, {0, 1}), start + "the first offset is 1, not 0");
    EXPECT_EQ(rows({0, 2, 1}, {0, 1}), start + "row 1 starts at offset 2, but ends at offset 1");
    EXPECT_EQ(rows({0, 1, 1}, {0, 1}),
              start + "the last offset is 1, but the matrix has 2 elements");
    EXPECT_EQ(rows({0, 1, 2}, {0, 3}), start + "element 1 is in column 3, outside the matrix");
    EXPECT_EQ(rows({0, 1, 2}, {-1, 3}), start + "element 0 is in column -1, outside the matrix");
    const auto matrix = laplacian<float>(2).on(stream_, {4, 4});
    EXPECT_EQ(
        test::refusal([&] { spmv(matrix, ones<float>(stream_, {3})); }),
        "cannot multiply a sparse matrix of shape (4, 4): the vector has shape (3) and the result "
        "has shape (4)");
    Array<float> x = ones<float>(stream_, {7});
    const std::string shared =
        "cannot write a product to an array of shape (4): the array shares elements with ";
    EXPECT_EQ(test::refusal([&] { spmv(matrix, x(slice(0, 4)), x(slice(3, 7))); }),
              shared + "the vector");
    auto changed = laplacian<float>(2).on(stream_, {4, 4});
    EXPECT_EQ(test::refusal([&] { spmv(changed, x(slice(0, 4)), changed.values()(slice(0, 4))); }),
              shared + "the matrix");
}

class ConjugateGradientsTest : public Sparse {};

TEST_P(ConjugateGradientsTest, SolveLaplaceEquation) {
    const auto check = [&]<class T>(T, double tolerance) {
        const std::size_t side = 40, n = side * side;
        const auto matrix = laplacian<T>(side).on(stream_, {n, n});
        const Array<T> wanted = array(test::random_values<T>(n));
        const Array<T> b = spmv(matrix, wanted);
        const auto result = conjugate_gradients(matrix, b, {.tolerance = tolerance});
        EXPECT_TRUE(result.has_converged);
        EXPECT_LE(result.residual, tolerance);
        EXPECT_LT(result.iterations, 200u);
        const Array<T> left = b - spmv(matrix, result.x);
        double squares = 0, all = 0;
        for (const T value : left.to_vector()) squares += std::norm(value);
        for (const T value : b.to_vector()) all += std::norm(value);
        EXPECT_LE(std::sqrt(squares / all), 2 * tolerance);
        const auto again = conjugate_gradients(matrix, b, {.tolerance = tolerance});
        EXPECT_EQ(again.x.to_vector(), result.x.to_vector());
    };
    check(float(), 1e-5);
    check(double(), 1e-12);
    check(std::complex<float>(), 1e-5);
    check(std::complex<double>(), 1e-12);
}

TEST_P(ConjugateGradientsTest, ConvergeInOneStepPerEigenvalue) {
    // This matrix has three distinct eigenvalues.
    Coordinates<double> elements;
    for (std::size_t i = 0; i < 300; ++i) elements.add(i, i, 1.0 + static_cast<double>(i % 3));
    const auto matrix = elements.on(stream_, {300, 300});
    const Array<double> b = array(test::random_values<double>(300));
    const auto result = conjugate_gradients(matrix, b, {.tolerance = 1e-14, .check_every = 1});
    EXPECT_EQ(result.iterations, 3u);
    EXPECT_TRUE(result.has_converged);
    const DiagonalPreconditioner<double> diagonal(matrix);
    const auto once = conjugate_gradients(
        matrix, b, {.tolerance = 1e-14, .check_every = 1, .preconditioner = &diagonal});
    EXPECT_EQ(once.iterations, 1u);
    EXPECT_LT(test::largest_difference(once.x.to_vector(), result.x.to_vector()), 1e-14);
}

TEST_P(ConjugateGradientsTest, UsePreconditioners) {
    // The rows and columns of this matrix are scaled by very different factors.
    const std::size_t side = 20, n = side * side;
    auto elements = laplacian<double>(side);
    const auto factor = [](int i) { return std::pow(10.0, i % 4); };
    for (std::size_t i = 0; i < elements.values.size(); ++i)
        elements.values[i] *= factor(elements.rows[i]) * factor(elements.columns[i]);
    const auto matrix = elements.on(stream_, {n, n});
    const Array<double> b = ones<double>(stream_, {n});
    const DiagonalPreconditioner<double> diagonal(matrix);
    const auto with = conjugate_gradients(
        matrix, b, {.tolerance = 1e-10, .max_iterations = 2000, .preconditioner = &diagonal});
    EXPECT_TRUE(with.has_converged);
    const auto without =
        conjugate_gradients(matrix, b, {.tolerance = 1e-10, .max_iterations = 2000});
    EXPECT_LT(with.iterations * 4, without.iterations);
    const auto left = test::largest_difference(spmv(matrix, with.x).to_vector(), b.to_vector());
    EXPECT_LT(left, 1e-8);
}

TEST_P(ConjugateGradientsTest, TakeAnyOperatorAndInitialGuess) {
    const std::size_t n = 50;
    const auto values = test::random_values<double>(n * n);
    const Array<double> a(stream_, {n, n}, std::span<const double>(values));
    const Array<double> matrix = matmul(a, transposed(a)) + eye<double>(stream_, n);
    const Array<double> b = ones<double>(stream_, {n});
    const LinearOperator<double> multiply = [&](const ArrayView<const double>& x,
                                                ArrayView<double> y) { y = matmul(matrix, x); };
    const auto result =
        conjugate_gradients(multiply, b.view(), {.tolerance = 1e-10, .max_iterations = 500});
    EXPECT_TRUE(result.has_converged);
    EXPECT_LT(test::largest_difference(matmul(matrix, result.x).to_vector(), b.to_vector()), 1e-8);
    const auto by_lambda =
        conjugate_gradients([&](const auto& x, const auto& y) { matmul(matrix, x, y); }, b,
                            {.tolerance = 1e-10, .max_iterations = 500});
    EXPECT_LT(test::largest_difference(by_lambda.x.to_vector(), result.x.to_vector()), 1e-8);
    const auto again = conjugate_gradients(
        multiply, b.view(), {.tolerance = 1e-8, .start = std::as_const(result.x).view()});
    EXPECT_EQ(again.iterations, 0u);
    EXPECT_EQ(again.x.to_vector(), result.x.to_vector());
}

TEST_P(ConjugateGradientsTest, StopAtTheIterationLimit) {
    const std::size_t n = 900;
    const auto matrix = laplacian<float>(30).on(stream_, {n, n});
    const auto result = conjugate_gradients(matrix, ones<float>(stream_, {n}),
                                            {.tolerance = 1e-5, .max_iterations = 5});
    EXPECT_EQ(result.iterations, 5u);
    EXPECT_FALSE(result.has_converged);
    EXPECT_GT(result.residual, 1e-5);
}

TEST_P(ConjugateGradientsTest, ZeroRightHandSideGivesZero) {
    const auto matrix = laplacian<float>(4).on(stream_, {16, 16});
    const auto result = conjugate_gradients(matrix, zeros<float>(stream_, {16}));
    EXPECT_TRUE(result.has_converged);
    EXPECT_EQ(result.iterations, 0u);
    EXPECT_EQ(result.x.to_vector(), std::vector<float>(16));
}

TEST_P(ConjugateGradientsTest, RefuseUnsolvableProblems) {
    const auto matrix = laplacian<double>(2).on(stream_, {4, 4});
    const Array<double> b = ones<double>(stream_, {4}), c = ones<double>(stream_, {3});
    EXPECT_EQ(
        test::refusal([&] { conjugate_gradients(matrix, c); }),
        "cannot multiply a sparse matrix of shape (4, 4): the vector has shape (3) and the result "
        "has shape (3)");
    EXPECT_EQ(test::refusal([&] { conjugate_gradients(matrix, b, {.start = c.view()}); }),
              "cannot solve by conjugate gradients: b has shape (4), but the start vector x has "
              "shape (3)");
    EXPECT_EQ(test::refusal([&] { conjugate_gradients(matrix, b, {.check_every = 0}); }),
              "cannot solve by conjugate gradients: check_every is 0, but must be positive");
    Coordinates<double> negative;
    for (std::size_t i = 0; i < 4; ++i) negative.add(i, i, -1);
    EXPECT_EQ(test::refusal([&] {
                  conjugate_gradients(negative.on(stream_, {4, 4}), b, {.check_every = 1});
              }),
              "cannot solve by conjugate gradients: the matrix is not positive definite, because p "
              "* A * p is -4 at iteration 1");
}

INSTANTIATE_TEST_SUITE_P(Backends, Sparse, test::each_backend(), test::name);
INSTANTIATE_TEST_SUITE_P(Backends, ConjugateGradientsTest, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
