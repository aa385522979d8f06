// SPDX-License-Identifier: MIT
// The parts of <array> and <limits> that kernels use.
#pragma once

#include <__glint/annotations.cuh>
#include <__glint/numbers.cuh>

namespace std {
template <class T, size_t n>
struct array {
    T elements_[n > 0 ? n : 1];

    __glint_any_member constexpr T& operator[](size_t i) { return elements_[i]; }
    __glint_any_member constexpr const T& operator[](size_t i) const { return elements_[i]; }
    __glint_any_member constexpr T* data() { return elements_; }
    __glint_any_member constexpr const T* data() const { return elements_; }
    __glint_any_member constexpr T* begin() { return elements_; }
    __glint_any_member constexpr const T* begin() const { return elements_; }
    __glint_any_member constexpr T* end() { return elements_ + n; }
    __glint_any_member constexpr const T* end() const { return elements_ + n; }
    __glint_any_member constexpr T& front() { return elements_[0]; }
    __glint_any_member constexpr T& back() { return elements_[n - 1]; }
    __glint_any_member static constexpr size_t size() { return n; }
    __glint_any_member static constexpr bool empty() { return n == 0; }
    __glint_any_member constexpr void fill(const T& value) {
        for (T& element : elements_) element = value;
    }
};
template <class T, class... U>
__glint_guide array(T, U...) -> array<T, 1 + sizeof...(U)>;

template <class T>
struct numeric_limits {
    static constexpr bool is_specialized = false;
};
template <class T>
struct glint_integer_limits {
    static constexpr bool is_specialized = true, is_integer = true, is_exact = true;
    static constexpr bool is_signed = static_cast<T>(-1) < static_cast<T>(0);
    static constexpr bool has_infinity = false, has_quiet_NaN = false;
    static constexpr int digits = 8 * sizeof(T) - (is_signed ? 1 : 0);
    static constexpr int digits10 = digits * 30103 / 100000;
    __glint_any_member static constexpr T max() {
        return static_cast<T>(~0ull >> (64 - digits));
    }
    __glint_any_member static constexpr T min() { return static_cast<T>(~max()); }
    __glint_any_member static constexpr T lowest() { return min(); }
    __glint_any_member static constexpr T epsilon() { return 0; }
};
#define GLINT_LIMITS(type) \
    template <>            \
    struct numeric_limits<type> : glint_integer_limits<type> {};
GLINT_LIMITS(char)
GLINT_LIMITS(signed char)
GLINT_LIMITS(unsigned char)
GLINT_LIMITS(short)
GLINT_LIMITS(unsigned short)
GLINT_LIMITS(int)
GLINT_LIMITS(unsigned int)
GLINT_LIMITS(long)
GLINT_LIMITS(unsigned long)
GLINT_LIMITS(long long)
GLINT_LIMITS(unsigned long long)
#undef GLINT_LIMITS
template <>
struct numeric_limits<bool> {
    static constexpr bool is_specialized = true, is_integer = true, is_signed = false;
    static constexpr int digits = 1;
    __glint_any_member static constexpr bool max() { return true; }
    __glint_any_member static constexpr bool min() { return false; }
    __glint_any_member static constexpr bool lowest() { return false; }
};
#define GLINT_LIMITS(type, prefix, infinite, none)                                            \
    template <>                                                                               \
    struct numeric_limits<type> {                                                             \
        static constexpr bool is_specialized = true, is_integer = false, is_exact = false;    \
        static constexpr bool is_signed = true, has_infinity = true, has_quiet_NaN = true;    \
        static constexpr bool is_iec559 = true;                                               \
        static constexpr int digits = prefix##_MANT_DIG, digits10 = prefix##_DIG;             \
        static constexpr int min_exponent = prefix##_MIN_EXP;                                 \
        static constexpr int max_exponent = prefix##_MAX_EXP;                                 \
        __glint_any_member static constexpr type max() { return prefix##_MAX; }              \
        __glint_any_member static constexpr type min() { return prefix##_MIN; }              \
        __glint_any_member static constexpr type lowest() { return -prefix##_MAX; }          \
        __glint_any_member static constexpr type epsilon() { return prefix##_EPSILON; }      \
        __glint_any_member static constexpr type denorm_min() { return prefix##_TRUE_MIN; }  \
        __glint_any_member static constexpr type infinity() { return infinite; }             \
        __glint_any_member static constexpr type quiet_NaN() { return none; }                \
    };
GLINT_LIMITS(float, FLT, __builtin_bit_cast(float, 0x7f800000), __builtin_bit_cast(float, 0x7fc00000))
GLINT_LIMITS(double, DBL, __builtin_bit_cast(double, 0x7ff0000000000000ll),
             __builtin_bit_cast(double, 0x7ff8000000000000ll))
#undef GLINT_LIMITS
}  // namespace std
