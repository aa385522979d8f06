#pragma once

#include <cstddef>

namespace glint::cpu {

/// All memory that kernels are given starts at multiples of this.
inline constexpr std::size_t kAlignment = 256;

constexpr std::size_t aligned_size(std::size_t size_bytes,
                                   std::size_t alignment = kAlignment) noexcept {
    return (size_bytes + alignment - 1) / alignment * alignment;
}

}  // namespace glint::cpu
