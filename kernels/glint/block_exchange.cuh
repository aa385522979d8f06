// SPDX-License-Identifier: MIT
// Moves the items of a block's tile between threads. Each thread holds a few items.
#pragma once

#include <glint/lanes.cuh>

namespace glint {

/// The value type of sorts without values.
struct NoValue {};

// Arrangements. An arrangement maps item `k` of this thread to the index of an item of the tile.

/// Each thread has consecutive items: thread t has items t * Items to t * Items + Items - 1.
template <int Items>
struct Blocked {
    __device__ unsigned int operator()(int k) const { return thread_rank() * Items + k; }
};
/// Consecutive items belong to adjacent threads, for coalesced memory access.
template <int BlockSize>
struct Striped {
    __device__ unsigned int operator()(int k) const { return k * BlockSize + thread_rank(); }
};
/// Each warp has consecutive items. Within a warp, consecutive items belong to adjacent lanes.
template <int Items>
struct WarpStriped {
    __device__ unsigned int operator()(int k) const {
        const unsigned int thread = thread_rank(), lane = thread % kWarpSize;
        return (thread - lane) * Items + k * kWarpSize + lane;
    }
};

/// Moves the tile's items between the threads of a block with any dimensions. All threads must make
/// each call together. Each call has one barrier; the caller must add another before the storage is
/// reused.
template <class T, int BlockSize, int Items>
class BlockExchange {
    // Padding after every 32 elements avoids bank conflicts when blocked items are read.
    static constexpr bool kIsPadded = Items % 2 == 0;
    static constexpr int kSize = BlockSize * Items;

public:
    struct Storage {
        T tile[kSize + (kIsPadded ? kSize / kWarpSize : 0)];
    };

    __device__ explicit BlockExchange(Storage& storage) : storage_(storage) {}

    /// Writes item k to position `to(k)` of the tile, then reads item k from position `from(k)`.
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
    /// Moves each item to its rank. The ranks are a permutation of 0 to BlockSize * Items - 1.
    __device__ void scatter_to_blocked(T (&items)[Items], const unsigned int (&ranks)[Items]) {
        exchange(items, [&](int k) { return ranks[k]; }, Blocked<Items>());
    }
    __device__ void scatter_to_striped(T (&items)[Items], const unsigned int (&ranks)[Items]) {
        exchange(items, [&](int k) { return ranks[k]; }, Striped<BlockSize>());
    }

    /// Returns the item at an index of the tile. Requires a barrier after the item was written.
    __device__ T& at(unsigned int place) {
        return storage_.tile[kIsPadded ? place + place / kWarpSize : place];
    }

private:
    Storage& storage_;
};

}  // namespace glint
