// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

namespace glint {

/// A 16-bit floating-point number with 11 bits of precision, like CUDA's __half.
using half = _Float16;

/// A 16-bit floating-point number with float's range and 8 bits of precision, like CUDA's
/// __nv_bfloat16. Host arithmetic converts it to float.
class bfloat16 {
public:
    bfloat16() = default;
    /// Rounds to the nearest bfloat16; ties go to even.
    bfloat16(float value) noexcept {  // NOLINT(google-explicit-constructor): like half
        const auto bits = std::bit_cast<std::uint32_t>(value);
        const bool is_nan = (bits & 0x7fffffffu) > 0x7f800000u;
        const std::uint32_t rounded = bits + 0x7fffu + ((bits >> 16) & 1u);
        bits_ = static_cast<std::uint16_t>(is_nan ? 0x7fffu : rounded >> 16);
    }
    operator float() const noexcept {  // NOLINT(google-explicit-constructor)
        return std::bit_cast<float>(std::uint32_t(bits_) << 16);
    }

private:
    std::uint16_t bits_;
};

}  // namespace glint
