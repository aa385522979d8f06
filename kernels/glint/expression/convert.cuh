// SPDX-License-Identifier: MIT
// Conversions between element types, with the rules of array expressions.
#pragma once

struct __half;
struct __nv_bfloat16;

namespace glint::expression {

namespace detail {

/// 16-bit numbers are converted through float, even if they declare other conversions.
template <class T>
struct Narrow {
    static constexpr bool value = false;
};
template <>
struct Narrow<__half> {
    static constexpr bool value = true;
};
template <>
struct Narrow<__nv_bfloat16> {
    static constexpr bool value = true;
};

template <class A, class B>
struct Same {
    static constexpr bool value = false;
};
template <class A>
struct Same<A, A> {
    static constexpr bool value = true;
};

template <class T>
struct Real {
    static constexpr bool value = Same<T, float>::value || Same<T, double>::value;
};
/// Detects integers, the types that have a remainder operator.
template <class T>
struct Whole {
    static constexpr bool value = requires(T a) { a % a; };
};

/// Truncates to an integer. On every device, values out of range become the lowest or highest
/// number of the integer type, and NaN becomes 0.
template <class To, class From>
__device__ inline To saturated(From from) {
    constexpr bool kSigned = To(-1) < To(0);
    constexpr To kHighest = To(To(1) << (8 * sizeof(To) - 1 - kSigned));  // highest bit of a number
    constexpr From kEnd = From(2) * From(kHighest);
    constexpr To kMax = To(kHighest - 1) + kHighest;
    constexpr To kMin = kSigned ? To(-kMax - 1) : To(0);
    if (!(from > (kSigned ? -kEnd : From(-1)))) return from != from ? To(0) : kMin;
    return from >= kEnd ? kMax : static_cast<To>(from);
}

}  // namespace detail

/// True if a < 0. Unsigned types are not compared, because they are never negative.
template <class T>
__device__ inline bool is_negative(T a) {
    if constexpr (T(-1) < T(0))
        return a < T(0);
    else
        return false;
}

/// Converts between number types. Integers wrap. Floating-point numbers round to nearest, and
/// convert to integers as in `saturated`. For bool, everything except 0 is true.
template <class To, class From>
__device__ inline To convert(const From& from) {
    if constexpr (detail::Same<To, From>::value)
        return from;
    else if constexpr (detail::Narrow<From>::value)
        return convert<To>(static_cast<float>(from));
    else if constexpr (detail::Narrow<To>::value)
        return To(static_cast<float>(from));
    else if constexpr (detail::Same<To, bool>::value)
        return !(from == From(0));
    else if constexpr (detail::Real<From>::value && detail::Whole<To>::value)
        return detail::saturated<To>(from);
    else
        return static_cast<To>(from);
}

}  // namespace glint::expression
