// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include <glint/compiler/type_names.hpp>

namespace glint {

/// Selects which of the random numbers are used.
struct RandomOptions {
    std::uint64_t seed = 0;
    std::uint64_t sequence = 0;  ///< one of 2^64 independent sequences per seed
    std::uint64_t offset = 0;    ///< numbers to skip at the start of the sequence, below 2^56
};

namespace detail {

/// A position in a random sequence, for kernels/glint/expression/random.cuh.
struct RandomPlace {
    unsigned long long seed, sequence, offset;
};

/// Throws Error(invalid_argument) for an offset of 2^56 or more.
RandomPlace place_of(const RandomOptions& options);

// Each check throws Error(invalid_argument) if a parameter of a distribution is invalid.

/// The mean must be finite.
void check_mean(double mean);
/// The deviation must be finite and not negative.
void check_deviation(double deviation);
/// The rate must be finite and positive.
void check_rate(double rate);
/// The probability must be from 0 to 1. Returns how many of the 2^32 possible words mean true.
unsigned long long coin_limit(double probability);
/// The mean must be from 0 to 10^9.
void check_events(double mean);
/// `trials` must be at most 10^9, and the probability from 0 to 1.
void check_trials(std::uint64_t trials, double probability);
/// The value must be finite and positive.
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
