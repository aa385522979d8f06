// SPDX-License-Identifier: MIT
#pragma once

// The common parts of <type_traits> and <utility>, in std and, like CUDA's own library, also in
// cuda::std.

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

#define __GLINT_TRANSFORM(name, builtin) \
    template <class T>                   \
    struct name {                        \
        using type = builtin(T);         \
    };                                   \
    template <class T>                   \
    using name##_t = typename name<T>::type;
__GLINT_TRANSFORM(remove_const, __remove_const)
__GLINT_TRANSFORM(remove_volatile, __remove_volatile)
__GLINT_TRANSFORM(remove_cv, __remove_cv)
__GLINT_TRANSFORM(remove_reference, __remove_reference_t)
__GLINT_TRANSFORM(remove_cvref, __remove_cvref)
__GLINT_TRANSFORM(remove_pointer, __remove_pointer)
__GLINT_TRANSFORM(remove_extent, __remove_extent)
__GLINT_TRANSFORM(add_pointer, __add_pointer)
__GLINT_TRANSFORM(add_lvalue_reference, __add_lvalue_reference)
__GLINT_TRANSFORM(add_rvalue_reference, __add_rvalue_reference)
__GLINT_TRANSFORM(decay, __decay)
__GLINT_TRANSFORM(make_unsigned, __make_unsigned)
__GLINT_TRANSFORM(make_signed, __make_signed)
__GLINT_TRANSFORM(underlying_type, __underlying_type)
#undef __GLINT_TRANSFORM

#define __GLINT_TRAIT(name, ...)                  \
    template <class T>                            \
    inline constexpr bool name##_v = __VA_ARGS__; \
    template <class T>                            \
    struct name : bool_constant<name##_v<T>> {};
__GLINT_TRAIT(is_void, __is_void(T))
__GLINT_TRAIT(is_integral, __is_integral(T))
__GLINT_TRAIT(is_floating_point, __is_floating_point(T))
__GLINT_TRAIT(is_arithmetic, __is_arithmetic(T))
__GLINT_TRAIT(is_signed, __is_signed(T))
__GLINT_TRAIT(is_unsigned, __is_unsigned(T))
__GLINT_TRAIT(is_const, __is_const(T))
__GLINT_TRAIT(is_pointer, __is_pointer(T))
__GLINT_TRAIT(is_reference, __is_reference(T))
__GLINT_TRAIT(is_array, __is_array(T))
__GLINT_TRAIT(is_enum, __is_enum(T))
__GLINT_TRAIT(is_class, __is_class(T))
__GLINT_TRAIT(is_empty, __is_empty(T))
__GLINT_TRAIT(is_trivially_copyable, __is_trivially_copyable(T))
__GLINT_TRAIT(is_standard_layout, __is_standard_layout(T))
__GLINT_TRAIT(is_default_constructible, __is_constructible(T))
#undef __GLINT_TRAIT
template <class T, class U>
inline constexpr bool is_same_v = __is_same(T, U);
template <class T, class U>
struct is_same : bool_constant<__is_same(T, U)> {};
template <class B, class D>
inline constexpr bool is_base_of_v = __is_base_of(B, D);
template <class B, class D>
struct is_base_of : bool_constant<__is_base_of(B, D)> {};
template <class T, class U>
inline constexpr bool is_convertible_v = __is_convertible(T, U);
template <class T, class U>
struct is_convertible : bool_constant<__is_convertible(T, U)> {};
template <class T, class... A>
inline constexpr bool is_constructible_v = __is_constructible(T, A...);

template <class T>
__glint_any constexpr T&& forward(remove_reference_t<T>& value) {
    return static_cast<T&&>(value);
}
template <class T>
__glint_any constexpr T&& forward(remove_reference_t<T>&& value) {
    return static_cast<T&&>(value);
}
template <class T>
__glint_any constexpr remove_reference_t<T>&& move(T&& value) {
    return static_cast<remove_reference_t<T>&&>(value);
}
template <class T>
add_rvalue_reference_t<T> declval() noexcept;
template <class T>
__glint_any constexpr void swap(T& a, T& b) {
    T kept = move(a);
    a = move(b);
    b = move(kept);
}
template <class T, class U = T>
__glint_any constexpr T exchange(T& value, U&& next) {
    T old = move(value);
    value = forward<U>(next);
    return old;
}
template <class T, class U>
struct pair {
    T first;
    U second;
};
template <class T, class U>
pair(T, U) -> pair<T, U>;
template <class T, class U>
__glint_any constexpr pair<T, U> make_pair(T first, U second) {
    return {first, second};
}
template <class T, T... v>
struct integer_sequence {
    static constexpr size_t size() { return sizeof...(v); }
};
template <size_t... v>
using index_sequence = integer_sequence<size_t, v...>;
template <size_t n>
using make_index_sequence = __make_integer_seq<integer_sequence, size_t, n>;
}  // namespace std

namespace cuda::std {
using namespace ::std;
}
