// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>

#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>

namespace glint {

/// Applies a C++ callable to the elements of arrays. It is called once, with expressions, and its
/// result becomes part of the kernel.
///
///     auto y = glint::map([](auto x) { return x * x + 1.0f; }, array);
///
/// Captured values become constants. The callable cannot call ordinary host functions on elements,
/// nor use `if` or `?:` on them; use `where(condition, a, b)` instead.
template <class Function, ArrayLike... Arrays>
auto map(const Function& function, const Arrays&... arrays) {
    static_assert(std::is_invocable_v<const Function&, detail::NodeOf<Arrays>...>,
                  "a function of elements takes expressions, as [](auto a) { ... } does: kernels "
                  "cannot call functions of the host, and choose by where(condition, a, b)");
    static_assert(
        ArrayLike<decltype(function(detail::node_of(arrays)...))>,
        "a function of elements gives an expression: kernels cannot call functions of the host");
    return detail::node_of(function(detail::node_of(arrays)...));
}

}  // namespace glint
