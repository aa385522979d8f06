// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace glint {

/// The 16-bit floating-point formats: IEEE binary16, and bfloat16, which is a float's upper half.
enum class NarrowFloat { half, bfloat };

/// Rounds `value` to the nearest number of the format; ties go to even. If `value` exceeds the
/// largest finite number, the result may be too large for the format.
double nearest(NarrowFloat format, double value) noexcept;

/// Returns the largest finite number of the format.
double largest(NarrowFloat format) noexcept;

/// Convert a number that the format can represent to its bits, and the bits to the number.
std::uint16_t to_bits(NarrowFloat format, double value) noexcept;
double from_bits(NarrowFloat format, std::uint16_t bits) noexcept;

}  // namespace glint
