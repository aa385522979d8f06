// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <glint/base/ceil_div.hpp>

/// Interface between generated code and the runtime. Increase kImageVersion with every change in
/// this file.
namespace glint::cpu {

/// The parameters of a launch in the layout that generated code reads.
struct LaunchView {
    std::uint32_t grid[3];
    std::uint32_t block[3];
    const std::byte* arguments;  ///< buffer of kernel arguments, each at its natural alignment; the
                                 ///< address of the buffer is a multiple of 16
};

/// Indices of the thread that a fiber runs, and of the thread's block.
struct ThreadPlace {
    std::uint32_t thread[3];
    std::uint32_t block[3];
};

/// Data directly before a block's shared memory. The runtime reads it to report the block in which
/// a kernel failed.
struct SharedHeader {
    /// Linear index of the current block. Code lowered to loops or lanes updates this number for
    /// each block.
    std::uint64_t block;
    /// Maximum number of consecutive blocks, starting at `block`, whose threads may currently run
    /// in one group of lanes. Only code lowered to lanes sets this to more than 1.
    std::uint64_t together;
};

/// Entry point of a kernel lowered to loops or lanes. Runs the blocks with the linear indices
/// `first` to `last` - 1. `shared` is the shared memory of a block: static variables first, then
/// dynamic memory.
using LoopsEntry = void(const LaunchView*, std::uint64_t first, std::uint64_t last,
                        std::byte* shared);

/// Entry point of a kernel lowered to fibers. Runs one thread of a block on that thread's fiber.
using FiberEntry = void(const LaunchView*, const ThreadPlace*, std::byte* shared);

/// Maximum number of threads that a launch may have along an axis. Code lowered to lanes relies on
/// this limit.
inline constexpr std::uint64_t kMaxLaneThreads = std::uint64_t{1} << 31;

/// Minimum alignment of shared variables, in bytes.
inline constexpr std::size_t kSharedAlignment = 16;

/// Alignment in bytes of a block's shared memory, and of the dynamic part of this memory. Shared
/// variables cannot have a larger alignment.
inline constexpr std::size_t kMaxSharedAlignment = 1024;

/// Returns the offset of dynamic shared memory if the static shared variables take `static_bytes`.
constexpr std::size_t dynamic_shared_offset(std::size_t static_bytes) noexcept {
    return round_up(static_bytes, kMaxSharedAlignment);
}

/// Returns the size of a block's shared memory up to the end of the last variable.
constexpr std::size_t shared_bytes(std::size_t static_bytes, std::size_t dynamic_bytes) noexcept {
    return dynamic_bytes == 0 ? static_bytes : dynamic_shared_offset(static_bytes) + dynamic_bytes;
}

}  // namespace glint::cpu
