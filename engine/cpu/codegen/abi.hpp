// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <glint/base/ceil_div.hpp>

/// ABI between generated code and the runtime. Raise kImageVersion with every change here.
namespace glint::cpu {

/// One launch, as generated code reads it.
struct LaunchView {
    std::uint32_t grid[3];
    std::uint32_t block[3];
    const std::byte* arguments;  ///< Packed with natural alignment; starts at a multiple of 16
                                 ///< bytes.
};

/// The thread and block that a fiber runs.
struct ThreadPlace {
    std::uint32_t thread[3];
    std::uint32_t block[3];
};

/// Header directly before a block's shared memory.
struct SharedHeader {
    /// Linear index of the current block. Code lowered to loops or lanes updates it for each block.
    std::uint64_t block;
    /// Number of consecutive blocks, starting at `block`, that may run together. Greater than 1
    /// only in code lowered to lanes.
    std::uint64_t together;
};

/// Entry point of a kernel lowered to loops or lanes. Runs the blocks with linear indices [first,
/// last), one after another. `shared` is the block's shared memory: static variables first, dynamic
/// memory after them.
using LoopsEntry = void(const LaunchView*, std::uint64_t first, std::uint64_t last,
                        std::byte* shared);

/// Entry point of a kernel lowered to fibers. Runs one thread of a block, on that thread's fiber.
using FiberEntry = void(const LaunchView*, const ThreadPlace*, std::byte* shared);

/// Lane code relies on launches having at most this many threads along each axis.
inline constexpr std::uint64_t kMaxLaneThreads = std::uint64_t{1} << 31;

/// Minimum alignment of shared variables, in bytes.
inline constexpr std::size_t kSharedAlignment = 16;

/// Alignment in bytes of a block's shared memory and of its dynamic part. No variable in shared
/// memory may request a larger alignment.
inline constexpr std::size_t kMaxSharedAlignment = 1024;

/// Offset of dynamic shared memory after `static_bytes` of static shared variables.
constexpr std::size_t dynamic_shared_offset(std::size_t static_bytes) noexcept {
    return round_up(static_bytes, kMaxSharedAlignment);
}

/// Size of a block's shared memory up to the end of its last variable.
constexpr std::size_t shared_bytes(std::size_t static_bytes, std::size_t dynamic_bytes) noexcept {
    return dynamic_bytes == 0 ? static_bytes : dynamic_shared_offset(static_bytes) + dynamic_bytes;
}

}  // namespace glint::cpu
