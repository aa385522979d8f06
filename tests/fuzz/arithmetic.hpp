#pragma once

#include <cstdint>
#include <stdexcept>

#include "ast.hpp"

namespace glint::fuzz {

/// The kernel does what CUDA leaves undefined: the generator or the reduction made a mistake.
class Illegal : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A scalar of any type is kept as its bits, the unused high ones 0.
template <class T>
T from_bits(std::uint64_t bits);
template <class T>
std::uint64_t to_bits(T value);

/// What the cast `(to)value` gives. Throws Illegal for a float that does not fit.
std::uint64_t convert(std::uint64_t bits, Type from, Type to);
/// Throws Illegal if a signed result overflows.
std::uint64_t apply(Unary operation, Type type, std::uint64_t bits);
/// `type` is that of both operands. Comparisons give an int. Throws Illegal for what C++ leaves
/// undefined: overflow unless `wraps`, division by zero, shifts out of range.
std::uint64_t apply(Binary operation, Type type, bool wraps, std::uint64_t left,
                    std::uint64_t right);
/// What an atomic operation stores in place of `old`.
std::uint64_t apply(Atomic operation, Type type, std::uint64_t old, std::uint64_t value);

}  // namespace glint::fuzz
