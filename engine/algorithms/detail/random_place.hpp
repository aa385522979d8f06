// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include <glint/compiler/type_names.hpp>

namespace glint {

/// Selects random numbers.
struct RandomOptions {
    std::uint64_t seed = 0;
    std::uint64_t sequence = 0;  ///< one of 2^64 independent sequences per seed
    std::uint64_t offset = 0;    ///< numbers to skip at its beginning, below 2^56
};

namespace detail {

/// A position in a random sequence, for kernels/glint/expression/random.cuh.
struct RandomPlace {
    unsigned long long seed, sequence, offset;
};

/// Throws Error(invalid_argument) for an offset of 2^56 or more.
RandomPlace place_of(const RandomOptions& options);

// Throw Error(invalid_argument) for invalid parameters of a distribution.

/// Must be finite.
void check_mean(double mean);
/// Must be finite and not negative.
void check_deviation(double deviation);
/// Must be finite and positive.
void check_rate(double rate);
/// Must be from 0 to 1. Returns the number of the 2^32 words that mean true.
unsigned long long coin_limit(double probability);
/// Must be from 0 to 10^9.
void check_events(double mean);
/// Must be up to 10^9, and from 0 to 1.
void check_trials(std::uint64_t trials, double probability);
/// Must be finite and positive.
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
