// SPDX-License-Identifier: MIT
// Reductions over a block.
#pragma once

#include <glint/ceil_div.cuh>
#include <glint/warp.cuh>

namespace glint {

/// Reduces over a block of BlockSize threads, with any dimensions and up to 1024 threads.
///
///     using Reduce = glint::BlockReduce<float, 256>;
///     __shared__ Reduce::Storage storage;
///     const float total = Reduce(storage).sum(x);
///
/// All threads of the block must make each call together, and all get the result. Op must be
/// associative; values are combined in thread order. Each call has one barrier; the caller must add
/// another before the storage is reused.
template <class T, int BlockSize>
class BlockReduce {
    static constexpr int kWarps = ceil_div(BlockSize, kWarpSize);
    static_assert(BlockSize >= 1 && BlockSize <= 1024, "the block size must be between 1 and 1024");

public:
    struct Storage {
        T partial[kWarps];
    };

    __device__ explicit BlockReduce(Storage& storage) : storage_(storage) {}

    template <class Op>
    __device__ T reduce(T x, Op op) {
        const unsigned int thread = thread_rank(), first = thread - thread % kWarpSize;
        T warps = x;
        if constexpr (BlockSize % kWarpSize == 0 && detail::kHasReduction<T, Op>) {
            warps = warp_reduce(x, op);
        } else {
            warps = warp_reduce_first(x, op, BlockSize - first);
        }
        return join(warps, op, kWarps);
    }
    /// Reduces the values of the first `count` threads. `count` is from 1 to BlockSize and must be
    /// the same in all threads.
    template <class Op>
    __device__ T reduce(T x, Op op, unsigned int count) {
        const unsigned int thread = thread_rank(), first = thread - thread % kWarpSize;
        const T warps = warp_reduce_first(x, op, count > first ? count - first : 1);
        return join(warps, op, ceil_div(count, kWarpSize));
    }
    /// Reduces all items of all threads, in the order of threads, then of items.
    template <int Items, class Op>
    __device__ T reduce(const T (&items)[Items], Op op) {
        T own = items[0];
#pragma unroll
        for (int k = 1; k < Items; ++k) own = op(own, items[k]);
        return reduce(own, op);
    }

    template <class Input>
    __device__ T sum(const Input& x) {
        return reduce(x, Add());
    }
    __device__ T sum(T x, unsigned int count) { return reduce(x, Add(), count); }
    template <class Input>
    __device__ T min(const Input& x) {
        return reduce(x, Minimum());
    }
    template <class Input>
    __device__ T max(const Input& x) {
        return reduce(x, Maximum());
    }

private:
    /// Each thread combines the results of all warps, by broadcast reads instead of shuffles.
    template <class Op>
    __device__ T join(T warps, Op op, unsigned int count) {
        if constexpr (kWarps == 1) return shuffle(warps, 0);
        const unsigned int thread = thread_rank();
        if (thread % kWarpSize == 0) storage_.partial[thread / kWarpSize] = warps;
        __syncthreads();
        T all = storage_.partial[0];
#pragma unroll
        for (unsigned int w = 1; w < kWarps; ++w)
            if (w < count) all = op(all, storage_.partial[w]);
        return all;
    }

    Storage& storage_;
};

}  // namespace glint
