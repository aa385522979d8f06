// SPDX-License-Identifier: MIT
#pragma once

#include <glint/algorithms/detail/random_place.hpp>
#include <glint/array/detail/any_expression.hpp>
#include <glint/array/detail/storage.hpp>

namespace glint {

/// The random number generators for arrays.
enum class RandomKind {
    philox,    ///< Philox 4x32-10: the default, and the fastest
    xorwow,    ///< by Marsaglia; see kernels/glint/xorwow.cuh
    mrg32k3a,  ///< by L'Ecuyer; see kernels/glint/mrg32k3a.cuh
};

namespace detail {

/// Number of sequences with which a stateful generator fills an array. The sequences take turns:
/// each writes its next numbers after those of the previous sequence. The number of sequences is
/// the same for all arrays, so element i does not depend on the size of the array.
inline constexpr unsigned kFillSequences = 1u << 15;

/// Describes how a stateful generator fills an array with random numbers of a distribution.
struct RandomFill {
    RandomKind kind{};
    Writer distribution = nullptr;  ///< uses the scalars and returns the distribution's code
    ElementType type{};
    OperandList scalars{};  ///< start of the first sequence, and parameters of the distribution
};

/// Returns the starting point of an array's first sequence.
RandomPlace place_of_state(std::uint64_t seed, std::uint64_t sequence, std::uint64_t offset);

/// Returns the maximum number of turns that a sequence takes to produce its share of `count`
/// numbers, if each turn produces `each` numbers.
std::uint64_t fill_turns(std::uint64_t count, std::uint64_t each);

/// Queues filling contiguous elements.
void fill_random(Stream& stream, const Elements& to, const RandomFill& fill);

}  // namespace detail
}  // namespace glint
