// SPDX-License-Identifier: MIT
// Draws random numbers of four distributions, prints their histograms, and shows that equal seeds
// give equal numbers. The numbers are expressions: each depends only on the seed and its index.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <glint/algorithms/histogram.hpp>
#include <glint/algorithms/random.hpp>
#include <glint/algorithms/reduce.hpp>
#include <glint/array/array.hpp>

#include "../example.hpp"

namespace {

constexpr int n = 1'000'000;
constexpr int kBins = 10;
constexpr int kWidth = 50;  // length of the longest bar, in characters

/// Known properties of a distribution, and the range that its histogram covers.
struct Known {
    const char* name;
    double mean, deviation;
    double low, high;
};

void print_histogram(const glint::Array<float>& numbers, const Known& known) {
    const std::vector<std::int64_t> counts =
        glint::histogram(numbers, kBins, known.low, known.high).to_vector();
    const auto most = std::ranges::max(counts);
    for (int bin = 0; bin < kBins; ++bin) {
        const double from = known.low + bin * (known.high - known.low) / kBins;
        const std::string bar(static_cast<std::size_t>(kWidth * counts[bin] / most), '*');
        std::printf("%7.2f %7lld %s\n", from, static_cast<long long>(counts[bin]), bar.c_str());
    }
}

/// Returns true if the mean of the numbers is within five standard errors of the known mean, and
/// their standard deviation within 2% of the known one.
template <class Numbers>
bool shows(const Numbers& expression, const Known& known) {
    const glint::Array<float> numbers = glint::cast<float>(expression);
    const double mean = glint::mean(glint::cast<double>(numbers)).item();
    const double deviation = glint::standard_deviation(glint::cast<double>(numbers)).item();
    const bool right = std::abs(mean - known.mean) <= 5 * known.deviation / std::sqrt(n) &&
                       std::abs(deviation / known.deviation - 1) <= 0.02;
    std::printf("%s: mean %.4f (%.4f), deviation %.4f (%.4f): %s\n", known.name, mean, known.mean,
                deviation, known.deviation, example::verdict(right));
    print_histogram(numbers, known);
    return right;
}

bool repeats(glint::Stream& stream) {
    const auto drawn = [&](std::uint64_t seed) {
        return glint::Array<float>(glint::random<float>(stream, n, {.seed = seed})).to_vector();
    };
    return drawn(7) == drawn(7) && drawn(7) != drawn(8);
}

int draw() {
    const auto device = glint::Device::open();
    glint::Stream stream(device);
    std::printf("%d numbers each on %s\n", n, device.name().c_str());

    const double e = std::exp(0.125);  // mean of exp(x) for normal x with standard deviation 0.5
    const bool uniform =
        shows(glint::random<float>(stream, n, {.seed = 1}), {"uniform", 0.5, 0.288675, 0, 1});
    const bool normal =
        shows(glint::normal<float>(stream, n, {.mean = 1, .deviation = 2, .seed = 2}),
              {"normal", 1, 2, -7, 9});
    const bool log_normal =
        shows(glint::log_normal<float>(stream, n, {.deviation = 0.5, .seed = 3}),
              {"log-normal", e, e * std::sqrt(std::exp(0.25) - 1), 0, 5});
    const bool poisson =
        shows(glint::poisson(stream, n, 4, {.seed = 4}), {"Poisson", 4, 2, -0.5, 9.5});
    const bool again = repeats(stream);
    std::printf("the same seed gives the same numbers, and another seed gives others: %s\n",
                example::verdict(again));
    return example::status(uniform && normal && log_normal && poisson && again);
}

}  // namespace

int main() { return example::run(draw); }
