// SPDX-License-Identifier: MIT
// Loads and stores of a block's tile of BlockSize * Items elements. Pointers point to the tile's
// first element.
#pragma once

#include <glint/block_exchange.cuh>

namespace glint {

/// Item k of thread t is element k * BlockSize + t, so that every access is coalesced.
template <int BlockSize, class T, int Items>
__device__ inline void load_striped(const T* tile, T (&items)[Items]) {
    const T* const own = tile + thread_rank();
#pragma unroll
    for (int k = 0; k < Items; ++k) items[k] = own[k * BlockSize];
}
/// Loads the first `count` elements. Sets all other items to `otherwise` without reading them.
template <int BlockSize, class T, int Items>
__device__ inline void load_striped(const T* tile, T (&items)[Items], unsigned int count,
                                    T otherwise) {
    const unsigned int thread = thread_rank();
#pragma unroll
    for (int k = 0; k < Items; ++k)
        items[k] = k * BlockSize + thread < count ? tile[k * BlockSize + thread] : otherwise;
}
template <int BlockSize, class T, int Items>
__device__ inline void store_striped(T* tile, const T (&items)[Items]) {
    T* const own = tile + thread_rank();
#pragma unroll
    for (int k = 0; k < Items; ++k) own[k * BlockSize] = items[k];
}
/// Stores the first `count` elements. Other elements are not written.
template <int BlockSize, class T, int Items>
__device__ inline void store_striped(T* tile, const T (&items)[Items], unsigned int count) {
    const unsigned int thread = thread_rank();
#pragma unroll
    for (int k = 0; k < Items; ++k)
        if (k * BlockSize + thread < count) tile[k * BlockSize + thread] = items[k];
}

/// Item k of thread t is element t * Items + k.
template <class T, int Items>
__device__ inline void load_blocked(const T* tile, T (&items)[Items]) {
    const T* const own = tile + thread_rank() * Items;
#pragma unroll
    for (int k = 0; k < Items; ++k) items[k] = own[k];
}
template <class T, int Items>
__device__ inline void load_blocked(const T* tile, T (&items)[Items], unsigned int count,
                                    T otherwise) {
    const unsigned int first = thread_rank() * Items;
#pragma unroll
    for (int k = 0; k < Items; ++k) items[k] = first + k < count ? tile[first + k] : otherwise;
}
template <class T, int Items>
__device__ inline void store_blocked(T* tile, const T (&items)[Items]) {
    T* const own = tile + thread_rank() * Items;
#pragma unroll
    for (int k = 0; k < Items; ++k) own[k] = items[k];
}
template <class T, int Items>
__device__ inline void store_blocked(T* tile, const T (&items)[Items], unsigned int count) {
    const unsigned int first = thread_rank() * Items;
#pragma unroll
    for (int k = 0; k < Items; ++k)
        if (first + k < count) tile[first + k] = items[k];
}

namespace detail {

/// The unit of one access: 16, 8 or 4 bytes, or one element if an element is larger.
template <class T, int Items>
struct Chunk {
    static constexpr int kBytes = sizeof(T) * Items % 16 == 0 && 16 % sizeof(T) == 0 ? 16
                                  : sizeof(T) * Items % 8 == 0 && 8 % sizeof(T) == 0 ? 8
                                  : sizeof(T) * Items % 4 == 0 && 4 % sizeof(T) == 0 ? 4
                                                                                     : sizeof(T);
    static constexpr int kItems = kBytes / sizeof(T);
    struct alignas(kBytes == 16 ? 16 : kBytes == 8 ? 8 : kBytes == 4 ? 4 : 1) alignas(T) Type {
        T items[kItems];
    };
};

}  // namespace detail

/// Like load_blocked(), but with the widest accesses that fit. `tile` must be aligned to 16 bytes.
/// Works best if a thread's items have 16 bytes, because then every access is coalesced.
template <class T, int Items>
__device__ inline void load_vectorised(const T* tile, T (&items)[Items]) {
    using Chunk = detail::Chunk<T, Items>;
    const auto* const own =
        reinterpret_cast<const typename Chunk::Type*>(tile + thread_rank() * Items);
#pragma unroll
    for (int c = 0; c < Items / Chunk::kItems; ++c) {
        const typename Chunk::Type chunk = own[c];
#pragma unroll
        for (int k = 0; k < Chunk::kItems; ++k) items[c * Chunk::kItems + k] = chunk.items[k];
    }
}
template <class T, int Items>
__device__ inline void store_vectorised(T* tile, const T (&items)[Items]) {
    using Chunk = detail::Chunk<T, Items>;
    auto* const own = reinterpret_cast<typename Chunk::Type*>(tile + thread_rank() * Items);
#pragma unroll
    for (int c = 0; c < Items / Chunk::kItems; ++c) {
        typename Chunk::Type chunk;
#pragma unroll
        for (int k = 0; k < Chunk::kItems; ++k) chunk.items[k] = items[c * Chunk::kItems + k];
        own[c] = chunk;
    }
}

}  // namespace glint
