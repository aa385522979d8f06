// SPDX-License-Identifier: MIT
#pragma once

#include <glint/algorithms/reduce.hpp>
#include <glint/array/functions.hpp>

/// Comparison of arrays, views or expressions on the host. Each function runs one reduction without
/// temporary arrays, and waits for the result. Use `all(isclose(a, b))` to get an expression
/// without waiting.
namespace glint {

/// True if each element of `a` is close to the corresponding element of `b`, as defined by
/// `isclose`, or if both are empty. The shapes broadcast, and one operand may be a plain number.
/// Waits for the result. Throws Error(invalid_argument) unless the shapes broadcast.
template <class A, class B>
    requires detail::Operands<A, B>
bool allclose(const A& a, const B& b, const Tolerance& tolerance = {}) {
    return all(isclose(a, b, tolerance)).item();
}

struct ArrayEqualOptions {
    bool equal_nan = false;  ///< treat two NaNs as equal
};

/// True if `a` and `b` have the same shape and equal elements. Elements are compared in their
/// common type. Waits for the comparison. If the shapes differ, returns false without waiting.
template <ArrayLike A, ArrayLike B>
bool array_equal(const A& a, const B& b, const ArrayEqualOptions& options = {}) {
    if (!(shape_of(a) == shape_of(b))) return false;
    return all(detail::apply<detail::IsEqual>(detail::node_of(a), detail::node_of(b),
                                              detail::ScalarNode<bool>(options.equal_nan)))
        .item();
}

}  // namespace glint
