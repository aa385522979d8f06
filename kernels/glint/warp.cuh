// SPDX-License-Identifier: MIT
// Reductions, scans and sorts across the lanes of a warp, in registers only.
//
// All threads of the warp must make each call together. The default Width is 32. With a Width of 1,
// 2, 4, 8 or 16, each group of that many adjacent lanes works separately.
#pragma once

#include <glint/lanes.cuh>
#include <glint/operators.cuh>

namespace glint {

namespace detail {

/// True if the hardware has one instruction that reduces T with Op across a warp.
template <class T, class Op>
inline constexpr bool kHasReduction = false;
template <class T, class Op>
__device__ T warp_reduction(T x, Op op);
#if __CUDA_ARCH__ >= 800
#define GLINT_REDUCTION(type, op, instruction)               \
    template <>                                              \
    inline constexpr bool kHasReduction<type, op> = true;    \
    __device__ inline type warp_reduction(type x, op) {      \
        return static_cast<type>(instruction(kAllLanes, x)); \
    }
#define GLINT_REDUCTIONS(type)                        \
    GLINT_REDUCTION(type, Add, __reduce_add_sync)     \
    GLINT_REDUCTION(type, Minimum, __reduce_min_sync) \
    GLINT_REDUCTION(type, Maximum, __reduce_max_sync)
GLINT_REDUCTIONS(int)
GLINT_REDUCTIONS(unsigned int)
GLINT_REDUCTION(unsigned int, BitAnd, __reduce_and_sync)
GLINT_REDUCTION(unsigned int, BitOr, __reduce_or_sync)
GLINT_REDUCTION(unsigned int, BitXor, __reduce_xor_sync)
#undef GLINT_REDUCTIONS
#undef GLINT_REDUCTION
#endif

}  // namespace detail

/// Combines all lanes' values. All lanes get the result. Op must be associative and commutative.
template <int Width = kWarpSize, class T, class Op>
__device__ inline T warp_reduce(T x, Op op) {
    if constexpr (Width == kWarpSize && detail::kHasReduction<T, Op>) {
        return detail::warp_reduction(x, op);
    } else {
#pragma unroll
        for (int distance = 1; distance < Width; distance *= 2)
            x = op(x, shuffle_xor(x, distance, Width));
        return x;
    }
}
template <int Width = kWarpSize, class T>
__device__ inline T warp_sum(T x) {
    return warp_reduce<Width>(x, Add());
}
template <int Width = kWarpSize, class T>
__device__ inline T warp_min(T x) {
    return warp_reduce<Width>(x, Minimum());
}
template <int Width = kWarpSize, class T>
__device__ inline T warp_max(T x) {
    return warp_reduce<Width>(x, Maximum());
}

/// Combines the values of the first `count` lanes in order, where `count` is from 1 to 32. Lane 0
/// gets the result; other lanes get an unspecified value. Op must be associative.
template <class T, class Op>
__device__ inline T warp_reduce_first(T x, Op op, unsigned int count) {
    const unsigned int lane = lane_index();
#pragma unroll
    for (unsigned int distance = 1; distance < kWarpSize; distance *= 2) {
        const T after = shuffle_down(x, distance);
        if (lane + distance < count) x = op(x, after);
    }
    return x;
}

/// Combines the values of this lane and all lanes before it, in order. Op must be associative.
template <int Width = kWarpSize, class T, class Op>
__device__ inline T warp_inclusive_scan(T x, Op op) {
    const unsigned int lane = lane_index() % Width;
#pragma unroll
    for (unsigned int distance = 1; distance < Width; distance *= 2) {
        const T before = shuffle_up(x, distance, Width);
        if (lane >= distance) x = op(before, x);
    }
    return x;
}
template <int Width = kWarpSize, class T>
__device__ inline T warp_inclusive_sum(T x) {
    return warp_inclusive_scan<Width>(x, Add());
}
/// Combines `initial` and the values of all lanes before this lane.
template <int Width = kWarpSize, class T, class Op>
__device__ inline T warp_exclusive_scan(T x, T initial, Op op) {
    const T before = shuffle_up(warp_inclusive_scan<Width>(x, op), 1, Width);
    return lane_index() % Width == 0 ? initial : op(initial, before);
}
template <int Width = kWarpSize, class T>
__device__ inline T warp_exclusive_sum(T x) {
    return warp_exclusive_scan<Width>(x, T(0), Add());
}

/// Counts earlier lanes with a true `keep`: the position of this lane's item if it is kept.
__device__ inline unsigned int warp_rank(bool keep) {
    return __popc(__ballot_sync(kAllLanes, keep) & lanes_before());
}

namespace detail {

/// Returns the lanes in which bit `mask` of `word` equals that of this lane's `word`.
__device__ inline unsigned int warp_match_bit(unsigned int word, unsigned int mask) {
#ifdef __GLINT_CPU__
    const bool is_set = word & mask;
    const unsigned int set = __ballot_sync(kAllLanes, is_set);
    return is_set ? set : ~set;
#else
    // The assembly uses the predicate twice. For C++ code, compilers would generate a selection.
    unsigned int lanes;
    asm volatile(
        "{\n .reg .pred p;\n and.b32 %0, %1, %2;\n setp.ne.u32 p, %0, 0;\n"
        " vote.sync.ballot.b32 %0, p, 0xffffffff;\n @!p not.b32 %0, %0;\n}"
        : "=r"(lanes)
        : "r"(word), "r"(mask));
    return lanes;
#endif
}

}  // namespace detail

/// Returns the lanes of `among` with the same `digit` of `Bits` bits. All these lanes must call it.
template <int Bits>
__device__ inline unsigned int warp_match(unsigned int digit, unsigned int among = kAllLanes) {
#pragma unroll
    for (int bit = 0; bit < Bits; ++bit) among &= detail::warp_match_bit(digit, 1u << bit);
    return among;
}

namespace detail {

/// One step of a bitonic sort: keeps this lane's key or its partner's, after comparing both.
template <class Key, class Before, class Take>
__device__ inline void compare_exchange(Key& key, int distance, bool wants_first, Before before,
                                        Take take) {
    const Key other = shuffle_xor(key, distance);
    const bool takes = wants_first ? before(other, key) : before(key, other);
    key = takes ? other : key;
    take(takes);
}
template <int Width, class Key, class Before, class Take>
__device__ inline void bitonic_sort(Key& key, Before before, Take take) {
    const unsigned int lane = lane_index();
#pragma unroll
    for (int size = 2; size <= Width; size *= 2) {
#pragma unroll
        for (int distance = size / 2; distance > 0; distance /= 2) {
            const bool ascends = size == Width || (lane & size) == 0;
            const bool wants_first = ((lane & distance) == 0) == ascends;
            compare_exchange(key, distance, wants_first, before,
                             [&](bool takes) { take(takes, distance); });
        }
    }
}

}  // namespace detail

/// Sorts the keys of the lanes. Lane 0 gets the key that comes first. The sort is not stable.
template <int Width = kWarpSize, class Key, class Before = Less>
__device__ inline Key warp_sort(Key key, Before before = {}) {
    detail::bitonic_sort<Width>(key, before, [](bool, int) {});
    return key;
}
/// Sorts the keys of the lanes like warp_sort(), together with their values. Changes both
/// arguments.
template <int Width = kWarpSize, class Key, class Value, class Before = Less>
__device__ inline void warp_sort_pairs(Key& key, Value& value, Before before = {}) {
    detail::bitonic_sort<Width>(key, before, [&](bool takes, int distance) {
        const Value other = shuffle_xor(value, distance);
        value = takes ? other : value;
    });
}

}  // namespace glint
