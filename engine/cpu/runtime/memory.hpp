#pragma once

#include <cstddef>

namespace glint::cpu {

/// All memory that kernels are given starts at multiples of this.
inline constexpr std::size_t kAlignment = 256;

constexpr std::size_t aligned_size(std::size_t size_bytes) noexcept {
    return (size_bytes + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace glint::cpu
