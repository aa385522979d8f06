// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include <glint/compiler/type_names.hpp>

namespace glint {

/// Which random numbers.
struct RandomOptions {
    std::uint64_t seed = 0;
    std::uint64_t sequence = 0;  ///< one of 2^64 of the seed, independent of each other
    std::uint64_t offset = 0;    ///< numbers that are left out at its beginning, below 2^56
};

namespace detail {

/// A place among random numbers as kernels know it, in kernels/glint/expression/random.cuh.
struct RandomPlace {
    unsigned long long seed, sequence, offset;
};

/// Throws Error(invalid_argument) for an offset that is not below 2^56.
RandomPlace place_of(const RandomOptions& options);

// Throw Error(invalid_argument) for what no distribution has.

/// Finite.
void check_mean(double mean);
/// Finite and not negative.
void check_deviation(double deviation);
/// Finite and above 0.
void check_rate(double rate);
/// From 0 to 1. Gives the words of 2^32 that are below it.
unsigned long long coin_limit(double probability);
/// From 0 to 10^9.
void check_events(double mean);
/// Up to 10^9, and from 0 to 1.
void check_trials(std::uint64_t trials, double probability);
/// Finite and above 0.
void check_positive(const char* name, double value);
[[noreturn]] void refuse_range(long long low, long long high);
[[noreturn]] void refuse_range(unsigned long long low, unsigned long long high);

}  // namespace detail

template <>
struct CudaName<detail::RandomPlace> {
    static constexpr std::string_view value = "RandomPlace";
    static constexpr std::string_view header = "#include <glint/expression/random.cuh>\n";
};

}  // namespace glint
