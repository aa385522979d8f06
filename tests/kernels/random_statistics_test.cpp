// SPDX-License-Identifier: MIT
// Random numbers have the documented distributions: moments, frequencies, and correlations, each
// within five standard deviations.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include <kernels/fixture.hpp>

namespace glint {
namespace {

using test::expect_moments;

constexpr std::size_t kSampleThreads = 1 << 13, kEachSample = 16,
                      kSamples = kSampleThreads * kEachSample;

class RandomStatistics : public test::KernelFile {
protected:
    RandomStatistics() : KernelFile("random.cu") {}

    template <class T>
    std::vector<double> draw(const std::string& name, double a = 0, double b = 1) {
        const std::vector<T> drawn = map<T>(name, std::vector{a, b}, kSampleThreads, kEachSample);
        return {drawn.begin(), drawn.end()};
    }
    /// Returns `width` floats per point.
    std::vector<float> points(const std::string& name, std::size_t width);
};

struct Point2 {
    float x, y;
};
struct Point3 {
    float x, y, z;
};

/// Chi-squared test for equally likely bins, after `distribution` has mapped the numbers to [0, 1].
void expect_flat(const std::vector<double>& numbers,
                 const std::function<double(double)>& distribution, const std::string& what) {
    constexpr std::size_t kBins = 200;
    std::array<double, kBins> bins{};
    for (const double x : numbers)
        ++bins.at(std::min(kBins - 1, static_cast<std::size_t>(distribution(x) * kBins)));
    const double expected = static_cast<double>(numbers.size()) / kBins;
    double chi_squared = 0;
    for (const double found : bins)
        chi_squared += (found - expected) * (found - expected) / expected;
    EXPECT_NEAR(chi_squared, kBins - 1, 5 * std::sqrt(2.0 * (kBins - 1))) << what;
}

double normal_distribution(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

TEST_P(RandomStatistics, UniformNumbersAreUniform) {
    for (const auto& [name, numbers] :
         {std::pair{"float", draw<float>("uniform")}, {"double", draw<double>("uniform_double")}}) {
        expect_moments(numbers, 0.5, 1.0 / 12, 1.8, name);
        expect_flat(numbers, [](double x) { return x; }, name);
    }
    expect_flat(draw<float>("uniform_range", -2, 6), [](double x) { return (x + 2) / 8; }, "range");
}

TEST_P(RandomStatistics, NormalNumbersAreNormal) {
    for (const auto& [name, numbers] : {std::pair{"float", draw<float>("normal")},
                                        {"double", draw<double>("normal_double")},
                                        {"second", draw<float>("normal_second")}}) {
        expect_moments(numbers, 0, 1, 3, name);
        expect_flat(numbers, normal_distribution, name);
    }
    expect_moments(draw<float>("normal", 3, 0.5), 3, 0.25, 3, "scaled");
    expect_flat(
        draw<float>("log_normal", 1, 0.5),
        [](double x) { return normal_distribution((std::log(x) - 1) / 0.5); }, "log-normal");
}

TEST_P(RandomStatistics, ExponentialNumbersAreExponential) {
    const auto numbers = draw<float>("exponential", 4);
    expect_moments(numbers, 0.25, 1.0 / 16, 9, "float");
    expect_flat(numbers, [](double x) { return -std::expm1(-4 * x); }, "float");
    expect_flat(
        draw<double>("exponential_double", 4), [](double x) { return -std::expm1(-4 * x); },
        "double");
}

TEST_P(RandomStatistics, PoissonNumbersHaveTheRightFrequencies) {
    for (const double mean : {0.5, 4.0, 9.99, 10.01, 30.0, 1000.0, 1e6}) {
        const auto numbers = draw<unsigned>("poisson", mean);
        const std::string what = "mean " + std::to_string(mean);
        expect_moments(numbers, mean, mean, 3 + 1 / mean, what);
        if (mean > 100) continue;
        double chi_squared = 0, bins = 0;
        for (unsigned k = 0; k < 100; ++k) {
            const double expected =
                kSamples * std::exp(k * std::log(mean) - mean - std::lgamma(k + 1));
            if (expected < 10) continue;
            const auto found = static_cast<double>(std::ranges::count(numbers, double(k)));
            chi_squared += (found - expected) * (found - expected) / expected;
            ++bins;
        }
        EXPECT_LT(chi_squared, bins + 5 * std::sqrt(2 * bins)) << what;
    }
}

TEST_P(RandomStatistics, IntegersAreUnbiased) {
    // The bound is 3 * 2^30. Without rejection, a third of the numbers would occur twice as often
    // as the others.
    const auto numbers = draw<unsigned>("below", 3221225472.0);
    expect_flat(numbers, [](double x) { return x / 3221225472.0; }, "below");
    std::vector<double> odd;
    for (const double x : numbers) odd.push_back(std::fmod(x, 3));
    expect_moments(odd, 1, 2.0 / 3, 1.5, "remainders");
    const auto dice = draw<int>("integer", 1, 6);
    expect_moments(dice, 3.5, 35.0 / 12, 1.731, "dice");
    expect_moments(draw<unsigned>("chance", 0.3), 0.3, 0.21, 1.77, "chance");
}

TEST_P(RandomStatistics, SequencesAndNeighborsAreIndependent) {
    const auto numbers = draw<float>("uniform");
    // Compares each number with the next number, with the same number of the next sequence, and
    // with a distant number.
    for (const std::size_t apart :
         {std::size_t{1}, std::size_t{2}, kEachSample, 1000 * kEachSample}) {
        double sum = 0;
        for (std::size_t i = 0; i < kSamples; ++i)
            sum += (numbers[i] - 0.5) * (numbers[(i + apart) % kSamples] - 0.5);
        EXPECT_NEAR(12 * sum / kSamples, 0, 5 / std::sqrt(kSamples)) << apart;
    }
    const auto first = draw<float>("normal"), second = draw<float>("normal_second");
    double sum = 0;
    for (std::size_t i = 0; i < kSamples; ++i) sum += first[i] * second[i];
    EXPECT_NEAR(sum / kSamples, 0, 5 / std::sqrt(kSamples)) << "of a pair";
}

std::vector<float> RandomStatistics::points(const std::string& name, std::size_t width) {
    const auto flatten = [](const auto& from) {
        const auto* const first = &from[0].x;
        return std::vector<float>(first, first + from.size() * sizeof(from[0]) / sizeof(float));
    };
    const std::vector<double> none{0, 0};
    return width == 2 ? flatten(map<Point2>(name, none, kSampleThreads, kEachSample))
                      : flatten(map<Point3>(name, none, kSampleThreads, kEachSample));
}

/// Component `axis` of points that have `width` numbers; for `axis == width`, the distance from the
/// origin.
std::vector<double> along(const std::vector<float>& points, std::size_t width, std::size_t axis) {
    std::vector<double> numbers;
    for (std::size_t i = 0; i < points.size(); i += width) {
        double square = 0;
        for (std::size_t k = 0; k < width; ++k) square += double(points[i + k]) * points[i + k];
        numbers.push_back(axis < width ? double(points[i + axis]) : std::sqrt(square));
    }
    return numbers;
}

TEST_P(RandomStatistics, PointsFillTheirShapes) {
    for (const char* name : {"on_circle", "on_sphere"}) {
        const std::size_t width = name == std::string("on_circle") ? 2 : 3;
        const auto found = points(name, width);
        for (const double radius : along(found, width, width)) ASSERT_NEAR(radius, 1, 1e-6) << name;
        for (std::size_t axis = 0; axis < width; ++axis) {
            const double variance = 1.0 / double(width);
            expect_moments(along(found, width, axis), 0, variance, width == 2 ? 1.5 : 1.8, name);
        }
    }
    const auto sphere = points("on_sphere", 3);
    expect_flat(along(sphere, 3, 0), [](double x) { return (x + 1) / 2; }, "a sphere's x");
    const auto disc = points("in_disc", 2), ball = points("in_ball", 3);
    expect_flat(along(disc, 2, 2), [](double r) { return r * r; }, "disc");
    expect_flat(along(ball, 3, 3), [](double r) { return r * r * r; }, "ball");
    expect_moments(along(ball, 3, 1), 0, 0.2, 15.0 / 7, "ball");
}

TEST_P(RandomStatistics, PointsFollowTheirDensities) {
    const auto cosine = points("cosine", 3);
    for (const double radius : along(cosine, 3, 3)) ASSERT_NEAR(radius, 1, 1e-6);
    expect_flat(along(cosine, 3, 2), [](double z) { return z * z; }, "height of matt light");
    const auto box = points("in_box", 3);
    for (const std::size_t axis : {0u, 1u, 2u}) {
        const double low = double(axis), size = 1 + double(axis);
        expect_flat(along(box, 3, axis), [=](double x) { return (x - low) / size; }, "box");
    }
    const auto normal = points("normal3", 3);
    for (const std::size_t axis : {0u, 1u, 2u})
        expect_flat(along(normal, 3, axis), normal_distribution, "normal3");
}

INSTANTIATE_TEST_SUITE_P(Backends, RandomStatistics, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
