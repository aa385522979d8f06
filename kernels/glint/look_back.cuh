// SPDX-License-Identifier: MIT
// Combines the results of all previous tiles while they are still running: decoupled look-back
// (Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016).
#pragma once

#include <glint/ceil_div.cuh>
#include <glint/warp.cuh>

namespace glint {

/// The kind of value that a tile has published.
enum class TileStatus : unsigned int {
    none,  ///< no value yet
    own,   ///< the tile's own value
    all,   ///< the combined value of this and all earlier tiles
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

/// The values that tiles publish in global memory: `kWords` words per tile, initially zero. Each
/// word holds 4 bytes of a value, and the value's status. A value is complete when all of its words
/// have the same status. No memory ordering is therefore needed, and T may have any size.
template <class T>
class TileValues {
public:
    static constexpr int kWords = ceil_div(sizeof(T), 4);

    __device__ explicit TileValues(unsigned long long* words) : words_(words) {}

    /// Publishes a value. Call this in one thread, at most once for each status.
    __device__ void publish(long long tile, TileStatus status, const T& value) const {
        unsigned int parts[kWords] = {};
        memcpy(parts, &value, sizeof(T));
#pragma unroll
        for (int w = 0; w < kWords; ++w)
            detail::store_relaxed(words_ + tile * kWords + w,
                                  static_cast<unsigned long long>(status) << 32 | parts[w]);
    }
    /// Waits until the tile has published a value. The tile must be running or finished.
    __device__ TileStatus wait(long long tile, T& value) const {
        for (;;) {
            const TileStatus status = read(tile, value);
            if (status != TileStatus::none) return status;
            __nanosleep(32);  // leaves memory bandwidth to the tiles that this tile waits for
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

/// Combines the values of all tiles before `tile`, in order. All lanes of the calling warp get the
/// result. Those tiles must be running or done, so blocks must draw tile numbers in the order in
/// which they start.
template <class T, class Op>
__device__ inline T look_back(const TileValues<T>& values, long long tile, T neutral, Op op) {
    const int lane = static_cast<int>(lane_index());
    T before = neutral;
    for (long long last = tile - 1;; last -= kWarpSize) {
        T value = neutral;
        const bool exists = last >= lane;
        const TileStatus status = exists ? values.wait(last - lane, value) : TileStatus::all;
        const unsigned int complete = __ballot_sync(kAllLanes, status == TileStatus::all);
        // The nearest value with status `all` includes all earlier tiles, so these are not added.
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
