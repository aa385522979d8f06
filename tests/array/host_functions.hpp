// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include <array/host_value.hpp>

/// Functions of host values. They propagate the error bounds of the operands and add their own
/// error.
namespace glint::test {

/// Applies `function`, which changes by at most `steepness` times a change of its argument.
template <class T, class Function>
auto smooth(const Value<T>& a, const Function& function, long double steepness = 1) {
    using To = detail::Floating<T>;
    const Value<To> x = cast<To>(a);
    if (!x.is_known()) return unknown<To>();
    return rounded<To>(function(x.value), steepness * x.error, 8);
}
/// Applies a function with jumps; the result is unknown if the error interval contains a jump.
template <class T, class Function>
auto stepped(const Value<T>& a, const Function& function) {
    using To = detail::Floating<T>;
    const Value<To> x = cast<To>(a);
    if (!x.is_known()) return unknown<To>();
    const bool is_open =
        !x.is_certain() && function(x.value - x.error) != function(x.value + x.error);
    return is_open ? unknown<To>() : rounded<To>(function(x.value), 0);
}
// clang-format off
template <class T> auto sin(const Value<T>& a) { return smooth(a, [](long double x) { return std::sin(x); }); }
template <class T> auto cos(const Value<T>& a) { return smooth(a, [](long double x) { return std::cos(x); }); }
template <class T> auto tanh(const Value<T>& a) { return smooth(a, [](long double x) { return std::tanh(x); }); }
template <class T> auto atan(const Value<T>& a) { return smooth(a, [](long double x) { return std::atan(x); }); }
template <class T> auto floor(const Value<T>& a) { return stepped(a, [](long double x) { return std::floor(x); }); }
template <class T> auto ceil(const Value<T>& a) { return stepped(a, [](long double x) { return std::ceil(x); }); }
template <class T> auto rint(const Value<T>& a) { return stepped(a, [](long double x) { return std::rint(x); }); }
template <class T> auto trunc(const Value<T>& a) { return stepped(a, [](long double x) { return std::trunc(x); }); }
// clang-format on

/// log1p of a nonnegative value, for which the derivative is at most 1.
template <class T>
auto log1p(const Value<T>& a) {
    return smooth(a, [](long double x) { return std::log1p(x); });
}
/// exp of a nonpositive value, for which the derivative is at most 1.
template <class T>
auto exp(const Value<T>& a) {
    return smooth(a, [](long double x) { return std::exp(x); });
}
/// sqrt of a nonnegative value.
template <class T>
auto sqrt(const Value<T>& a) {
    using To = detail::Floating<T>;
    const Value<To> x = cast<To>(a);
    if (!x.is_known() || (!x.is_certain() && !(x.value > 2 * x.error))) return unknown<To>();
    const long double root = std::sqrt(x.value);
    return rounded<To>(root, x.is_certain() ? 0 : x.error / root, 2);
}

template <class A, class B>
    requires HostOperands<A, B>
auto hypot(const A& a, const B& b) {
    const auto p = value_side<B>(a);
    const auto q = value_side<A>(b);
    using To = detail::Common<detail::Floating<typename decltype(p)::Element>,
                              detail::Floating<typename decltype(q)::Element>>;
    const Value<To> x = cast<To>(p), y = cast<To>(q);
    if (!x.is_known() || !y.is_known()) return unknown<To>();
    return rounded<To>(std::hypot(x.value, y.value), x.error + y.error, 8);
}

template <class T>
Value<bool> isfinite(const Value<T>& a) {
    if (!a.is_known()) return unknown<bool>();
    if constexpr (std::is_integral_v<T>)
        return {true};
    else
        return {std::isfinite(a.value)};
}

}  // namespace glint::test
