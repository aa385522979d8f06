// SPDX-License-Identifier: MIT
// The items of a block's tile, of which each thread holds a few, given to other threads.
#pragma once

#include <glint/lanes.cuh>

namespace glint {

/// Stands for the values of a sort that has keys only.
struct NoValue {};

// Which item of a tile is item `k` of this thread:

/// Neighbours belong to one thread: items t * Items to t * Items + Items - 1 to thread t.
template <int Items>
struct Blocked {
    __device__ unsigned int operator()(int k) const { return thread_rank() * Items + k; }
};
/// Neighbours belong to neighbouring threads: what memory likes.
template <int BlockSize>
struct Striped {
    __device__ unsigned int operator()(int k) const { return k * BlockSize + thread_rank(); }
};
/// A warp's items are neighbours, and within them those of neighbouring lanes.
template <int Items>
struct WarpStriped {
    __device__ unsigned int operator()(int k) const {
        const unsigned int thread = thread_rank(), lane = thread % kWarpSize;
        return (thread - lane) * Items + k * kWarpSize + lane;
    }
};

/// Passes the tile's items between the threads of a block of any dimensions. All threads call
/// together. One barrier for each call; another, which is the caller's, before the storage is used
/// again.
template <class T, int BlockSize, int Items>
class BlockExchange {
    // A word left out after each 32 keeps the reads of blocked items from meeting in one bank.
    static constexpr bool kIsPadded = Items % 2 == 0;
    static constexpr int kSize = BlockSize * Items;

public:
    struct Storage {
        T tile[kSize + (kIsPadded ? kSize / kWarpSize : 0)];
    };

    __device__ explicit BlockExchange(Storage& storage) : storage_(storage) {}

    /// Item `from(k)` of what was `to(k)`, for each k: two of the arrangements above, or ranks.
    template <class To, class From>
    __device__ void exchange(T (&items)[Items], To to, From from) {
#pragma unroll
        for (int k = 0; k < Items; ++k) at(to(k)) = items[k];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < Items; ++k) items[k] = at(from(k));
    }

    __device__ void striped_to_blocked(T (&items)[Items]) {
        exchange(items, Striped<BlockSize>(), Blocked<Items>());
    }
    __device__ void blocked_to_striped(T (&items)[Items]) {
        exchange(items, Blocked<Items>(), Striped<BlockSize>());
    }
    __device__ void warp_striped_to_blocked(T (&items)[Items]) {
        exchange(items, WarpStriped<Items>(), Blocked<Items>());
    }
    __device__ void blocked_to_warp_striped(T (&items)[Items]) {
        exchange(items, Blocked<Items>(), WarpStriped<Items>());
    }
    /// Puts each item at its rank, a permutation of 0 to BlockSize * Items - 1.
    __device__ void scatter_to_blocked(T (&items)[Items], const unsigned int (&ranks)[Items]) {
        exchange(items, [&](int k) { return ranks[k]; }, Blocked<Items>());
    }
    __device__ void scatter_to_striped(T (&items)[Items], const unsigned int (&ranks)[Items]) {
        exchange(items, [&](int k) { return ranks[k]; }, Striped<BlockSize>());
    }

    /// The item that is at a place of the tile now, after a barrier that follows its writing.
    __device__ T& at(unsigned int place) {
        return storage_.tile[kIsPadded ? place + place / kWarpSize : place];
    }

private:
    Storage& storage_;
};

}  // namespace glint
