// SPDX-License-Identifier: MIT
// Position of a thread in its block and warp, and exchange of values of any type between lanes.
//
// A warp is 32 consecutive threads of a block, counted along x, then y, then z. All existing
// threads of the warp must call the functions that exchange values together.
#pragma once

#include <glint/annotations.cuh>
#include <glint/ceil_div.cuh>

namespace glint {

inline constexpr int kWarpSize = 32;
inline constexpr unsigned int kAllLanes = 0xffffffffu;

/// Returns the index of the thread in its block, for any block dimensions.
__device__ inline unsigned int thread_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
/// Returns the index of the thread in its warp.
__device__ inline unsigned int lane_index() {
#ifdef __GLINT_CPU__
    return thread_rank() % kWarpSize;
#else
    unsigned int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
#endif
}
/// Returns a mask of the lanes before this lane.
__device__ inline unsigned int lanes_before() { return (1u << lane_index()) - 1; }

namespace detail {

/// Applies `pass` to the value in words that a shuffle accepts. T must be trivially copyable.
template <class T, class Pass>
__device__ inline T by_words(T value, Pass pass) {
    if constexpr (sizeof(T) == 8) {
        unsigned long long word;
        memcpy(&word, &value, 8);
        word = pass(word);
        memcpy(&value, &word, 8);
    } else {
        unsigned int words[ceil_div(sizeof(T), 4)] = {};
        memcpy(words, &value, sizeof(T));
        for (unsigned int& word : words) word = pass(word);
        memcpy(&value, words, sizeof(T));
    }
    return value;
}

// These functors are written out, because NVRTC does not accept generic lambdas in device code.
#define GLINT_SHUFFLE(name, instruction, type)                \
    struct name {                                             \
        type lane;                                            \
        int width;                                            \
        template <class Word>                                 \
        __device__ Word operator()(Word word) const {         \
            return instruction(kAllLanes, word, lane, width); \
        }                                                     \
    };
GLINT_SHUFFLE(ShuffleFrom, __shfl_sync, int)
GLINT_SHUFFLE(ShuffleUp, __shfl_up_sync, unsigned int)
GLINT_SHUFFLE(ShuffleDown, __shfl_down_sync, unsigned int)
GLINT_SHUFFLE(ShuffleXor, __shfl_xor_sync, int)
#undef GLINT_SHUFFLE

}  // namespace detail

/// Returns the value of lane `source`. If `width` is a power of two below 32, lanes form groups of
/// that size, and lanes are counted within their group. This applies to all functions below.
template <class T>
__device__ inline T shuffle(T value, int source, int width = kWarpSize) {
    return detail::by_words(value, detail::ShuffleFrom{source, width});
}
/// Returns the value of the lane `delta` lanes before this lane. The first lanes keep their own.
template <class T>
__device__ inline T shuffle_up(T value, unsigned int delta, int width = kWarpSize) {
    return detail::by_words(value, detail::ShuffleUp{delta, width});
}
/// Returns the value of the lane `delta` lanes after this lane. The last lanes keep their own.
template <class T>
__device__ inline T shuffle_down(T value, unsigned int delta, int width = kWarpSize) {
    return detail::by_words(value, detail::ShuffleDown{delta, width});
}
/// Returns the value of the lane whose index equals this lane's index XOR `mask`.
template <class T>
__device__ inline T shuffle_xor(T value, int mask, int width = kWarpSize) {
    return detail::by_words(value, detail::ShuffleXor{mask, width});
}

}  // namespace glint
