// SPDX-License-Identifier: MIT
#pragma once

#include <glint/algorithms/detail/random_place.hpp>
#include <glint/array/detail/any_expression.hpp>
#include <glint/array/detail/storage.hpp>

namespace glint {

/// The generators that arrays of random numbers can be from.
enum class RandomKind {
    philox,    ///< Philox 4x32-10: the one to choose, and the quickest
    xorwow,    ///< Marsaglia's, as kernels/glint/xorwow.cuh has it
    mrg32k3a,  ///< L'Ecuyer's, as kernels/glint/mrg32k3a.cuh has it
};

namespace detail {

/// How many sequences of a generator with a state fill an array, taking turns: for all arrays the
/// same number, so that element i is known without the size.
inline constexpr unsigned kFillSequences = 1u << 15;

/// The numbers of a distribution that a generator with a state makes.
struct RandomFill {
    RandomKind kind{};
    Writer distribution = nullptr;  ///< takes up the scalars and gives the distribution's code
    ElementType type{};
    OperandList scalars{};  ///< the place of the first sequence, and what the distribution needs
};

/// The place where an array's first sequence starts.
RandomPlace place_of_state(std::uint64_t seed, std::uint64_t sequence, std::uint64_t offset);

/// How often a sequence takes its turn at most, at `each` numbers.
std::uint64_t fill_turns(std::uint64_t count, std::uint64_t each);

/// Queues filling contiguous elements.
void fill_random(Stream& stream, const Elements& to, const RandomFill& fill);

}  // namespace detail
}  // namespace glint
