#pragma once

#include <cstddef>

#include <glint/driver/detail/kernel_backend.hpp>

namespace glint {

/// Enough blocks of `block` threads to give each of `count` elements one thread (0 gives one
/// block, whose threads find nothing to do).
driver::LaunchShape threads(std::size_t count, unsigned block = 256);

/// The same for a `width` by `height` grid, in blocks of 32 by 8 threads.
driver::LaunchShape threads(std::size_t width, std::size_t height, driver::Dim3 block);
inline driver::LaunchShape threads_2d(std::size_t width, std::size_t height) {
    return threads(width, height, {32, 8, 1});
}

/// So many elements, to launch a kernel with one thread for each in blocks that suit the kernel:
/// `kernel.launch(stream, elements(count), ...)`. See KernelHandle::best_shape.
class Elements {
public:
    explicit constexpr Elements(std::size_t count) noexcept : count_(count) {}
    constexpr std::size_t count() const noexcept { return count_; }

private:
    std::size_t count_;
};

constexpr Elements elements(std::size_t count) noexcept { return Elements(count); }

/// The threads of one block.
constexpr std::size_t threads_in(const driver::Dim3& block) noexcept {
    return std::size_t(block.x) * block.y * block.z;
}

}  // namespace glint
