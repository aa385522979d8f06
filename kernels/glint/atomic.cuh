// Atomic operations that CUDA does not have: the least and greatest of floating point numbers,
// products, and any other function of one old value.
#pragma once

namespace glint {

namespace detail {

template <int Bytes>
struct AtomicWord;
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
    static_assert(sizeof(To) == sizeof(From), "of one size");
    To to;
    memcpy(&to, &from, sizeof(to));
    return to;
}

}  // namespace detail

/// Replaces *address by update(*address), as often as it takes until no other thread came between;
/// gives the old value. T is any type of 4 or 8 bytes; `update` may be called several times.
template <class T, class Update>
__device__ inline T atomic_update(T* address, Update update) {
    using Word = typename detail::AtomicWord<sizeof(T)>::Type;
    Word* const word = reinterpret_cast<Word*>(address);
    Word expected = *const_cast<volatile Word*>(word);
    for (;;) {
        const T old = detail::same_bits<T>(expected);
        const Word found = atomicCAS(word, expected, detail::same_bits<Word>(update(old)));
        if (found == expected) return old;
        expected = found;
    }
}

/// All of these give the old value.
template <class T>
__device__ inline T atomic_multiply(T* address, T factor) {
    return atomic_update(address, [=](T old) -> T { return old * factor; });
}

// Floating point numbers without sign order as the integers with their bits, those with a sign the
// other way round: one instruction each, and no loop. Numbers only: NaN is as great as its bits.
// -0 is less than 0.

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
