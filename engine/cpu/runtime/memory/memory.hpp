// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/base/ceil_div.hpp>

namespace glint::cpu {

/// Alignment in bytes of buffers, and of the buffer of kernel arguments.
inline constexpr std::size_t kAlignment = 256;

constexpr std::size_t aligned_size(std::size_t size_bytes,
                                   std::size_t alignment = kAlignment) noexcept {
    return round_up(size_bytes, alignment);
}

}  // namespace glint::cpu
