#pragma once

#include <cstddef>

namespace glint {

/// How many parts of `size`, which is not 0, hold `count`.
constexpr std::size_t divided_up(std::size_t count, std::size_t size) noexcept {
    return (count + size - 1) / size;
}

}  // namespace glint
