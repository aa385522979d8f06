// SPDX-License-Identifier: MIT
#pragma once

// Shuffles, votes and matches between the 32 threads of a warp.

/// Returns the value of lane `source`, or the caller's own value if that lane does not take part.
__glint_runtime unsigned long __glint_warp_shuffle(unsigned long value, unsigned int source,
                                                   unsigned int mask);
__glint_runtime unsigned int __glint_warp_ballot(unsigned int predicate, unsigned int mask);
/// Returns the lanes of `mask` that passed the same value as the caller.
__glint_runtime unsigned int __glint_warp_match(unsigned long value, unsigned int mask);

/// Returns the lanes that are active together with the caller, including the caller's lane.
__glint_runtime unsigned int __glint_active_mask();
enum __glint_reduction : unsigned int {
    __glint_reduce_add,
    __glint_reduce_min,
    __glint_reduce_max,
    __glint_reduce_unsigned_min,
    __glint_reduce_unsigned_max,
    __glint_reduce_and,
    __glint_reduce_or,
    __glint_reduce_xor
};
/// Combines the values of the lanes in `mask`. `kind` must be a compile-time constant.
__glint_runtime unsigned int __glint_warp_reduce(unsigned int kind, unsigned int value,
                                                 unsigned int mask);

__glint_device unsigned int __ballot_sync(unsigned int mask, int predicate) {
    return __glint_warp_ballot(predicate != 0, mask);
}
__glint_device int __any_sync(unsigned int mask, int predicate) {
    return __glint_warp_ballot(predicate != 0, mask) != 0;
}
__glint_device int __all_sync(unsigned int mask, int predicate) {
    return __glint_warp_ballot(predicate == 0, mask) == 0;
}
__glint_device unsigned int __activemask() { return __glint_active_mask(); }

template <class T>
__glint_device unsigned long __glint_to_bits(T value) {
    static_assert(sizeof(T) <= 8, "shuffled values can have at most 8 bytes");
    unsigned long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    return bits;
}
template <class T>
__glint_device T __glint_from_bits(unsigned long bits) {
    T value;
    __builtin_memcpy(&value, &bits, sizeof(T));
    return value;
}
template <class T>
__glint_device T __glint_shuffle(T value, unsigned int source, unsigned int mask) {
    return __glint_from_bits<T>(__glint_warp_shuffle(__glint_to_bits(value), source, mask));
}

// The following functions return the lane that a shuffle reads, as PTX defines `shfl` for all
// arguments. Only the low five bits of lanes, deltas and masks count. Lanes whose indices are equal
// in the bits set in 32 - width form a group of `width` lanes.
__glint_any unsigned int __glint_group_bits(int width) {
    return (32u - static_cast<unsigned int>(width)) & 31;
}
__glint_device unsigned int __glint_lane_at(int source, int width) {
    const unsigned int group = __glint_group_bits(width);
    const unsigned int first = group == 0 ? 0u : __glint_lane() & group;
    return first | (static_cast<unsigned int>(source) & 31 & ~group);
}
__glint_device unsigned int __glint_lane_up(unsigned int delta, int width) {
    const unsigned int lane = __glint_lane(), rank = lane & ~__glint_group_bits(width);
    return rank >= (delta & 31) ? lane - (delta & 31) : lane;
}
__glint_device unsigned int __glint_lane_down(unsigned int delta, int width) {
    const unsigned int lane = __glint_lane(), within = 31 & ~__glint_group_bits(width);
    return (lane & within) + (delta & 31) <= within ? lane + (delta & 31) : lane;
}
/// A lane may read from an earlier group, but not from a later group.
__glint_device unsigned int __glint_lane_xor(unsigned int lane_mask, int width) {
    const unsigned int lane = __glint_lane(), source = lane ^ (lane_mask & 31);
    return source <= (lane | (31 & ~__glint_group_bits(width))) ? source : lane;
}

template <class T>
__glint_device T __shfl_sync(unsigned int mask, T value, int source, int width = 32) {
    return __glint_shuffle(value, __glint_lane_at(source, width), mask);
}
template <class T>
__glint_device T __shfl_up_sync(unsigned int mask, T value, unsigned int delta, int width = 32) {
    return __glint_shuffle(value, __glint_lane_up(delta, width), mask);
}
template <class T>
__glint_device T __shfl_down_sync(unsigned int mask, T value, unsigned int delta, int width = 32) {
    return __glint_shuffle(value, __glint_lane_down(delta, width), mask);
}
template <class T>
__glint_device T __shfl_xor_sync(unsigned int mask, T value, int lane_mask, int width = 32) {
    return __glint_shuffle(value, __glint_lane_xor(static_cast<unsigned int>(lane_mask), width),
                           mask);
}

template <class T>
__glint_device unsigned int __match_any_sync(unsigned int mask, T value) {
    return __glint_warp_match(__glint_to_bits(value), mask);
}
template <class T>
__glint_device unsigned int __match_all_sync(unsigned int mask, T value, int* all_equal) {
    // Each lane also matches itself. All values are equal if one lane matches all lanes.
    const unsigned int present = __glint_warp_ballot(1, mask);
    *all_equal = __glint_warp_match(__glint_to_bits(value), mask) == present;
    return *all_equal ? present : 0u;
}

#define __GLINT_WARP_REDUCE(name, type, kind)                                   \
    __glint_device type name(unsigned int mask, type value) {                   \
        return static_cast<type>(                                               \
            __glint_warp_reduce(kind, static_cast<unsigned int>(value), mask)); \
    }
__GLINT_WARP_REDUCE(__reduce_add_sync, unsigned int, __glint_reduce_add)
__GLINT_WARP_REDUCE(__reduce_add_sync, int, __glint_reduce_add)
__GLINT_WARP_REDUCE(__reduce_min_sync, unsigned int, __glint_reduce_unsigned_min)
__GLINT_WARP_REDUCE(__reduce_min_sync, int, __glint_reduce_min)
__GLINT_WARP_REDUCE(__reduce_max_sync, unsigned int, __glint_reduce_unsigned_max)
__GLINT_WARP_REDUCE(__reduce_max_sync, int, __glint_reduce_max)
__GLINT_WARP_REDUCE(__reduce_and_sync, unsigned int, __glint_reduce_and)
__GLINT_WARP_REDUCE(__reduce_or_sync, unsigned int, __glint_reduce_or)
__GLINT_WARP_REDUCE(__reduce_xor_sync, unsigned int, __glint_reduce_xor)
#undef __GLINT_WARP_REDUCE
