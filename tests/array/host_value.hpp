// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include <glint/array/element.hpp>
#include <glint/array/expression.hpp>

/// Values computed on the host, with bounds on the device's error: the reference for expressions of
/// many operations. Types follow the library's promotion rules.
namespace glint::test {

/// Error bound of a result that cannot be determined because of the operands' errors, such as a
/// comparison of nearly equal values.
inline constexpr long double kUnknown = std::numeric_limits<long double>::infinity();

/// An element: an integer, or a floating-point number with an error bound. The bound is 0 if all
/// devices must return the number bit-exactly.
template <class T>
struct Value {
    using Element = T;
    using Exact = std::conditional_t<std::is_integral_v<T>, T, long double>;

    Exact value{};
    long double error = 0;

    bool is_known() const noexcept { return error < kUnknown; }
    bool is_certain() const noexcept { return error == 0; }
};

template <class V>
inline constexpr bool kIsValue = false;
template <class T>
inline constexpr bool kIsValue<Value<T>> = true;

template <class V>
concept HostValue = kIsValue<std::remove_cvref_t<V>>;
template <class A, class B>
concept HostOperands =
    (HostValue<A> && (HostValue<B> || PlainNumber<B>)) || (PlainNumber<A> && HostValue<B>);

/// Half a unit in the last place of numbers near 1.
template <class T>
inline constexpr long double kRounding = std::is_same_v<T, half>       ? 0x1p-11L
                                         : std::is_same_v<T, bfloat16> ? 0x1p-8L
                                         : std::is_same_v<T, float>    ? 0x1p-24L
                                                                       : 0x1p-53L;
/// Results below this number, or above its reciprocal, are not checked.
template <class T>
inline constexpr long double kTiny = std::is_same_v<T, half>     ? 0x1p-14L
                                     : std::is_same_v<T, double> ? 1e-300L
                                                                 : 1e-36L;

template <class T>
Value<T> unknown() {
    return {{}, kUnknown};
}

template <class T>
long double nearest(long double value) {
    if constexpr (std::is_same_v<T, double>)
        return static_cast<double>(value);
    else
        return static_cast<float>(static_cast<T>(static_cast<float>(value)));
}

/// Result of an operation whose exact result is `value`, rounded to T. The operands' errors change
/// `value` by up to `error`, and the operation itself by up to `roundings` half units in the last
/// place.
template <class T>
Value<T> rounded(long double value, long double error, long double roundings = 1) {
    if (error == 0 && !std::isfinite(value)) return {value, 0};
    if (!std::isfinite(value) || !(error < kUnknown)) return unknown<T>();
    const long double size = std::abs(value) + error;
    if (size * kTiny<T> > 1) return unknown<T>();
    if (error == 0 && roundings <= 1 && nearest<T>(value) == value) return {value, 0};
    const long double least = std::is_same_v<T, half> ? 0x1p-24L : kTiny<T>;
    return {value, error + roundings * kRounding<T> * size + least};
}

template <class To, class From>
To saturated(From value) {
    constexpr auto kMin = static_cast<From>(std::numeric_limits<To>::min());
    constexpr auto kMax = static_cast<From>(std::numeric_limits<To>::max());
    if (std::isnan(value)) return 0;
    return value <= kMin   ? std::numeric_limits<To>::min()
           : value >= kMax ? std::numeric_limits<To>::max()
                           : static_cast<To>(value);
}

template <class To, class From>
Value<To> cast(const Value<From>& from) {
    if constexpr (std::is_same_v<To, From>) {
        return from;
    } else if (!from.is_known()) {
        return unknown<To>();
    } else if constexpr (std::is_same_v<To, bool>) {
        const bool is_open =
            !from.is_certain() && std::abs(static_cast<long double>(from.value)) <= from.error;
        return is_open ? unknown<To>() : Value<To>{from.value != 0};
    } else if constexpr (std::is_integral_v<From> && std::is_integral_v<To>) {
        return {static_cast<To>(from.value)};
    } else if constexpr (std::is_integral_v<From>) {
        // Narrower types are converted through float and therefore rounded twice.
        return rounded<To>(static_cast<long double>(from.value), 0, sizeof(To) == 2 ? 1.01L : 1);
    } else if constexpr (std::is_integral_v<To>) {
        const To low = saturated<To>(from.value - from.error),
                 high = saturated<To>(from.value + from.error);
        return low == high ? Value<To>{low} : unknown<To>();
    } else {
        return rounded<To>(from.value, from.error, sizeof(To) == 2 ? 1.01L : 1);
    }
}

/// Converts a plain number to the type that it has in operations with elements of type
/// `Other::Element`.
template <class Other, class V>
auto value_side(const V& given) {
    if constexpr (HostValue<V>) {
        return given;
    } else {
        using Side = Value<detail::Scalar<typename Other::Element, V>>;
        return Side{static_cast<typename Side::Exact>(given)};
    }
}

// Arithmetic on operands of the same type.

template <class T>
Value<T> sum_of(const Value<T>& a, const Value<T>& b) {
    if constexpr (std::is_integral_v<T>)
        return {static_cast<T>(static_cast<std::uint64_t>(a.value) +
                               static_cast<std::uint64_t>(b.value))};
    else
        return rounded<T>(a.value + b.value, a.error + b.error);
}
template <class T>
Value<T> negative_of(const Value<T>& a) {
    if constexpr (std::is_integral_v<T>)
        return {static_cast<T>(0 - static_cast<std::uint64_t>(a.value))};
    else
        return {-a.value, a.error};
}
template <class T>
Value<T> product_of(const Value<T>& a, const Value<T>& b) {
    if constexpr (std::is_integral_v<T>) {
        return {static_cast<T>(static_cast<std::uint64_t>(a.value) *
                               static_cast<std::uint64_t>(b.value))};
    } else {
        if (a.is_certain() && b.is_certain()) return rounded<T>(a.value * b.value, 0);
        return rounded<T>(a.value * b.value, std::abs(a.value) * b.error +
                                                 std::abs(b.value) * a.error + a.error * b.error);
    }
}
template <class T>
Value<T> quotient_of(const Value<T>& a, const Value<T>& b) {
    if constexpr (std::is_integral_v<T>) {
        if (b.value == 0) return {0};
        if (std::is_signed_v<T> && b.value == static_cast<T>(-1)) return negative_of(a);
        return {static_cast<T>(a.value / b.value)};
    } else {
        if (b.value == 0 || !(std::abs(b.value) > b.error)) return unknown<T>();
        const long double value = a.value / b.value;
        if (a.is_certain() && b.is_certain()) return rounded<T>(value, 0, 2);
        return rounded<T>(value,
                          (a.error + std::abs(value) * b.error) / (std::abs(b.value) - b.error), 2);
    }
}
template <class T>
Value<T> remainder_of(const Value<T>& a, const Value<T>& b) {
    if (b.value == 0 || (std::is_signed_v<T> && b.value == static_cast<T>(-1))) return {0};
    return {static_cast<T>(a.value % b.value)};
}
template <class T>
Value<T> left_of(const Value<T>& a, const Value<T>& b) {
    const bool fits = b.value >= 0 && static_cast<std::uint64_t>(b.value) < 8 * sizeof(T);
    return {fits ? static_cast<T>(static_cast<std::uint64_t>(a.value) << b.value) : T(0)};
}
template <class T>
Value<T> right_of(const Value<T>& a, const Value<T>& b) {
    const bool fits = b.value >= 0 && static_cast<std::uint64_t>(b.value) < 8 * sizeof(T);
    return {fits ? static_cast<T>(a.value >> b.value) : static_cast<T>(a.value < 0 ? -1 : 0)};
}
template <class T>
Value<T> smaller_of(const Value<T>& a, const Value<T>& b) {
    if (a.value != a.value) return a;
    return {a.value < b.value ? a.value : b.value, std::max(a.error, b.error)};
}
template <class T>
Value<T> larger_of(const Value<T>& a, const Value<T>& b) {
    if (a.value != a.value) return a;
    return {a.value > b.value ? a.value : b.value, std::max(a.error, b.error)};
}

/// The result of a comparison, or unknown if the errors leave it open.
template <class T>
Value<bool> compared(const Value<T>& a, const Value<T>& b, bool result) {
    if (a.is_certain() && b.is_certain()) return {result};
    const long double apart =
        std::abs(static_cast<long double>(a.value) - static_cast<long double>(b.value));
    return apart > a.error + b.error ? Value<bool>{result} : unknown<bool>();
}

/// Applies `function` to both operands, converted to their common type. If `Counted`, two bools are
/// first converted to int.
template <bool Counted, class A, class B, class Function>
auto of_common(const A& a, const B& b, const Function& function) {
    const auto p = value_side<B>(a);
    const auto q = value_side<A>(b);
    using Both = detail::Common<typename decltype(p)::Element, typename decltype(q)::Element>;
    using To = std::conditional_t<Counted && std::is_same_v<Both, bool>, int, Both>;
    using Result = decltype(function(Value<To>(), Value<To>()));
    const Value<To> left = cast<To>(p), right = cast<To>(q);
    if (!left.is_known() || !right.is_known()) return unknown<typename Result::Element>();
    return function(left, right);
}

// clang-format off
#define GLINT_HOST_OPERATOR(name, counted, function) \
    template <class A, class B> requires HostOperands<A, B> \
    auto name(const A& a, const B& b) { \
        return of_common<counted>(a, b, [](const auto& p, const auto& q) { return function; }); \
    }
GLINT_HOST_OPERATOR(operator+, true, sum_of(p, q))
GLINT_HOST_OPERATOR(operator-, true, sum_of(p, negative_of(q)))
GLINT_HOST_OPERATOR(operator*, true, product_of(p, q))
GLINT_HOST_OPERATOR(operator/, true, quotient_of(p, q))
GLINT_HOST_OPERATOR(operator%, true, remainder_of(p, q))
GLINT_HOST_OPERATOR(operator<<, true, left_of(p, q))
GLINT_HOST_OPERATOR(operator>>, true, right_of(p, q))
GLINT_HOST_OPERATOR(operator&, false, (std::remove_cvref_t<decltype(p)>{static_cast<decltype(p.value)>(p.value & q.value)}))
GLINT_HOST_OPERATOR(operator|, false, (std::remove_cvref_t<decltype(p)>{static_cast<decltype(p.value)>(p.value | q.value)}))
GLINT_HOST_OPERATOR(operator^, false, (std::remove_cvref_t<decltype(p)>{static_cast<decltype(p.value)>(p.value ^ q.value)}))
GLINT_HOST_OPERATOR(operator<, false, compared(p, q, p.value < q.value))
GLINT_HOST_OPERATOR(operator<=, false, compared(p, q, p.value <= q.value))
GLINT_HOST_OPERATOR(operator==, false, compared(p, q, p.value == q.value))
GLINT_HOST_OPERATOR(operator!=, false, compared(p, q, p.value != q.value))
GLINT_HOST_OPERATOR(minimum, false, smaller_of(p, q))
GLINT_HOST_OPERATOR(maximum, false, larger_of(p, q))
#undef GLINT_HOST_OPERATOR
// clang-format on

template <class A, class B>
    requires HostOperands<A, B>
Value<bool> operator&&(const A& a, const B& b) {
    return cast<bool>(value_side<B>(a)) & cast<bool>(value_side<A>(b));
}
template <class T>
Value<bool> operator!(const Value<T>& a) {
    const Value<bool> truth = cast<bool>(a);
    return {!truth.value, truth.error};
}
template <class T>
auto operator-(const Value<T>& a) {
    using To = std::conditional_t<std::is_same_v<T, bool>, int, T>;
    return negative_of(cast<To>(a));
}
template <class T>
Value<T> operator~(const Value<T>& a) {
    if constexpr (std::is_same_v<T, bool>)
        return !a;
    else
        return {static_cast<T>(~a.value)};
}
template <class T>
Value<T> abs(const Value<T>& a) {
    if constexpr (std::is_unsigned_v<T>)
        return a;
    else
        return a.value < 0 ? negative_of(a) : a;
}

template <class C, class A, class B>
    requires HostOperands<A, B>
auto where(const Value<C>& condition, const A& a, const B& b) {
    const auto p = value_side<B>(a);
    const auto q = value_side<A>(b);
    using To = detail::Common<typename decltype(p)::Element, typename decltype(q)::Element>;
    const Value<bool> truth = cast<bool>(condition);
    if (!truth.is_known()) return unknown<To>();
    return truth.value ? cast<To>(p) : cast<To>(q);
}

/// True if a device may return `found`.
template <class T>
bool allows(const Value<T>& expected, const T& found) {
    if constexpr (std::is_integral_v<T>) {
        return found == expected.value;
    } else {
        const auto value = static_cast<long double>(static_cast<double>(found));
        if (std::isnan(expected.value)) return std::isnan(value);
        return value == expected.value || std::abs(value - expected.value) <= expected.error;
    }
}

}  // namespace glint::test
