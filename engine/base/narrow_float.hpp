// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace glint {

/// The 16-bit floating-point formats: IEEE's binary16, and bfloat16, a float's upper half.
enum class NarrowFloat { half, bfloat };

/// The number of that format nearest to `value`, ties to even. What lies beyond the largest one
/// gives a number that the format does not have.
double nearest(NarrowFloat format, double value) noexcept;

/// The largest number of that format.
double largest(NarrowFloat format) noexcept;

/// Its bits, of a number that the format has, and back.
std::uint16_t to_bits(NarrowFloat format, double value) noexcept;
double from_bits(NarrowFloat format, std::uint16_t bits) noexcept;

}  // namespace glint
