// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/random_place.hpp>

#include <cmath>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::detail {
namespace {

template <class T>
[[noreturn]] void refuse_draw(const char* what, T value, const char* allowed) {
    throw Error(ErrorCode::invalid_argument, "draw random numbers",
                fmt::format("the {} is {}, but must be {}", what, value, allowed));
}

}  // namespace

RandomPlace place_of(const RandomOptions& options) {
    if (options.offset >> 56 != 0) refuse_draw("offset", options.offset, "below 2^56");
    return {options.seed, options.sequence, options.offset};
}

void check_mean(double mean) {
    if (!std::isfinite(mean)) refuse_draw("mean", mean, "finite");
}

void check_deviation(double deviation) {
    if (!std::isfinite(deviation) || deviation < 0)
        refuse_draw("standard deviation", deviation, "finite and non-negative");
}

void check_rate(double rate) {
    if (!std::isfinite(rate) || rate <= 0) refuse_draw("rate", rate, "finite and positive");
}

unsigned long long coin_limit(double probability) {
    if (!(probability >= 0 && probability <= 1))
        refuse_draw("probability", probability, "between 0 and 1");
    return static_cast<unsigned long long>(std::round(std::ldexp(probability, 32)));
}

void check_events(double mean) {
    if (!(mean >= 0 && mean <= 1e9))
        refuse_draw("mean number of events", mean, "between 0 and 10^9");
}

void check_trials(std::uint64_t trials, double probability) {
    if (trials > 1'000'000'000) refuse_draw("number of trials", trials, "at most 10^9");
    (void)coin_limit(probability);
}

void check_positive(const char* name, double value) {
    if (!std::isfinite(value) || value <= 0) refuse_draw(name, value, "finite and positive");
}

void refuse_range(long long low, long long high) {
    throw Error(ErrorCode::invalid_argument, "draw random integers",
                fmt::format("the range [{}, {}) is empty", low, high));
}

void refuse_range(unsigned long long low, unsigned long long high) {
    throw Error(ErrorCode::invalid_argument, "draw random integers",
                fmt::format("the range [{}, {}) is empty", low, high));
}

}  // namespace glint::detail
