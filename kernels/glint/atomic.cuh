// SPDX-License-Identifier: MIT
// Atomic operations that CUDA does not have: minimum and maximum of floating-point numbers,
// products, and any other function of the old value.
#pragma once

namespace glint {

namespace detail {

template <int Bytes>
struct AtomicWord;
template <>
struct AtomicWord<1> {
    using Type = unsigned char;
};
template <>
struct AtomicWord<2> {
    using Type = unsigned short;
};
template <>
struct AtomicWord<4> {
    using Type = unsigned int;
};
template <>
struct AtomicWord<8> {
    using Type = unsigned long long;
};

template <class To, class From>
__device__ inline To same_bits(From from) {
    static_assert(sizeof(To) == sizeof(From), "both types must have the same size");
    To to;
    memcpy(&to, &from, sizeof(to));
    return to;
}

template <class Word>
__device__ inline Word compare_and_swap(Word* address, Word expected, Word value) {
    return atomicCAS(address, expected, value);
}
__device__ inline unsigned char compare_and_swap(unsigned char* address, unsigned char expected,
                                                 unsigned char value) {
#ifdef __GLINT_CPU__
    __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
    return expected;
#else
    // GPUs swap at least two bytes. The other byte of the two is written back unchanged.
    const auto place = reinterpret_cast<unsigned long long>(address);
    auto* const both = reinterpret_cast<unsigned short*>(place & ~1ull);
    const int shift = place & 1 ? 8 : 0;
    unsigned short old = *const_cast<volatile unsigned short*>(both);
    while (((old >> shift) & 0xff) == expected) {
        const auto wanted =
            static_cast<unsigned short>((old & ~(0xff << shift)) | (value << shift));
        const unsigned short found = atomicCAS(both, old, wanted);
        if (found == old) return expected;
        old = found;
    }
    return static_cast<unsigned char>(old >> shift);
#endif
}

}  // namespace detail

/// Replaces *address by update(*address) and returns the old value. Retries until no other thread
/// interferes, so `update` may be called several times. T is any type of 1, 2, 4 or 8 bytes. On
/// GPUs a byte is swapped together with the other byte of its aligned pair. If an allocation has an
/// odd number of bytes, the last byte's pair extends beyond the allocation, but never into another
/// one; compute-sanitizer reports such accesses.
template <class T, class Update>
__device__ inline T atomic_update(T* address, Update update) {
    using Word = typename detail::AtomicWord<sizeof(T)>::Type;
    Word* const word = reinterpret_cast<Word*>(address);
    Word expected = *const_cast<volatile Word*>(word);
    for (;;) {
        const T old = detail::same_bits<T>(expected);
        const Word wanted = detail::same_bits<Word>(update(old));
        if (wanted == expected) return old;
        const Word found = detail::compare_and_swap(word, expected, wanted);
        if (found == expected) return old;
        expected = found;
    }
}

/// All functions below return the old value.
template <class T>
__device__ inline T atomic_multiply(T* address, T factor) {
    return atomic_update(address, [=](T old) -> T { return old * factor; });
}

// Positive floating-point numbers are ordered like their bits read as integers, and negative ones
// in reverse order. A single integer instruction is therefore enough; no loop is needed. NaN is
// ordered by its bits, and -0 is less than 0.

__device__ inline float atomic_min(float* address, float value) {
    if (__float_as_int(value) >= 0)
        return __int_as_float(atomicMin(reinterpret_cast<int*>(address), __float_as_int(value)));
    return __uint_as_float(
        atomicMax(reinterpret_cast<unsigned int*>(address), __float_as_uint(value)));
}
__device__ inline float atomic_max(float* address, float value) {
    if (__float_as_int(value) >= 0)
        return __int_as_float(atomicMax(reinterpret_cast<int*>(address), __float_as_int(value)));
    return __uint_as_float(
        atomicMin(reinterpret_cast<unsigned int*>(address), __float_as_uint(value)));
}
__device__ inline double atomic_min(double* address, double value) {
    if (__double_as_longlong(value) >= 0)
        return __longlong_as_double(
            atomicMin(reinterpret_cast<long long*>(address), __double_as_longlong(value)));
    return detail::same_bits<double>(atomicMax(reinterpret_cast<unsigned long long*>(address),
                                               detail::same_bits<unsigned long long>(value)));
}
__device__ inline double atomic_max(double* address, double value) {
    if (__double_as_longlong(value) >= 0)
        return __longlong_as_double(
            atomicMax(reinterpret_cast<long long*>(address), __double_as_longlong(value)));
    return detail::same_bits<double>(atomicMin(reinterpret_cast<unsigned long long*>(address),
                                               detail::same_bits<unsigned long long>(value)));
}

}  // namespace glint
