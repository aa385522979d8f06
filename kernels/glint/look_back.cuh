// SPDX-License-Identifier: MIT
// What all tiles before this one come to, found while they are still at work: decoupled look-back
// (Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016).
#pragma once

#include <glint/ceil_div.cuh>
#include <glint/warp.cuh>

namespace glint {

/// Whose value a tile has published.
enum class TileStatus : unsigned int {
    none,  ///< nobody's yet
    own,   ///< its own alone
    all,   ///< that of all tiles up to it
};

namespace detail {

__device__ inline unsigned long long load_relaxed(const unsigned long long* address) {
#ifdef __GLINT_CPU__
    return __atomic_load_n(address, __ATOMIC_RELAXED);
#else
    unsigned long long word;
    asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(word) : "l"(address) : "memory");
    return word;
#endif
}
__device__ inline void store_relaxed(unsigned long long* address, unsigned long long word) {
#ifdef __GLINT_CPU__
    __atomic_store_n(address, word, __ATOMIC_RELAXED);
#else
    asm volatile("st.relaxed.gpu.u64 [%0], %1;" : : "l"(address), "l"(word) : "memory");
#endif
}

}  // namespace detail

/// The values that tiles publish to each other in global memory, `kWords` words for each tile, zero
/// at the start. A word has 4 bytes of a value beside its status, and a value was read when all its
/// words have the same one: so no order among memory accesses matters, and T may have any size.
template <class T>
class TileValues {
public:
    static constexpr int kWords = ceil_div(sizeof(T), 4);

    __device__ explicit TileValues(unsigned long long* words) : words_(words) {}

    /// By one thread: at most once for each status.
    __device__ void publish(long long tile, TileStatus status, const T& value) const {
        unsigned int parts[kWords] = {};
        memcpy(parts, &value, sizeof(T));
#pragma unroll
        for (int w = 0; w < kWords; ++w)
            detail::store_relaxed(words_ + tile * kWords + w,
                                  static_cast<unsigned long long>(status) << 32 | parts[w]);
    }
    /// Waits until there is a value. The tile is at work, or done.
    __device__ TileStatus wait(long long tile, T& value) const {
        for (;;) {
            const TileStatus status = read(tile, value);
            if (status != TileStatus::none) return status;
            __nanosleep(32);  // leaves the memory to those that are waited for
        }
    }

private:
    __device__ TileStatus read(long long tile, T& value) const {
        unsigned int parts[kWords], all = 3, any = 0;
#pragma unroll
        for (int w = 0; w < kWords; ++w) {
            const unsigned long long word = detail::load_relaxed(words_ + tile * kWords + w);
            const auto status = static_cast<unsigned int>(word >> 32);
            parts[w] = static_cast<unsigned int>(word);
            all &= status;
            any |= status;
        }
        if (all != any) return TileStatus::none;
        memcpy(&value, parts, sizeof(T));
        return static_cast<TileStatus>(all);
    }

    unsigned long long* words_;
};

/// op over the values of all tiles before `tile`, in their order; given to all lanes of the warp
/// that calls together. Those tiles must be at work or done, so a tile's number is drawn when its
/// block starts.
template <class T, class Op>
__device__ inline T look_back(const TileValues<T>& values, long long tile, T neutral, Op op) {
    const int lane = static_cast<int>(lane_index());
    T before = neutral;
    for (long long last = tile - 1;; last -= kWarpSize) {
        T value = neutral;
        const bool exists = last >= lane;
        const TileStatus status = exists ? values.wait(last - lane, value) : TileStatus::all;
        const unsigned int complete = __ballot_sync(kAllLanes, status == TileStatus::all);
        // What lies before the nearest value of all tiles is part of it.
        if (complete != 0 && lane >= __ffs(static_cast<int>(complete))) value = neutral;
#pragma unroll
        for (int distance = 1; distance < kWarpSize; distance *= 2) {
            const T earlier = shuffle_down(value, distance);
            if (lane + distance < kWarpSize) value = op(earlier, value);
        }
        before = op(value, before);
        if (complete != 0) return shuffle(before, 0);
    }
}

}  // namespace glint
