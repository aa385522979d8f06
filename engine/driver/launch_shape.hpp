#pragma once

#include <cstddef>

#include <glint/driver/backend.hpp>

namespace glint {

/// Enough blocks of `block` threads to give each of `count` elements one thread (0 gives one
/// block, whose threads find nothing to do).
driver::LaunchShape threads(std::size_t count, unsigned block = 256);

/// The same for a `width` by `height` grid, in blocks of 32 by 8 threads.
driver::LaunchShape threads(std::size_t width, std::size_t height, driver::Dim3 block);
inline driver::LaunchShape threads_2d(std::size_t width, std::size_t height) {
    return threads(width, height, {32, 8, 1});
}

}  // namespace glint
