// SPDX-License-Identifier: MIT
// Prefix scans over a block.
#pragma once

#include <glint/ceil_div.cuh>
#include <glint/warp.cuh>

namespace glint {

/// Scans over a block of BlockSize threads, with any dimensions and up to 1024 threads.
///
///     using Scan = glint::BlockScan<int, 256>;
///     __shared__ Scan::Storage storage;
///     int total;
///     const int before = Scan(storage).exclusive_sum(x, total);
///
/// All threads of the block must make each call together. Op must be associative; values are
/// combined in thread order. Every thread gets `total`, which combines all values but not
/// `initial`. Each call has one barrier; the caller must add another before the storage is reused.
template <class T, int BlockSize>
class BlockScan {
    static constexpr int kWarps = ceil_div(BlockSize, kWarpSize);
    static_assert(BlockSize >= 1 && BlockSize <= 1024, "the block size must be between 1 and 1024");

public:
    struct Storage {
        T partial[kWarps];
    };

    __device__ explicit BlockScan(Storage& storage) : storage_(storage) {}

    /// Combines the values of all threads up to and including this thread.
    template <class Op>
    __device__ T inclusive(T x, Op op, T& total) {
        const T own = warp_inclusive_scan(x, op);
        const Before before = warps_before(own, op);
        total = before.all;
        return before.exists ? op(before.value, own) : own;
    }
    template <class Op>
    __device__ T inclusive(T x, Op op) {
        T total;
        return inclusive(x, op, total);
    }
    /// Combines `initial` and the values of all previous threads.
    template <class Op>
    __device__ T exclusive(T x, T initial, Op op, T& total) {
        const T own = warp_inclusive_scan(x, op), previous = shuffle_up(own, 1);
        const Before before = warps_before(own, op);
        total = before.all;
        const T start = before.exists ? op(initial, before.value) : initial;
        return lane_index() == 0 ? start : op(start, previous);
    }
    template <class Op>
    __device__ T exclusive(T x, T initial, Op op) {
        T total;
        return exclusive(x, initial, op, total);
    }

    /// Scans all items of all threads, in the order of threads, then of items. The results replace
    /// the items.
    template <int Items, class Op>
    __device__ void inclusive(T (&items)[Items], Op op, T& total) {
#pragma unroll
        for (int k = 1; k < Items; ++k) items[k] = op(items[k - 1], items[k]);
        const T own = warp_inclusive_scan(items[Items - 1], op), previous = shuffle_up(own, 1);
        const Before before = warps_before(own, op);
        total = before.all;
        if (!before.exists && lane_index() == 0) return;
        T start = lane_index() == 0 ? before.value : previous;
        if (before.exists && lane_index() != 0) start = op(before.value, previous);
#pragma unroll
        for (int k = 0; k < Items; ++k) items[k] = op(start, items[k]);
    }
    template <int Items, class Op>
    __device__ void exclusive(T (&items)[Items], T initial, Op op, T& total) {
        T own = items[0];
#pragma unroll
        for (int k = 1; k < Items; ++k) own = op(own, items[k]);
        T start = exclusive(own, initial, op, total);
#pragma unroll
        for (int k = 0; k < Items; ++k) {
            const T item = items[k];
            items[k] = start;
            start = op(start, item);
        }
    }

    __device__ T inclusive_sum(T x) { return inclusive(x, Add()); }
    __device__ T inclusive_sum(T x, T& total) { return inclusive(x, Add(), total); }
    __device__ T exclusive_sum(T x) { return exclusive(x, T(0), Add()); }
    __device__ T exclusive_sum(T x, T& total) { return exclusive(x, T(0), Add(), total); }
    template <int Items>
    __device__ void inclusive_sum(T (&items)[Items], T& total) {
        inclusive(items, Add(), total);
    }
    template <int Items>
    __device__ void inclusive_sum(T (&items)[Items]) {
        T total;
        inclusive(items, Add(), total);
    }
    template <int Items>
    __device__ void exclusive_sum(T (&items)[Items], T& total) {
        exclusive(items, T(0), Add(), total);
    }
    template <int Items>
    __device__ void exclusive_sum(T (&items)[Items]) {
        T total;
        exclusive(items, T(0), Add(), total);
    }

private:
    struct Before {
        T value, all;  ///< combined values of previous warps, and of all warps
        bool exists;   ///< true if there is a previous warp
    };

    template <class Op>
    __device__ Before warps_before(T own, Op op) {
        const unsigned int thread = thread_rank(), warp = thread / kWarpSize;
        if (thread % kWarpSize == kWarpSize - 1 || thread == BlockSize - 1)
            storage_.partial[warp] = own;
        __syncthreads();
        T all = storage_.partial[0];
        Before before{all, all, warp > 0};
#pragma unroll
        for (unsigned int w = 1; w < kWarps; ++w) {
            before.value = w == warp ? all : before.value;
            all = op(all, storage_.partial[w]);
        }
        before.all = all;
        return before;
    }

    Storage& storage_;
};

}  // namespace glint
