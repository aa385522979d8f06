// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <stdexcept>

#include "ast.hpp"

namespace glint::fuzz {

/// The kernel does what is undefined on a GPU: the generator or the reduction made a mistake.
class Illegal : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A scalar of any type is kept as its bits, the unused high ones 0.
template <class T>
T from_bits(std::uint64_t bits);
template <class T>
std::uint64_t to_bits(T value);

// Results are those of a GPU, by the rules of the PTX ISA.

/// The result of the cast `(to)value`: out of range it saturates (`cvt`).
std::uint64_t convert(std::uint64_t bits, Type from, Type to);
/// The same of a float that is rounded to a whole number first.
std::uint64_t convert(std::uint64_t bits, Type from, Type to, Rounding rounding);
/// Throws Illegal if a negation overflows.
std::uint64_t apply(Unary operation, Type type, std::uint64_t bits);
/// `type` is that of both operands; the amount of a shift may have any other type. Comparisons
/// give an int. Throws Illegal for overflow, unless `wraps`, and for division by zero.
std::uint64_t apply(Binary operation, Type type, bool wraps, std::uint64_t left,
                    std::uint64_t right);
/// A sum, difference, product or quotient of floats, rounded once.
std::uint64_t apply(Binary operation, Type type, Rounding rounding, std::uint64_t left,
                    std::uint64_t right);
/// What an atomic operation stores in place of `old`.
std::uint64_t apply(Atomic operation, Type type, std::uint64_t old, std::uint64_t value);

}  // namespace glint::fuzz
