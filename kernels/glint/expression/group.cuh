// SPDX-License-Identifier: MIT
// Reductions over adjacent threads.
#pragma once

#include <glint/block_reduce.cuh>

namespace glint::expression {

/// Reduces over `Threads` adjacent threads, which are a fraction of a warp or the whole block. All
/// of them get the result. For a whole block, there is one barrier, and the caller must add another
/// before the next call with the same types.
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
