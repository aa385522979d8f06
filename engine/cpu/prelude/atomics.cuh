// SPDX-License-Identifier: MIT
#pragma once

// Atomic operations. They use relaxed memory order, as on a GPU, and return the old value.

#define __GLINT_ATOMIC(name, type, operation)                      \
    __glint_device type name(type* address, type value) {          \
        return operation(address, value, __ATOMIC_RELAXED);        \
    }                                                              \
    __glint_device type name##_block(type* address, type value) {  \
        return operation(address, value, __ATOMIC_RELAXED);        \
    }                                                              \
    __glint_device type name##_system(type* address, type value) { \
        return operation(address, value, __ATOMIC_RELAXED);        \
    }

#define __GLINT_INTEGER_ATOMICS(type)                     \
    __GLINT_ATOMIC(atomicAdd, type, __atomic_fetch_add)   \
    __GLINT_ATOMIC(atomicSub, type, __atomic_fetch_sub)   \
    __GLINT_ATOMIC(atomicMin, type, __atomic_fetch_min)   \
    __GLINT_ATOMIC(atomicMax, type, __atomic_fetch_max)   \
    __GLINT_ATOMIC(atomicAnd, type, __atomic_fetch_and)   \
    __GLINT_ATOMIC(atomicOr, type, __atomic_fetch_or)     \
    __GLINT_ATOMIC(atomicXor, type, __atomic_fetch_xor)   \
    __GLINT_ATOMIC(atomicExch, type, __atomic_exchange_n) \
    __GLINT_COMPARE_AND_SWAP(type)

#define __GLINT_COMPARE_AND_SWAP(type)                                                  \
    __glint_device type atomicCAS(type* address, type expected, type value) {           \
        __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_RELAXED, \
                                    __ATOMIC_RELAXED);                                  \
        return expected;                                                                \
    }                                                                                   \
    __glint_device type atomicCAS_block(type* address, type expected, type value) {     \
        return atomicCAS(address, expected, value);                                     \
    }                                                                                   \
    __glint_device type atomicCAS_system(type* address, type expected, type value) {    \
        return atomicCAS(address, expected, value);                                     \
    }

__GLINT_INTEGER_ATOMICS(int)
__GLINT_INTEGER_ATOMICS(unsigned int)
__GLINT_INTEGER_ATOMICS(long long)
__GLINT_INTEGER_ATOMICS(unsigned long long)
__GLINT_COMPARE_AND_SWAP(unsigned short)

// If thread_order[4] is set, adds -0 instead of the value. Adding -0 does not change any number.
template <class T>
__glint_device T __glint_add_float(T* address, T value, int) {
#ifdef __GLINT_THREAD_ORDER
    if (glint::thread_order[4]) value = T(-0.0);
#endif
    return __atomic_fetch_add(address, value, __ATOMIC_RELAXED);
}
__GLINT_ATOMIC(atomicAdd, float, __glint_add_float)
__GLINT_ATOMIC(atomicAdd, double, __glint_add_float)

__glint_device float __glint_exchange(float* address, float value, int order) {
    float old;
    __atomic_exchange(address, &value, &old, order);
    return old;
}
__GLINT_ATOMIC(atomicExch, float, __glint_exchange)

#undef __GLINT_COMPARE_AND_SWAP
#undef __GLINT_INTEGER_ATOMICS

/// Stores `step(old)` with a loop, because CPUs lack instructions for atomicInc and atomicDec.
template <class Step>
__glint_device unsigned int __glint_atomic_update(unsigned int* address, Step step) {
    unsigned int old = __atomic_load_n(address, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(address, &old, step(old), true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED)) {}
    return old;
}
__glint_device unsigned int __glint_wrapping_increment(unsigned int* address, unsigned int limit,
                                                       int) {
    return __glint_atomic_update(address,
                                 [=](unsigned int old) { return old >= limit ? 0u : old + 1; });
}
__glint_device unsigned int __glint_wrapping_decrement(unsigned int* address, unsigned int limit,
                                                       int) {
    return __glint_atomic_update(
        address, [=](unsigned int old) { return old == 0 || old > limit ? limit : old - 1; });
}
__GLINT_ATOMIC(atomicInc, unsigned int, __glint_wrapping_increment)
__GLINT_ATOMIC(atomicDec, unsigned int, __glint_wrapping_decrement)

#undef __GLINT_ATOMIC

// Adds each component atomically, but not the whole vector. CUDA does the same.
#define __GLINT_VECTOR_ADD(name)                                         \
    __glint_device float2 name(float2* address, float2 value) {          \
        return {name(&address->x, value.x), name(&address->y, value.y)}; \
    }                                                                    \
    __glint_device float4 name(float4* address, float4 value) {          \
        return {name(&address->x, value.x), name(&address->y, value.y),  \
                name(&address->z, value.z), name(&address->w, value.w)}; \
    }
__GLINT_VECTOR_ADD(atomicAdd)
__GLINT_VECTOR_ADD(atomicAdd_block)
__GLINT_VECTOR_ADD(atomicAdd_system)
#undef __GLINT_VECTOR_ADD
