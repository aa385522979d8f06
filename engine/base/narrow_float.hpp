// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace glint {

/// The 16-bit floating-point formats: IEEE binary16, and bfloat16, which is a float's upper half.
enum class NarrowFloat { half, bfloat };

/// Rounds `value` to the nearest number of the format, ties to even. A value beyond the largest
/// number gives a result that the format cannot represent.
double nearest(NarrowFloat format, double value) noexcept;

/// Largest finite number of the format.
double largest(NarrowFloat format) noexcept;

/// Converts a number that the format can represent to its bits, and back.
std::uint16_t to_bits(NarrowFloat format, double value) noexcept;
double from_bits(NarrowFloat format, std::uint16_t bits) noexcept;

}  // namespace glint
