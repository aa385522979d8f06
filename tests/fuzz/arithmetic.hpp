// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <stdexcept>

#include "ast.hpp"

namespace glint::fuzz {

/// The kernel has undefined behavior on a GPU, so the generator or the reduction made a mistake.
class Illegal : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A scalar of any type is stored as its bits; unused high bits are 0.
template <class T>
T from_bits(std::uint64_t bits);
template <class T>
std::uint64_t to_bits(T value);

// Results are those of a GPU, according to the PTX ISA.

/// Result of the cast `(to)value`, which saturates if out of range (`cvt`).
std::uint64_t convert(std::uint64_t bits, Type from, Type to);
/// Overload for a float that is first rounded to an integer.
std::uint64_t convert(std::uint64_t bits, Type from, Type to, Rounding rounding);
/// Throws Illegal if a negation overflows.
std::uint64_t apply(Unary operation, Type type, std::uint64_t bits);
/// `type` is the type of both operands, except that a shift amount may have any type. Comparisons
/// return an int. Throws Illegal for overflow, unless `wraps`, and for division by zero.
std::uint64_t apply(Binary operation, Type type, bool wraps, std::uint64_t left,
                    std::uint64_t right);
/// Sum, difference, product, or quotient of floats, rounded once.
std::uint64_t apply(Binary operation, Type type, Rounding rounding, std::uint64_t left,
                    std::uint64_t right);
/// Value that an atomic operation stores in place of `old`.
std::uint64_t apply(Atomic operation, Type type, std::uint64_t old, std::uint64_t value);

}  // namespace glint::fuzz
