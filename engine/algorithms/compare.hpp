// SPDX-License-Identifier: MIT
#pragma once

#include <glint/algorithms/reduce.hpp>
#include <glint/array/functions.hpp>

/// Whether arrays, views or expressions are the same, found on the host. Each is one reduction,
/// with no memory in between, and waits; `all(isclose(a, b))` is an expression that does not.
namespace glint {

/// Whether each element of `a` is close to that of `b`, as `isclose` says; true if there are none.
/// The two broadcast, and one may be a plain number. Waits.
/// Throws Error(invalid_argument) unless the shapes broadcast.
template <class A, class B>
    requires detail::Operands<A, B>
bool allclose(const A& a, const B& b, const Tolerance& tolerance = {}) {
    return all(isclose(a, b, tolerance)).item();
}

struct ArrayEqualOptions {
    bool equal_nan = false;  ///< whether two elements that are no numbers are equal
};

/// Whether two have the same shape and equal elements, compared in the type common to both. Waits,
/// but for unequal shapes.
template <ArrayLike A, ArrayLike B>
bool array_equal(const A& a, const B& b, const ArrayEqualOptions& options = {}) {
    if (!(shape_of(a) == shape_of(b))) return false;
    return all(detail::apply<detail::IsEqual>(detail::node_of(a), detail::node_of(b),
                                              detail::ScalarNode<bool>(options.equal_nan)))
        .item();
}

}  // namespace glint
