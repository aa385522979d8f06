// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <glint/driver/stream.hpp>

namespace glint::detail {

/// The kernels of kernels/algorithms/octree.cu.
enum class OctreeKernel : std::uint8_t {
    begin,
    bounds,
    keys,
    gather,
    mark,
    nodes,
    rank,
    link,
    moments,
};

constexpr unsigned kOctreeThreads = 256;

/// Queues a kernel with at least this many threads.
void launch_octree(Stream& stream, OctreeKernel kernel, std::size_t threads,
                   std::span<void* const> arguments);
template <class... Arguments>
void queue_octree(Stream& stream, OctreeKernel kernel, std::size_t threads,
                  Arguments... arguments) {
    const std::array<void*, sizeof...(Arguments)> addresses{&arguments...};
    launch_octree(stream, kernel, threads, addresses);
}

}  // namespace glint::detail
