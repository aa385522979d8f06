// SPDX-License-Identifier: MIT
#pragma once

#include <__glint/traits.cuh>

// <array> and <limits>, as far as kernels use them.

namespace std {
template <class T, size_t n>
struct array {
    T __elements[n > 0 ? n : 1];

    __glint_any_member constexpr T& operator[](size_t i) { return __elements[i]; }
    __glint_any_member constexpr const T& operator[](size_t i) const { return __elements[i]; }
    __glint_any_member constexpr T* data() { return __elements; }
    __glint_any_member constexpr const T* data() const { return __elements; }
    __glint_any_member constexpr T* begin() { return __elements; }
    __glint_any_member constexpr const T* begin() const { return __elements; }
    __glint_any_member constexpr T* end() { return __elements + n; }
    __glint_any_member constexpr const T* end() const { return __elements + n; }
    __glint_any_member constexpr T& front() { return __elements[0]; }
    __glint_any_member constexpr T& back() { return __elements[n - 1]; }
    __glint_any_member static constexpr size_t size() { return n; }
    __glint_any_member static constexpr bool empty() { return n == 0; }
    __glint_any_member constexpr void fill(const T& value) {
        for (T& element : __elements) element = value;
    }
};
template <class T, class... U>
array(T, U...) -> array<T, 1 + sizeof...(U)>;

template <class T>
struct numeric_limits {
    static constexpr bool is_specialized = false;
};
template <class T>
    requires is_integral_v<T>
struct numeric_limits<T> {
    static constexpr bool is_specialized = true, is_integer = true, is_exact = true;
    static constexpr bool is_signed = static_cast<T>(-1) < static_cast<T>(0);
    static constexpr bool has_infinity = false, has_quiet_NaN = false;
    static constexpr int digits = 8 * sizeof(T) - (is_signed ? 1 : 0);
    static constexpr int digits10 = digits * 30103 / 100000;
    __glint_any_member static constexpr T max() {
        return is_signed ? static_cast<T>(~0ull >> (64 - digits)) : static_cast<T>(~0ull);
    }
    __glint_any_member static constexpr T min() { return static_cast<T>(~max()); }
    __glint_any_member static constexpr T lowest() { return min(); }
    __glint_any_member static constexpr T epsilon() { return 0; }
};
template <>
struct numeric_limits<bool> {
    static constexpr bool is_specialized = true, is_integer = true, is_signed = false;
    static constexpr int digits = 1;
    __glint_any_member static constexpr bool max() { return true; }
    __glint_any_member static constexpr bool min() { return false; }
    __glint_any_member static constexpr bool lowest() { return false; }
};
#define __GLINT_LIMITS(type, prefix, suffix)                                                       \
    template <>                                                                                    \
    struct numeric_limits<type> {                                                                  \
        static constexpr bool is_specialized = true, is_integer = false, is_exact = false;         \
        static constexpr bool is_signed = true, has_infinity = true, has_quiet_NaN = true;         \
        static constexpr bool is_iec559 = true;                                                    \
        static constexpr int digits = __##prefix##_MANT_DIG__, digits10 = __##prefix##_DIG__;      \
        static constexpr int min_exponent = __##prefix##_MIN_EXP__;                                \
        static constexpr int max_exponent = __##prefix##_MAX_EXP__;                                \
        __glint_any_member static constexpr type max() { return __##prefix##_MAX__; }              \
        __glint_any_member static constexpr type min() { return __##prefix##_MIN__; }              \
        __glint_any_member static constexpr type lowest() { return -__##prefix##_MAX__; }          \
        __glint_any_member static constexpr type epsilon() { return __##prefix##_EPSILON__; }      \
        __glint_any_member static constexpr type denorm_min() {                                    \
            return __##prefix##_DENORM_MIN__;                                                      \
        }                                                                                          \
        __glint_any_member static constexpr type infinity() { return __builtin_inf##suffix(); }    \
        __glint_any_member static constexpr type quiet_NaN() { return __builtin_nan##suffix(""); } \
    };
__GLINT_LIMITS(float, FLT, f)
__GLINT_LIMITS(double, DBL, )
#undef __GLINT_LIMITS
}  // namespace std
