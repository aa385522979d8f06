// SPDX-License-Identifier: MIT
// Reductions over adjacent threads.
#pragma once

#include <glint/block_reduce.cuh>

namespace glint::expression {

/// Reduces over `Threads` adjacent threads, a fraction of a warp or the whole block; all of them
/// get the result. One barrier if they are the block; the caller must put another one before the
/// next call with the same types.
template <int Threads, class T, class Op>
__device__ inline T group_reduce(const T& value, const Op& op) {
    if constexpr (Threads == 1) {
        return value;
    } else if constexpr (Threads <= kWarpSize) {
        return warp_reduce<Threads>(value, op);
    } else {
        __shared__ typename BlockReduce<T, Threads>::Storage storage;
        return BlockReduce<T, Threads>(storage).reduce(value, op);
    }
}

}  // namespace glint::expression
