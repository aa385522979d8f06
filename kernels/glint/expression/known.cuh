// SPDX-License-Identifier: MIT
// Optional values. With them, every operator has a neutral element: the unknown value.
#pragma once

#include <glint/expression/convert.cuh>

namespace glint::expression {

template <class T>
struct Known {
    T value;
    bool is_known;
};

namespace detail {

template <class T>
struct KnownType {
    static constexpr bool value = false;
};
template <class T>
struct KnownType<Known<T>> {
    static constexpr bool value = true;
    using Type = T;
};

}  // namespace detail

/// Converts a value to a Known. The overload below converts back; an unknown value is arbitrary.
template <class To, class From>
    requires(detail::KnownType<To>::value && !detail::KnownType<From>::value)
__device__ inline To convert(const From& from) {
    return {convert<typename detail::KnownType<To>::Type>(from), true};
}
template <class To, class From>
    requires(!detail::KnownType<To>::value && detail::KnownType<From>::value)
__device__ inline To convert(const From& from) {
    return convert<To>(from.value);
}

/// Applies `op` if both values are known. Otherwise, returns the known value, if any.
template <class Op, class T>
__device__ inline Known<T> joined(const Op& op, const Known<T>& a, const Known<T>& b) {
    if (!a.is_known) return b;
    if (!b.is_known) return a;
    return {op(a.value, b.value), true};
}

}  // namespace glint::expression
