// SPDX-License-Identifier: MIT
// Weighted means, variances that ignore NaN, covariances, and equality of arrays.
#include <glint/algorithms/statistics.hpp>

#include <cmath>
#include <complex>
#include <limits>

#include <gtest/gtest.h>

#include <glint/algorithms/compare.hpp>
#include <glint/array/sequence.hpp>

#include <algorithms/host_values.hpp>
#include <algorithms/on_values.hpp>
#include <algorithms/refusal.hpp>

namespace glint {
namespace {

using test::largest_difference;
using test::random_values;
using test::refusal;
using Doubles = std::vector<double>;

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

class Statistics : public test::OnValues {};

TEST_P(Statistics, MeansUseWeights) {
    constexpr std::size_t kRows = 37, kColumns = 501;
    const auto x = random_values<float>(kRows * kColumns), w = random_values<float>(x.size(), 5);
    Doubles by_row(kRows), by_column(kColumns), row_weights(kRows), column_weights(kColumns);
    double all = 0, weight = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double product = double(x[i]) * (double(w[i]) + 2);
        by_row[i / kColumns] += product;
        row_weights[i / kColumns] += double(w[i]) + 2;
        by_column[i % kColumns] += product;
        column_weights[i % kColumns] += double(w[i]) + 2;
        all += product;
        weight += double(w[i]) + 2;
    }
    for (std::size_t i = 0; i < kRows; ++i) by_row[i] /= row_weights[i];
    for (std::size_t i = 0; i < kColumns; ++i) by_column[i] /= column_weights[i];
    const Array<float> a(stream_, {kRows, kColumns}, x), b(stream_, {kRows, kColumns}, w);
    EXPECT_NEAR(average(a, b + 2).item(), all / weight, 1e-5);
    const Array<float> rows = average(a, b + 2, axis(1)), columns = average(a, b + 2, axis(0));
    EXPECT_LT(largest_difference(rows.to_vector(), by_row), 1e-5);
    EXPECT_LT(largest_difference(columns.to_vector(), by_column), 1e-5);
    EXPECT_EQ(Array(average(a, b + 2, axis(1), keepdims)).shape(), Shape({kRows, 1}));
    EXPECT_EQ(average(a).item(), mean(a).item());
    EXPECT_EQ(Array(average(a, axis(0))).to_vector(), Array(mean(a, axis(0))).to_vector());
}

TEST_P(Statistics, WeightsMayLieAlongOneDimension) {
    const Array<int> x = array_of<int>(stream_, {{1, 2, 3}, {4, 5, 6}});
    const Array<double> of_columns = array_of<double>(stream_, {1, 0, 3});
    EXPECT_EQ(Array(average(x, of_columns, axis(1))).to_vector(), (Doubles{2.5, 5.5}));
    const Array<int> of_rows = array_of<int>(stream_, {3, 1});
    EXPECT_EQ(Array(average(x, of_rows, axis(0))).to_vector(), (Doubles{1.75, 2.75, 3.75}));
    EXPECT_EQ(Array(average(x, of_rows, axis(-2))).to_vector(), (Doubles{1.75, 2.75, 3.75}));
    // Averages can be parts of expressions, and their arguments can be products.
    EXPECT_EQ(Array(x - average(2 * x, 2 * of_columns, axis(1), keepdims)).to_vector(),
              (Doubles{-4, -3, -2, -7, -6, -5}));
    using Number = std::complex<double>;
    const Array<Number> z(stream_, std::vector<Number>{{1, 2}, {3, -4}});
    EXPECT_EQ(average(z, of_rows).item(), Number(1.5, 0.5));
    const Array<double> none = zeros<double>(stream_, {3});
    EXPECT_TRUE(std::isnan(average(of_columns, none).item()));
    const std::string two =
        ". Pass one weight per element, or one weight per index along the reduced dimension";
    EXPECT_EQ(refusal([&] { average(x, of_rows, axis(1)); }),
              "cannot average an array of shape (2, 3): the weights have shape (2)" + two);
    EXPECT_EQ(refusal([&] { average(x, of_columns); }),
              "cannot average an array of shape (2, 3): the weights have shape (3)" + two);
    EXPECT_EQ(refusal([&] { average(x, of_columns, axis(2)); }),
              "cannot find dimension 2 of an array: the array has 2 dimensions");
}

TEST_P(Statistics, SpreadsIgnoreNonFiniteValues) {
    constexpr std::size_t kRows = 23, kColumns = 3001;
    auto x = random_values<double>(kRows * kColumns);
    for (double& value : x) value += 1e7;  // far larger than the standard deviation
    for (std::size_t i = 0; i < x.size(); i += 7) x[i] = kMissing;
    Doubles expected(kRows), roots(kRows);
    for (std::size_t row = 0; row < kRows; ++row) {
        double sum = 0, count = 0, squares = 0;
        const auto line = std::span(x).subspan(row * kColumns, kColumns);
        for (const double value : line)
            if (!std::isnan(value)) sum += value - 1e7, ++count;
        for (const double value : line)
            if (!std::isnan(value)) squares += std::pow(value - 1e7 - sum / count, 2);
        expected[row] = squares / count;
        roots[row] = std::sqrt(squares / (count - 1));
    }
    const Array<double> a(stream_, {kRows, kColumns}, x);
    EXPECT_LT(largest_difference(Array(nanvar(a, axis(1))).to_vector(), expected), 1e-8);
    EXPECT_LT(largest_difference(Array(nanstd(a, axis(1), Keepdims::no, 1)).to_vector(), roots),
              1e-8);
    const auto down = Array(nanvar(transposed(a), axis(0))).to_vector();
    EXPECT_LT(largest_difference(down, expected), 1e-8);
    EXPECT_NEAR(nanvar(a(1)).item(), expected[1], 1e-8);
    const Array<double> whole = a(slice(), slice(1, 7));
    EXPECT_NEAR(nanvar(nan_to_num(whole)).item(), variance(nan_to_num(whole)).item(), 1e-2);
}

TEST_P(Statistics, SpreadsOfOnlyNaNsAreNaN) {
    const Array<float> x = array_of<float>(
        stream_, {{1, 3, float(kMissing)}, {float(kMissing), 5, float(kMissing)}, {1, 2, 6}});
    const auto with = [&](double correction) {
        return Array(nanvar(x, axis(1), Keepdims::no, correction)).to_vector();
    };
    EXPECT_EQ(with(0)[0], 1.0f);
    EXPECT_EQ(with(0)[1], 0.0f);
    EXPECT_FLOAT_EQ(with(0)[2], 14.0f / 3);
    EXPECT_EQ(with(1)[0], 2.0f);
    EXPECT_TRUE(std::isnan(with(1)[1]));
    EXPECT_EQ(with(1)[2], 7.0f);
    EXPECT_TRUE(std::isnan(nanstd(full<double>(stream_, {5}, kMissing)).item()));
    EXPECT_TRUE(std::isnan(nanvar(Array<float>(stream_, 0)).item()));
    EXPECT_EQ(nanvar(array_of<int>(stream_, {1, 3})).item(), 1.0);
}

TEST_P(Statistics, CovariancesMatchTheHost) {
    constexpr std::size_t kVariables = 4, kObservations = 1000;
    const auto x = random_values<double>(kVariables * kObservations);
    Doubles means(kVariables), expected(kVariables * kVariables), correlated = expected;
    for (std::size_t i = 0; i < x.size(); ++i) means[i / kObservations] += x[i] / kObservations;
    for (std::size_t i = 0; i < kVariables; ++i)
        for (std::size_t j = 0; j < kVariables; ++j)
            for (std::size_t k = 0; k < kObservations; ++k)
                expected[i * kVariables + j] += (x[i * kObservations + k] - means[i]) *
                                                (x[j * kObservations + k] - means[j]) /
                                                (kObservations - 1);
    for (std::size_t i = 0; i < kVariables; ++i)
        for (std::size_t j = 0; j < kVariables; ++j)
            correlated[i * kVariables + j] =
                expected[i * kVariables + j] /
                std::sqrt(expected[i * kVariables + i] * expected[j * kVariables + j]);
    const Array<double> a(stream_, {kVariables, kObservations}, x);
    const Array<double> columns = transposed(a);
    EXPECT_LT(largest_difference(cov(a).to_vector(), expected), 1e-13);
    EXPECT_LT(largest_difference(cov(columns, {.rowvar = false}).to_vector(), expected), 1e-13);
    EXPECT_LT(largest_difference(cov(a(slice(0, 2)), a(slice(2, 4))).to_vector(), expected), 1e-13);
    EXPECT_LT(largest_difference(cov(columns(slice(), slice(0, 1)), columns(slice(), slice(1, 4)),
                                     {.rowvar = false})
                                     .to_vector(),
                                 expected),
              1e-13);
    EXPECT_LT(largest_difference(corrcoef(a).to_vector(), correlated), 1e-13);
    EXPECT_LT(largest_difference(corrcoef(cast<float>(a)).to_vector(), correlated), 1e-5);
    EXPECT_NEAR(cov(a, {.correction = 0})(0, 1).item(),
                expected[1] * (kObservations - 1) / kObservations, 1e-14);
}

TEST_P(Statistics, CovariancesOfOneAndTwoVariables) {
    const Array<int> x = array_of<int>(stream_, {1, 2, 3, 6}), y = 2 * x + 1;
    EXPECT_EQ(cov(x).shape(), Shape());
    EXPECT_NEAR(cov(x).item(), 14.0 / 3, 1e-14);
    EXPECT_EQ(cov(x(newaxis, slice())).shape(), Shape());
    EXPECT_EQ(corrcoef(x).item(), 1.0);
    for (const bool rowvar : {true, false}) {
        const auto both = cov(x, y, {.rowvar = rowvar});
        EXPECT_EQ(both.shape(), Shape({2, 2}));
        EXPECT_LT(largest_difference(both.to_vector(), Doubles{14. / 3, 28. / 3, 28. / 3, 56. / 3}),
                  1e-13);
        EXPECT_LT(largest_difference(corrcoef(x, -y, {.rowvar = rowvar}).to_vector(),
                                     Doubles{1, -1, -1, 1}),
                  1e-15);
    }
    EXPECT_TRUE(std::isnan(cov(x(slice(0, 1))).item()));
    EXPECT_TRUE(std::isnan(cov(Array<float>(stream_, 0)).item()));
    EXPECT_EQ(
        refusal([&] { cov(Array<float>(stream_, Shape{2, 3, 4})); }),
        "cannot compute the covariances of an array of shape (2, 3, 4): the array must have one "
        "dimension (observations) or two dimensions (variables and observations)");
    EXPECT_EQ(refusal([&] { cov(x, y(slice(0, 3))); }),
              "cannot stack arrays of shapes (4), (3): the shapes differ");
}

TEST_P(Statistics, ArraysAreCloseIfAllElementsAre) {
    const auto values = random_values<float>(70'001);
    const Array<float> x(stream_, values);
    Array<float> y = x * (1 + 1e-6f);
    EXPECT_TRUE(allclose(x, y));
    EXPECT_FALSE(allclose(x, y, {.rtol = 1e-8, .atol = 0}));
    y(54'321) = 2.0f;
    EXPECT_FALSE(allclose(x, y));
    EXPECT_TRUE(allclose(x, y, {.atol = 4}));
    EXPECT_TRUE(allclose(0 * x, 0));
    EXPECT_TRUE(allclose(broadcast_to(x(0), {3, 2}), x(slice(0, 1))));
    EXPECT_TRUE(allclose(x(slice(0, 0)), 3));
    Array<float> none = x.copy();
    none(9) = float(kMissing);
    EXPECT_FALSE(allclose(none, none));
    EXPECT_TRUE(allclose(none, none, {.equal_nan = true}));
    EXPECT_EQ(
        refusal([&] { (void)allclose(x(slice(0, 3)), x(slice(0, 2))); }),
        "cannot broadcast arrays of shapes (3), (2): extents 3 and 2 differ, and neither is 1");
}

TEST_P(Statistics, ArraysAreEqualInShapeAndElements) {
    const Array<std::int64_t> x = arange<std::int64_t>(stream_, 100'000) + (1ll << 53);
    Array<std::int64_t> y = x.copy();
    EXPECT_TRUE(array_equal(x, y));
    y(99'999) = y(99'998).item() + 2;  // the two are equal after rounding to double
    EXPECT_FALSE(array_equal(x, y));
    EXPECT_FALSE(array_equal(x, x(newaxis, slice())));
    EXPECT_FALSE(array_equal(x(slice(0, 2)), x(slice(0, 3))));
    EXPECT_TRUE(array_equal(x(slice(0, 0)), y(slice(5, 5))));
    EXPECT_TRUE(array_equal(array_of<int>(stream_, {1, 2}), array_of<float>(stream_, {1, 2})));
    const Array<float> none = array_of<float>(stream_, {1, float(kMissing)});
    EXPECT_FALSE(array_equal(none, none));
    EXPECT_TRUE(array_equal(none, none, {.equal_nan = true}));
    EXPECT_FALSE(array_equal(none, reversed(none), {.equal_nan = true}));
}

INSTANTIATE_TEST_SUITE_P(Backends, Statistics, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
