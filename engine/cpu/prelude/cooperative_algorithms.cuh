// SPDX-License-Identifier: MIT
#pragma once

#include <__glint/cooperative_groups.cuh>

// The headers reduce.h, scan.h and memcpy_async.h in <cooperative_groups>.

namespace cooperative_groups {

#define __GLINT_OPERATION(name, expression)                                \
    template <class T>                                                     \
    struct name {                                                          \
        __glint_member T operator()(T a, T b) const { return expression; } \
    };
__GLINT_OPERATION(plus, a + b)
__GLINT_OPERATION(less, b < a ? b : a)
__GLINT_OPERATION(greater, a < b ? b : a)
__GLINT_OPERATION(bit_and, a& b)
__GLINT_OPERATION(bit_or, a | b)
__GLINT_OPERATION(bit_xor, a ^ b)
#undef __GLINT_OPERATION

/// The runtime's number for a reduction of 32-bit integers; 8 for all other reductions.
template <class T, class Operation>
struct __glint_reduction_of {
    static constexpr unsigned int kind = 8;
};
#define __GLINT_REDUCTION(type, name, value)        \
    template <>                                     \
    struct __glint_reduction_of<type, name<type>> { \
        static constexpr unsigned int kind = value; \
    };
__GLINT_REDUCTION(int, plus, __glint_reduce_add)
__GLINT_REDUCTION(int, less, __glint_reduce_min)
__GLINT_REDUCTION(int, greater, __glint_reduce_max)
__GLINT_REDUCTION(unsigned int, plus, __glint_reduce_add)
__GLINT_REDUCTION(unsigned int, less, __glint_reduce_unsigned_min)
__GLINT_REDUCTION(unsigned int, greater, __glint_reduce_unsigned_max)
__GLINT_REDUCTION(unsigned int, bit_and, __glint_reduce_and)
__GLINT_REDUCTION(unsigned int, bit_or, __glint_reduce_or)
__GLINT_REDUCTION(unsigned int, bit_xor, __glint_reduce_xor)
__GLINT_REDUCTION(int, bit_and, __glint_reduce_and)
__GLINT_REDUCTION(int, bit_or, __glint_reduce_or)
__GLINT_REDUCTION(int, bit_xor, __glint_reduce_xor)
#undef __GLINT_REDUCTION

template <class Group, class T, class Operation>
__glint_device T inclusive_scan(const Group& group, T value, Operation operation) {
    const unsigned int rank = group.thread_rank();
#pragma unroll
    for (unsigned int step = 1; step < 32; step *= 2) {
        if (step >= group.num_threads()) break;
        const T below = group.shfl_up(value, step);
        value = rank >= step ? operation(below, value) : value;
    }
    return value;
}
template <class Group, class T>
__glint_device T inclusive_scan(const Group& group, T value) {
    return inclusive_scan(group, value, plus<T>());
}
/// The thread with rank 0 gets T{}. This is correct for sums; for other operations, CUDA does not
/// specify the result of this thread.
template <class Group, class T, class Operation>
__glint_device T exclusive_scan(const Group& group, T value, Operation operation) {
    const T below = group.shfl_up(inclusive_scan(group, value, operation), 1);
    return group.thread_rank() == 0 ? T{} : below;
}
template <class Group, class T>
__glint_device T exclusive_scan(const Group& group, T value) {
    return exclusive_scan(group, value, plus<T>());
}

template <class T, class Operation>
__glint_device T reduce(const coalesced_group& group, T value, Operation operation) {
    return group.shfl(inclusive_scan(group, value, operation), group.num_threads() - 1);
}
template <unsigned int Size, class Parent, class T, class Operation>
__glint_device T reduce(const thread_block_tile<Size, Parent>& tile, T value, Operation operation) {
    constexpr unsigned int kind = __glint_reduction_of<T, Operation>::kind;
    if constexpr (kind < 8) {
        return static_cast<T>(
            __glint_warp_reduce(kind, static_cast<unsigned int>(value), tile.__lanes()));
    } else {
#pragma unroll
        for (unsigned int step = Size / 2; step > 0; step /= 2)
            value = operation(value, tile.shfl_xor(value, step));
        return value;
    }
}

/// Copies synchronously. wait() synchronizes the group, so the whole copy is complete after it.
template <class Group, class T, class U, class Bytes>
__glint_device void memcpy_async(const Group& group, T* to, const U* from, const Bytes& size) {
    const size_t bytes = static_cast<size_t>(size);
    auto* target = reinterpret_cast<unsigned char*>(to);
    const auto* source = reinterpret_cast<const unsigned char*>(from);
    constexpr size_t kWord = alignof(T) < 4 ? 1 : 4;
    for (size_t i = group.thread_rank() * kWord; i + kWord <= bytes;
         i += group.num_threads() * kWord)
        __builtin_memcpy(target + i, source + i, kWord);
    for (size_t i = bytes / kWord * kWord + group.thread_rank(); i < bytes;
         i += group.num_threads())
        target[i] = source[i];
}
template <class Group>
__glint_device void wait(const Group& group) {
    group.sync();
}
template <unsigned int Stages, class Group>
__glint_device void wait_prior(const Group& group) {
    group.sync();
}

}  // namespace cooperative_groups
