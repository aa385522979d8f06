// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include <glint/backend/detail/kernel_backend.hpp>

namespace glint {

using driver::Dim3;
using driver::LaunchShape;
using driver::threads_in;

/// Returns a shape with one thread per element, in blocks of `block` threads. If `count` is 0, the
/// shape has one block, whose threads do nothing.
LaunchShape threads(std::size_t count, unsigned block = 256);

/// Options of a launch, in addition to the number of threads. See LaunchShape.
struct ThreadOptions {
    unsigned block = 256;
    std::size_t shared_bytes = 0;
    bool cooperative = false;
    bool early_start = false;
    std::optional<int> priority{};
};

/// Like threads() above, but with more options, as in `threads(count, {.shared_bytes = 4096})`.
LaunchShape threads(std::size_t count, const ThreadOptions& options);

/// Returns a shape with one thread per element of a `width` by `height` grid, in blocks of `block`
/// threads. threads_2d() uses blocks of 32 by 8 threads.
LaunchShape threads(std::size_t width, std::size_t height, Dim3 block);
inline LaunchShape threads_2d(std::size_t width, std::size_t height) {
    return threads(width, height, {32, 8, 1});
}

/// A number of elements. `kernel.launch(stream, elements(count), ...)` launches one thread per
/// element, in blocks of the best size for the kernel. Functions that take a kernel and a
/// LaunchShape also accept Elements. See KernelHandle::best_shape.
class Elements {
public:
    explicit constexpr Elements(std::size_t count) noexcept : count_(count) {}
    constexpr std::size_t count() const noexcept { return count_; }

private:
    std::size_t count_;
};

constexpr Elements elements(std::size_t count) noexcept { return Elements(count); }

}  // namespace glint
