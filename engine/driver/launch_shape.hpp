// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include <glint/backend/detail/kernel_backend.hpp>

namespace glint {

using driver::Dim3;
using driver::LaunchShape;
using driver::threads_in;

/// Enough blocks of `block` threads to give each of `count` elements one thread (0 gives one
/// block, whose threads find nothing to do).
LaunchShape threads(std::size_t count, unsigned block = 256);

/// What a launch of so many threads has besides them, as LaunchShape tells.
struct ThreadOptions {
    unsigned block = 256;
    std::size_t shared_bytes = 0;
    bool cooperative = false;
    bool early_start = false;
    std::optional<int> priority{};
};

/// Enough blocks for `count` elements, with options: `threads(count, {.shared_bytes = 4096})`.
LaunchShape threads(std::size_t count, const ThreadOptions& options);

/// Enough blocks of `block` threads to give each element of a `width` by `height` grid one thread;
/// threads_2d() takes blocks of 32 by 8.
LaunchShape threads(std::size_t width, std::size_t height, Dim3 block);
inline LaunchShape threads_2d(std::size_t width, std::size_t height) {
    return threads(width, height, {32, 8, 1});
}

/// So many elements, to launch a kernel with one thread for each in blocks that suit the kernel:
/// `kernel.launch(stream, elements(count), ...)`. Whatever takes a kernel and a LaunchShape takes
/// it, too. See KernelHandle::best_shape.
class Elements {
public:
    explicit constexpr Elements(std::size_t count) noexcept : count_(count) {}
    constexpr std::size_t count() const noexcept { return count_; }

private:
    std::size_t count_;
};

constexpr Elements elements(std::size_t count) noexcept { return Elements(count); }

}  // namespace glint
