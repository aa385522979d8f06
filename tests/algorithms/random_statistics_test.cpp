// SPDX-License-Identifier: MIT
// Arrays of random numbers have the documented distributions. Each bound is five standard
// deviations, or corresponds to a significance level of 10^-6. The numbers are the same in every
// run.
#include <glint/algorithms/random.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <gtest/gtest.h>

#include <support/backends.hpp>

namespace glint {
namespace {

constexpr std::size_t kCount = 200'000;
constexpr std::uint64_t kStatisticsSeed = 2026;

class RandomArrayStatistics : public test::OnEachBackend {
protected:
    template <class E>
    static std::vector<double> drawn(const E& expression) {
        const auto numbers = Array(expression).to_vector();
        return {numbers.begin(), numbers.end()};
    }

    Device device_ = open();
    Stream stream_{device_};
};

double mean_of(const std::vector<double>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0) / double(numbers.size());
}

void expect_moments(const std::vector<double>& numbers, double mean, double variance,
                    double kurtosis, const std::string& what) {
    const double n = double(numbers.size());
    EXPECT_NEAR(mean_of(numbers), mean, 5 * std::sqrt(variance / n)) << what;
    std::vector<double> squares;
    for (const double x : numbers) squares.push_back((x - mean) * (x - mean));
    EXPECT_NEAR(mean_of(squares) / variance, 1, 5 * std::sqrt((kurtosis - 1) / n)) << what;
}

using Distribution = std::function<double(double)>;

/// Kolmogorov-Smirnov test: expects a small maximum distance between the empirical and the expected
/// distribution.
void expect_distribution(std::vector<double> numbers, const Distribution& distribution,
                         const std::string& what) {
    std::sort(numbers.begin(), numbers.end());
    const double n = double(numbers.size());
    double distance = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const double said = distribution(numbers[i]);
        distance = std::max({distance, said - double(i) / n, double(i + 1) / n - said});
    }
    // 2 exp(-2 x^2) is 10^-6 at x = 2.69.
    EXPECT_LT(distance * std::sqrt(n), 2.69) << what;
}

/// Chi-squared test: expects numbers to be spread evenly over `bins` bins of equal probability.
/// Chi-squared must be within five standard deviations of its mean.
void expect_flat(const std::vector<double>& numbers, const Distribution& distribution,
                 std::size_t bins, const std::string& what) {
    std::vector<double> counts(bins);
    for (const double x : numbers)
        ++counts.at(std::min(bins - 1, static_cast<std::size_t>(distribution(x) * double(bins))));
    const double each = double(numbers.size()) / double(bins), freedom = double(bins) - 1;
    double chi_squared = 0;
    for (const double count : counts) chi_squared += (count - each) * (count - each) / each;
    EXPECT_NEAR(chi_squared, freedom, 5 * std::sqrt(2 * freedom)) << what;
}

double normal_distribution(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

TEST_P(RandomArrayStatistics, UniformNumbersAreUniform) {
    const Distribution same = [](double x) { return x; };
    for (const auto& [what, numbers] :
         {std::pair{"float", drawn(random<float>(stream_, kCount, {kStatisticsSeed}))},
          {"double", drawn(random<double>(stream_, kCount, {kStatisticsSeed, 1}))}}) {
        expect_moments(numbers, 0.5, 1.0 / 12, 1.8, what);
        expect_distribution(numbers, same, what);
        expect_flat(numbers, same, 500, what);
    }
}

TEST_P(RandomArrayStatistics, NormalNumbersAreNormal) {
    for (const auto& [what, numbers] :
         {std::pair{"float", drawn(normal<float>(stream_, kCount, {.seed = kStatisticsSeed}))},
          {"double",
           drawn(normal<double>(stream_, kCount, {.seed = kStatisticsSeed, .sequence = 1}))}}) {
        expect_moments(numbers, 0, 1, 3, what);
        expect_distribution(numbers, normal_distribution, what);
        expect_flat(numbers, normal_distribution, 500, what);
        // Tests the tails: 2.7 in a thousand numbers are beyond three standard deviations.
        const auto far =
            std::count_if(numbers.begin(), numbers.end(), [](double x) { return std::abs(x) > 3; });
        EXPECT_NEAR(double(far), 0.0026998 * kCount, 5 * std::sqrt(0.0027 * kCount)) << what;
    }
    expect_distribution(
        drawn(log_normal<float>(stream_, kCount, {1, 0.5, kStatisticsSeed})),
        [](double x) { return normal_distribution((std::log(x) - 1) / 0.5); }, "log-normal");
}

TEST_P(RandomArrayStatistics, NeighborsSequencesAndSeedsAreIndependent) {
    const auto numbers = drawn(random<float>(stream_, kCount, {kStatisticsSeed}));
    const auto normals = drawn(normal<float>(stream_, kCount, {.seed = kStatisticsSeed}));
    const auto correlation = [](const auto& a, const auto& b, std::size_t apart, double mean) {
        double sum = 0;
        for (std::size_t i = 0; i < kCount; ++i)
            sum += (a[i] - mean) * (b[(i + apart) % kCount] - mean);
        return sum / kCount;
    };
    const double bound = 5 / std::sqrt(double(kCount));
    for (const std::size_t apart : {1u, 2u, 3u, 4u, 5u, 8u, 64u, 256u, 1024u, 65536u}) {
        EXPECT_NEAR(12 * correlation(numbers, numbers, apart, 0.5), 0, bound) << apart;
        EXPECT_NEAR(correlation(normals, normals, apart, 0), 0, bound) << apart;
    }
    for (const RandomOptions& other : {RandomOptions{kStatisticsSeed, 1},
                                       {kStatisticsSeed + 1, 0},
                                       {kStatisticsSeed, 1ull << 63}})
        EXPECT_NEAR(12 * correlation(numbers, drawn(random<float>(stream_, kCount, other)), 0, 0.5),
                    0, bound);
}

TEST_P(RandomArrayStatistics, ExponentialNumbersAreExponential) {
    const auto numbers = drawn(exponential<float>(stream_, kCount, {4, kStatisticsSeed}));
    expect_moments(numbers, 0.25, 1.0 / 16, 9, "exponential");
    expect_distribution(numbers, [](double x) { return -std::expm1(-4 * x); }, "exponential");
}

TEST_P(RandomArrayStatistics, PoissonNumbersHaveTheRightFrequencies) {
    for (const double mean : {0.5, 9.99, 10.01, 60.0}) {
        const auto numbers = drawn(poisson(stream_, kCount, mean, {kStatisticsSeed}));
        expect_moments(numbers, mean, mean, 3 + 1 / mean, "mean " + std::to_string(mean));
        double chi_squared = 0, bins = 0;
        for (unsigned k = 0; k < 150; ++k) {
            const double expected =
                kCount * std::exp(k * std::log(mean) - mean - std::lgamma(k + 1));
            if (expected < 10) continue;
            const double found = double(std::count(numbers.begin(), numbers.end(), double(k)));
            chi_squared += (found - expected) * (found - expected) / expected;
            ++bins;
        }
        EXPECT_LT(chi_squared, bins + 5 * std::sqrt(2 * bins)) << mean;
    }
}

/// Chi-squared test of counts with known probabilities.
void expect_frequencies(const std::vector<double>& numbers, const Distribution& probability,
                        unsigned last, const std::string& what) {
    double chi_squared = 0, bins = 0;
    for (unsigned k = 0; k <= last; ++k) {
        const double expected = double(numbers.size()) * probability(k);
        if (expected < 10) continue;
        const double found = double(std::count(numbers.begin(), numbers.end(), double(k)));
        chi_squared += (found - expected) * (found - expected) / expected;
        ++bins;
    }
    EXPECT_GT(bins, 1) << what;
    EXPECT_LT(chi_squared, bins + 5 * std::sqrt(2 * bins)) << what;
}

TEST_P(RandomArrayStatistics, BinomialNumbersHaveTheRightFrequencies) {
    for (const auto& [n, p] : {std::pair{1u, 0.3},
                               {19u, 0.5},
                               {30u, 0.1},
                               {21u, 0.5},
                               {100u, 0.9},
                               {400u, 0.25},
                               {1'000'000u, 2e-5},
                               {150u, 0.02}}) {
        const auto numbers = drawn(binomial(stream_, kCount, n, p, {kStatisticsSeed}));
        const std::string what = std::to_string(n) + " trials of " + std::to_string(p);
        const double variance = n * p * (1 - p);
        expect_moments(numbers, n * p, variance, 3 + (1 - 6 * p * (1 - p)) / variance, what);
        expect_frequencies(
            numbers,
            [trials = double(n), p](double k) {
                return std::exp(std::lgamma(trials + 1) - std::lgamma(k + 1) -
                                std::lgamma(trials - k + 1) + k * std::log(p) +
                                (trials - k) * std::log1p(-p));
            },
            std::min(n, 400u), what);
    }
    const auto many = drawn(binomial(stream_, kCount, 1'000'000'000, 0.7, {kStatisticsSeed}));
    expect_moments(many, 7e8, 2.1e8, 3, "a thousand million trials");
    expect_distribution(
        many, [](double k) { return normal_distribution((k + 0.5 - 7e8) / std::sqrt(2.1e8)); },
        "a thousand million trials");
    for (const double p : {0.0, 1.0})
        EXPECT_EQ(mean_of(drawn(binomial(stream_, 1000, 50, p, {kStatisticsSeed}))), 50 * p);
    EXPECT_EQ(mean_of(drawn(binomial(stream_, 1000, 0, 0.5, {kStatisticsSeed}))), 0);
}

/// The regularized incomplete gamma function, from its series.
double gamma_distribution(double k, double x) {
    double term = std::exp(k * std::log(x) - x - std::lgamma(k + 1)), sum = 0;
    for (int n = 1; term > 1e-17 * sum; ++n) {
        sum += term;
        term *= x / (k + n);
    }
    return x > 0 ? sum : 0;
}

/// The regularized incomplete beta function, from its series.
double beta_distribution(double a, double b, double x) {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    if (x > 0.5) return 1 - beta_distribution(b, a, 1 - x);
    double term = std::exp(a * std::log(x) + b * std::log1p(-x) + std::lgamma(a + b) -
                           std::lgamma(a + 1) - std::lgamma(b)),
           sum = 0;
    for (int n = 1; term > 1e-17 * sum; ++n) {
        sum += term;
        term *= x * (a + b + n - 1) / (a + n);
    }
    return sum;
}

TEST_P(RandomArrayStatistics, GammaNumbersFollowTheGammaDistribution) {
    for (const double k : {0.1, 0.5, 1.0, 1.7, 30.0}) {
        const std::string what = "k " + std::to_string(k);
        const auto numbers = drawn(gamma<double>(stream_, kCount, k, 2, {kStatisticsSeed}));
        expect_moments(numbers, 2 * k, 4 * k, 3 + 6 / k, what);
        expect_distribution(numbers, [k](double x) { return gamma_distribution(k, x / 2); }, what);
    }
    const auto floats = drawn(gamma<float>(stream_, kCount, 3, 0.5, {kStatisticsSeed, 1}));
    expect_distribution(floats, [](double x) { return gamma_distribution(3, 2 * x); }, "float");
}

TEST_P(RandomArrayStatistics, BetaNumbersFollowTheBetaDistribution) {
    for (const auto& [a, b] :
         {std::pair{0.5, 0.5}, {1.0, 1.0}, {0.2, 1.0}, {0.3, 2.5}, {4.0, 0.5}, {5.0, 20.0}}) {
        const std::string what = std::to_string(a) + ", " + std::to_string(b);
        const auto numbers = drawn(beta<double>(stream_, kCount, a, b, {kStatisticsSeed}));
        const double sum = a + b, variance = a * b / (sum * sum * (sum + 1));
        const double excess = 6 * ((a - b) * (a - b) * (sum + 1) - a * b * (sum + 2)) /
                              (a * b * (sum + 2) * (sum + 3));
        expect_moments(numbers, a / sum, variance, 3 + excess, what);
        expect_distribution(numbers, [a, b](double x) { return beta_distribution(a, b, x); }, what);
    }
    // With shape parameters this small, nearly all numbers are 0 or 1, equally often.
    const auto ends = drawn(beta<float>(stream_, kCount, 1e-4, 1e-4, {kStatisticsSeed}));
    expect_moments(ends, 0.5, 0.25 / 1.0002, 3 - 6 / 3.0002, "small shapes");
}

TEST_P(RandomArrayStatistics, IntegersAreUnbiased) {
    // The bound is 3 * 2^30. Without rejection, a third of the numbers would occur twice as often
    // as the others.
    constexpr std::uint32_t kBound = 3u << 30;
    const auto numbers =
        drawn(integers<std::uint32_t>(stream_, kCount, 0, kBound, {kStatisticsSeed}));
    expect_flat(numbers, [](double x) { return x / kBound; }, 300, "of 32 bits");
    std::vector<double> remainders;
    for (const double x : numbers) remainders.push_back(std::fmod(x, 3));
    expect_flat(remainders, [](double x) { return (x + 0.5) / 3; }, 3, "remainders");
    const auto wide =
        drawn(integers<std::uint64_t>(stream_, kCount, 0, 3ull << 62, {kStatisticsSeed}));
    expect_flat(wide, [](double x) { return x / 0x1p62 / 3; }, 300, "of 64 bits");
    expect_flat(
        drawn(integers<std::int8_t>(stream_, kCount, -100, 100, {kStatisticsSeed})),
        [](double x) { return (x + 100.5) / 200; }, 200, "of 8 bits");
    expect_moments(drawn(bernoulli(stream_, kCount, 0.3, {kStatisticsSeed})), 0.3, 0.21, 1.77,
                   "coins");
    expect_moments(drawn(random<bool>(stream_, kCount, {kStatisticsSeed})), 0.5, 0.25, 1,
                   "even coins");
}

INSTANTIATE_TEST_SUITE_P(Backends, RandomArrayStatistics, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
