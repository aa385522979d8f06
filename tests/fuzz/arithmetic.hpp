// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <stdexcept>

#include "ast.hpp"

namespace glint::fuzz {

/// Thrown if the kernel has undefined behavior on a GPU, which is a bug in the generator or
/// reducer.
class Illegal : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A scalar of any type, stored as its bits; unused high bits are 0.
template <class T>
T from_bits(std::uint64_t bits);
template <class T>
std::uint64_t to_bits(T value);

// Results are those of a GPU, as the PTX ISA specifies them.

/// Result of the cast `(to)value` (PTX `cvt`), which saturates if the value is out of range.
std::uint64_t convert(std::uint64_t bits, Type from, Type to);
/// Converts a float that is first rounded to an integer with this rounding mode.
std::uint64_t convert(std::uint64_t bits, Type from, Type to, Rounding rounding);
/// Throws Illegal if the negation overflows.
std::uint64_t apply(Unary operation, Type type, std::uint64_t bits);
/// `type` is the type of both operands, except that a shift amount may have any type. Comparisons
/// return an int. Throws Illegal for division by zero and, unless `wraps`, for overflow.
std::uint64_t apply(Binary operation, Type type, bool wraps, std::uint64_t left,
                    std::uint64_t right);
/// Sum, difference, product, or quotient of floats, rounded once.
std::uint64_t apply(Binary operation, Type type, Rounding rounding, std::uint64_t left,
                    std::uint64_t right);
/// The value that an atomic operation stores in place of `old`.
std::uint64_t apply(Atomic operation, Type type, std::uint64_t old, std::uint64_t value);

}  // namespace glint::fuzz
