// SPDX-License-Identifier: MIT
// The common parts of <type_traits>.
#pragma once

#include <__glint/annotations.cuh>

namespace std {
template <class T, T v>
struct integral_constant {
    static constexpr T value = v;
    using value_type = T;
    using type = integral_constant;
    __glint_any_member constexpr operator T() const { return v; }
    __glint_any_member constexpr T operator()() const { return v; }
};
template <bool b>
using bool_constant = integral_constant<bool, b>;
using true_type = bool_constant<true>;
using false_type = bool_constant<false>;

template <bool, class T = void>
struct enable_if {};
template <class T>
struct enable_if<true, T> {
    using type = T;
};
template <bool b, class T = void>
using enable_if_t = typename enable_if<b, T>::type;
template <bool, class T, class>
struct conditional {
    using type = T;
};
template <class T, class U>
struct conditional<false, T, U> {
    using type = U;
};
template <bool b, class T, class U>
using conditional_t = typename conditional<b, T, U>::type;
template <class...>
using void_t = void;
template <class T>
struct type_identity {
    using type = T;
};
template <class T>
using type_identity_t = T;

// Defines a type transformation. GLINT_PATTERN adds cases; types that match no case stay unchanged.
#define GLINT_TRANSFORM(name) \
    template <class T>        \
    struct name {             \
        using type = T;       \
    };                        \
    template <class T>        \
    using name##_t = typename name<T>::type;
#define GLINT_PATTERN(name, from, to, ...) \
    template <__VA_ARGS__>                 \
    struct name<from> {                    \
        using type = to;                   \
    };
GLINT_TRANSFORM(remove_const)
GLINT_PATTERN(remove_const, const T, T, class T)
GLINT_TRANSFORM(remove_volatile)
GLINT_PATTERN(remove_volatile, volatile T, T, class T)
GLINT_TRANSFORM(remove_reference)
GLINT_PATTERN(remove_reference, T&, T, class T)
GLINT_PATTERN(remove_reference, T&&, T, class T)
GLINT_TRANSFORM(remove_extent)
GLINT_PATTERN(remove_extent, T[], T, class T)
GLINT_PATTERN(remove_extent, T[n], T, class T, size_t n)
GLINT_TRANSFORM(remove_pointer)
GLINT_PATTERN(remove_pointer, T*, T, class T)
GLINT_PATTERN(remove_pointer, T* const, T, class T)
GLINT_PATTERN(remove_pointer, T* volatile, T, class T)
GLINT_PATTERN(remove_pointer, T* const volatile, T, class T)
#undef GLINT_PATTERN
#undef GLINT_TRANSFORM
template <class T>
struct remove_cv : remove_const<remove_volatile_t<T>> {};
template <class T>
using remove_cv_t = typename remove_cv<T>::type;
template <class T>
struct remove_cvref : remove_cv<remove_reference_t<T>> {};
template <class T>
using remove_cvref_t = typename remove_cvref<T>::type;
template <class T>
struct add_pointer {
    using type = remove_reference_t<T>*;
};
template <class T>
using add_pointer_t = typename add_pointer<T>::type;
template <class T>
struct add_lvalue_reference {
    using type = T&;
};
template <class T>
using add_lvalue_reference_t = T&;
template <class T>
struct add_rvalue_reference {
    using type = T&&;
};
template <class T>
using add_rvalue_reference_t = T&&;
template <class T>
struct add_const {
    using type = const T;
};
template <class T>
using add_const_t = const T;
template <class T>
struct underlying_type {
    using type = __underlying_type(T);
};
template <class T>
using underlying_type_t = typename underlying_type<T>::type;

template <class T, class U>
inline constexpr bool is_same_v = false;
template <class T>
inline constexpr bool is_same_v<T, T> = true;
template <class T, class... U>
inline constexpr bool glint_is_one_of = (is_same_v<remove_cv_t<T>, U> || ...);

#define GLINT_TRAIT(name, ...)                    \
    template <class T>                            \
    inline constexpr bool name##_v = __VA_ARGS__; \
    template <class T>                            \
    struct name : bool_constant<name##_v<T>> {};
GLINT_TRAIT(is_void, glint_is_one_of<T, void>)
GLINT_TRAIT(is_integral,
            glint_is_one_of<T, bool, char, signed char, unsigned char, wchar_t, char16_t, char32_t,
                            short, unsigned short, int, unsigned int, long, unsigned long,
                            long long, unsigned long long>)
GLINT_TRAIT(is_floating_point, glint_is_one_of<T, float, double, long double>)
GLINT_TRAIT(is_arithmetic, is_integral_v<T> || is_floating_point_v<T>)
GLINT_TRAIT(is_enum, __is_enum(T))
GLINT_TRAIT(is_class, __is_class(T))
GLINT_TRAIT(is_union, __is_union(T))
GLINT_TRAIT(is_empty, __is_empty(T))
GLINT_TRAIT(is_trivially_copyable, __is_trivially_copyable(T))
GLINT_TRAIT(is_standard_layout, __is_standard_layout(T))
GLINT_TRAIT(is_default_constructible, __is_constructible(T))
GLINT_TRAIT(is_const, !is_same_v<T, remove_const_t<T>>)
GLINT_TRAIT(is_volatile, !is_same_v<T, remove_volatile_t<T>>)
GLINT_TRAIT(is_pointer, !is_same_v<remove_cv_t<T>, remove_pointer_t<remove_cv_t<T>>>)
GLINT_TRAIT(is_reference, !is_same_v<T, remove_reference_t<T>>)
GLINT_TRAIT(is_array, !is_same_v<T, remove_extent_t<T>>)
#undef GLINT_TRAIT
template <class T>
inline constexpr bool is_lvalue_reference_v = false;
template <class T>
inline constexpr bool is_lvalue_reference_v<T&> = true;
template <class T, bool is_number>
inline constexpr bool glint_is_signed = false;
template <class T>
inline constexpr bool glint_is_signed<T, true> = static_cast<T>(-1) < static_cast<T>(0);
template <class T>
inline constexpr bool is_signed_v = glint_is_signed<remove_cv_t<T>, is_arithmetic_v<T>>;
template <class T>
struct is_signed : bool_constant<is_signed_v<T>> {};
template <class T>
inline constexpr bool is_unsigned_v = is_integral_v<T> && !is_signed_v<T>;
template <class T>
struct is_unsigned : bool_constant<is_unsigned_v<T>> {};
template <class T, class U>
struct is_same : bool_constant<is_same_v<T, U>> {};
template <class B, class D>
inline constexpr bool is_base_of_v = __is_base_of(B, D);
template <class B, class D>
struct is_base_of : bool_constant<__is_base_of(B, D)> {};
template <class T, class U>
inline constexpr bool is_convertible_v = __is_convertible_to(T, U);
template <class T, class U>
struct is_convertible : bool_constant<__is_convertible_to(T, U)> {};
template <class T, class... A>
inline constexpr bool is_constructible_v = __is_constructible(T, A...);

template <size_t size>
struct glint_integer;
template <>
struct glint_integer<1> {
    using with_sign = signed char;
    using without = unsigned char;
};
template <>
struct glint_integer<2> {
    using with_sign = short;
    using without = unsigned short;
};
template <>
struct glint_integer<4> {
    using with_sign = int;
    using without = unsigned int;
};
template <>
struct glint_integer<8> {
    using with_sign = long long;
    using without = unsigned long long;
};
template <class T>
struct make_unsigned {
    using type = conditional_t<is_same_v<T, long> || is_same_v<T, unsigned long>, unsigned long,
                               typename glint_integer<sizeof(T)>::without>;
};
template <class T>
using make_unsigned_t = typename make_unsigned<T>::type;
template <class T>
struct make_signed {
    using type = conditional_t<is_same_v<T, long> || is_same_v<T, unsigned long>, long,
                               typename glint_integer<sizeof(T)>::with_sign>;
};
template <class T>
using make_signed_t = typename make_signed<T>::type;
template <class T>
struct decay {
    using bare = remove_reference_t<T>;
    using type = conditional_t<is_array_v<bare>, remove_extent_t<bare>*, remove_cv_t<bare>>;
};
template <class T>
using decay_t = typename decay<T>::type;
}  // namespace std
