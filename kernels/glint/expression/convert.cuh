// Values of one element type as another's, as array expressions mean it.
#pragma once

struct __half;
struct __nv_bfloat16;

namespace glint::expression {

namespace detail {

/// Numbers of 16 bits convert by way of float, whatever else they declare.
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

}  // namespace detail

/// A conversion between numbers: integers wrap, floating-point numbers round to the nearest. To
/// bool, everything but 0 is true.
template <class To, class From>
__device__ inline To convert(const From& from) {
    if constexpr (detail::Same<To, From>::value)
        return from;
    else if constexpr (detail::Narrow<From>::value)
        return convert<To>(static_cast<float>(from));
    else if constexpr (detail::Narrow<To>::value)
        return To(static_cast<float>(from));
    else
        return static_cast<To>(from);
}

}  // namespace glint::expression
