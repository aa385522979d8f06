// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <glint/base/ceil_div.hpp>

/// What generated code and the runtime agree upon. A change here raises kImageVersion.
namespace glint::cpu {

/// One launch, as generated code reads it.
struct LaunchView {
    std::uint32_t grid[3];
    std::uint32_t block[3];
    const std::byte* arguments;  ///< packed by natural alignment, aligned to 16
};

/// Which thread of which block a fibre runs.
struct ThreadPlace {
    std::uint32_t thread[3];
    std::uint32_t block[3];
};

/// What lies right before a block's shared memory.
struct SharedHeader {
    /// The linear index of the block that runs: loops and lanes keep it up to date.
    std::uint64_t block;
    /// How many blocks from there on may run together: more than 1 where lanes take several.
    std::uint64_t together;
};

/// How loops and lanes start: runs the blocks of linear index [first, last), one after another.
/// `shared` is the block's shared memory: static variables first, dynamic memory after them.
using LoopsEntry = void(const LaunchView*, std::uint64_t first, std::uint64_t last,
                        std::byte* shared);

/// Runs one thread of a block, on that thread's fibre.
using FibreEntry = void(const LaunchView*, const ThreadPlace*, std::byte* shared);

/// Code for lanes counts on a launch having at most this many threads along each axis.
inline constexpr std::uint64_t kMostLaneThreads = std::uint64_t{1} << 31;

/// Shared variables start at multiples of this at least.
inline constexpr std::size_t kSharedAlignment = 16;

/// A block's shared memory and its dynamic part start at multiples of this, the largest alignment
/// that the variables there may ask for.
inline constexpr std::size_t kMostSharedAlignment = 1024;

/// Where dynamic shared memory starts behind `static_bytes` of static shared variables.
constexpr std::size_t dynamic_shared_offset(std::size_t static_bytes) noexcept {
    return round_up(static_bytes, kMostSharedAlignment);
}

/// Size of a block's shared memory up to the end of its last variable.
constexpr std::size_t shared_bytes(std::size_t static_bytes, std::size_t dynamic_bytes) noexcept {
    return dynamic_bytes == 0 ? static_bytes : dynamic_shared_offset(static_bytes) + dynamic_bytes;
}

}  // namespace glint::cpu
