// SPDX-License-Identifier: MIT
#pragma once

#include <glint/array/array.hpp>
#include <glint/array/detail/operation.hpp>

/// Operators of expressions. Two elements are converted to detail::Common. A plain number combined
/// with an array is converted to detail::Scalar, so `2.0 * x` has the type of a floating-point x.
/// Integers wrap around. Integer division truncates; quotient and remainder of a division by 0 are
/// 0. A shift by a negative number of bits, or by too many bits, gives 0, or -1 for negative
/// numbers shifted right. Two bools are added as ints.
namespace glint {
// clang-format off
template <class A, class B> requires detail::Operands<A, B> auto operator+(const A& a, const B& b) { return detail::binary<detail::Sum>(a, b); }
template <class A, class B> requires detail::Operands<A, B> auto operator-(const A& a, const B& b) { return detail::binary<detail::Difference>(a, b); }
template <class A, class B> requires detail::Operands<A, B> auto operator*(const A& a, const B& b) { return detail::binary<detail::Product>(a, b); }
template <class A, class B> requires detail::Operands<A, B> auto operator/(const A& a, const B& b) { return detail::binary<detail::Quotient>(a, b); }
template <class A, class B> requires detail::Operands<A, B> auto operator%(const A& a, const B& b) { return detail::binary<detail::Remainder>(a, b); }
template <class A, class B> requires detail::Operands<A, B> auto operator&(const A& a, const B& b) { return detail::binary<detail::BitAnd>(a, b); }
template <class A, class B> requires detail::Operands<A, B> auto operator|(const A& a, const B& b) { return detail::binary<detail::BitOr>(a, b); }
template <class A, class B> requires detail::Operands<A, B> auto operator^(const A& a, const B& b) { return detail::binary<detail::BitXor>(a, b); }
template <class A, class B> requires detail::Operands<A, B> auto operator<<(const A& a, const B& b) { return detail::binary<detail::ShiftLeft>(a, b); }
template <class A, class B> requires detail::Operands<A, B> auto operator>>(const A& a, const B& b) { return detail::binary<detail::ShiftRight>(a, b); }
template <class A, class B> requires detail::Operands<A, B> auto operator==(const A& a, const B& b) { return detail::binary<detail::Equal>(a, b); }
template <class A, class B> requires detail::Operands<A, B> auto operator!=(const A& a, const B& b) { return detail::binary<detail::NotEqual>(a, b); }
template <class A, class B> requires detail::Operands<A, B> auto operator<(const A& a, const B& b) { return detail::binary<detail::Less>(a, b); }
template <class A, class B> requires detail::Operands<A, B> auto operator<=(const A& a, const B& b) { return detail::binary<detail::LessEqual>(a, b); }
template <class A, class B> requires detail::Operands<A, B> auto operator>(const A& a, const B& b) { return detail::binary<detail::Greater>(a, b); }
template <class A, class B> requires detail::Operands<A, B> auto operator>=(const A& a, const B& b) { return detail::binary<detail::GreaterEqual>(a, b); }
template <class A, class B> requires detail::Operands<A, B> auto operator&&(const A& a, const B& b) { return detail::binary<detail::And>(a, b); }
template <class A, class B> requires detail::Operands<A, B> auto operator||(const A& a, const B& b) { return detail::binary<detail::Or>(a, b); }

template <ArrayLike A> auto operator-(const A& a) { return detail::unary<detail::Negation>(a); }
template <ArrayLike A> auto operator+(const A& a) { return detail::node_of(a); }
template <ArrayLike A> auto operator~(const A& a) { return detail::unary<detail::BitNot>(a); }
template <ArrayLike A> auto operator!(const A& a) { return detail::unary<detail::Not>(a); }
// clang-format on

namespace detail {

/// Arrays and views whose elements can be set: non-const arrays of non-const elements, and views of
/// non-const elements, even if the view itself is `const`.
template <class A>
concept Writable = requires(A& array) {
    { array.data() } -> std::same_as<typename std::remove_cvref_t<A>::Element*>;
};

template <class A, class E>
A&& update(A&& array, const E& expression) {
    // Keeps the array's shape: the operand may broadcast to the array's shape, but not the reverse.
    if constexpr (kIsArray<std::remove_cvref_t<A>>)
        array.view() = expression;
    else
        array = expression;
    return std::forward<A>(array);
}

}  // namespace detail

// In-place operators. The result keeps the array's type and shape. Operands that cannot be
// converted implicitly, such as floating-point numbers to integers, need a cast.
// clang-format off
template <detail::Writable A, class B> requires detail::Operands<A, B> A&& operator+=(A&& a, const B& b) { return detail::update(std::forward<A>(a), a + b); }
template <detail::Writable A, class B> requires detail::Operands<A, B> A&& operator-=(A&& a, const B& b) { return detail::update(std::forward<A>(a), a - b); }
template <detail::Writable A, class B> requires detail::Operands<A, B> A&& operator*=(A&& a, const B& b) { return detail::update(std::forward<A>(a), a * b); }
template <detail::Writable A, class B> requires detail::Operands<A, B> A&& operator/=(A&& a, const B& b) { return detail::update(std::forward<A>(a), a / b); }
template <detail::Writable A, class B> requires detail::Operands<A, B> A&& operator%=(A&& a, const B& b) { return detail::update(std::forward<A>(a), a % b); }
template <detail::Writable A, class B> requires detail::Operands<A, B> A&& operator&=(A&& a, const B& b) { return detail::update(std::forward<A>(a), a & b); }
template <detail::Writable A, class B> requires detail::Operands<A, B> A&& operator|=(A&& a, const B& b) { return detail::update(std::forward<A>(a), a | b); }
template <detail::Writable A, class B> requires detail::Operands<A, B> A&& operator^=(A&& a, const B& b) { return detail::update(std::forward<A>(a), a ^ b); }
template <detail::Writable A, class B> requires detail::Operands<A, B> A&& operator<<=(A&& a, const B& b) { return detail::update(std::forward<A>(a), a << b); }
template <detail::Writable A, class B> requires detail::Operands<A, B> A&& operator>>=(A&& a, const B& b) { return detail::update(std::forward<A>(a), a >> b); }
// clang-format on

}  // namespace glint
