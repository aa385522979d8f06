// SPDX-License-Identifier: MIT
// Where a thread is in its block and warp, and values of any type passed between lanes.
//
// A warp is 32 neighbours of a block's threads, counted along x, then y, then z. Every function
// here that passes values must be called by all threads of the warp that exist, together.
#pragma once

#include <glint/annotations.cuh>
#include <glint/ceil_div.cuh>

namespace glint {

inline constexpr int kWarpSize = 32;
inline constexpr unsigned int kAllLanes = 0xffffffffu;

/// The number of the thread in its block, of any dimensions.
__device__ inline unsigned int thread_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
/// The number of the thread in its warp.
__device__ inline unsigned int lane_index() {
#ifdef __GLINT_CPU__
    return thread_rank() % kWarpSize;
#else
    unsigned int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
#endif
}
/// The bits of the lanes before this one.
__device__ inline unsigned int lanes_before() { return (1u << lane_index()) - 1; }

namespace detail {

/// value, passed by `pass` in pieces that a shuffle takes: for any type that memcpy may copy.
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

// NVRTC does not take generic lambdas in device functions: so these are spelt out.
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

/// The value of lane `source`. With a `width` of a power of two below 32, warps are groups of so
/// many lanes, and lanes count within them; so for all of these.
template <class T>
__device__ inline T shuffle(T value, int source, int width = kWarpSize) {
    return detail::by_words(value, detail::ShuffleFrom{source, width});
}
/// The value of the lane `delta` before; the first ones keep their own.
template <class T>
__device__ inline T shuffle_up(T value, unsigned int delta, int width = kWarpSize) {
    return detail::by_words(value, detail::ShuffleUp{delta, width});
}
/// The value of the lane `delta` behind; the last ones keep their own.
template <class T>
__device__ inline T shuffle_down(T value, unsigned int delta, int width = kWarpSize) {
    return detail::by_words(value, detail::ShuffleDown{delta, width});
}
/// The value of the lane whose number differs in the bits of `mask`.
template <class T>
__device__ inline T shuffle_xor(T value, int mask, int width = kWarpSize) {
    return detail::by_words(value, detail::ShuffleXor{mask, width});
}

}  // namespace glint
