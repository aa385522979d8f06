// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>

#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>

namespace glint {

/// Applies a C++ callable to the elements of arrays. The callable is called once, with expressions
/// as arguments, and its result becomes part of the kernel.
///
///     auto y = glint::map([](auto x) { return x * x + 1.0f; }, array);
///
/// Captured values become constants. The callable cannot pass elements to ordinary host functions.
/// It also cannot use `if` or `?:` on elements; use `where(condition, a, b)` instead.
template <class Function, ArrayLike... Arrays>
auto map(const Function& function, const Arrays&... arrays) {
    static_assert(
        std::is_invocable_v<const Function&, detail::NodeOf<Arrays>...>,
        "a function of elements must accept expressions, such as [](auto a) { ... }, because "
        "kernels cannot call host functions. Use where(condition, a, b) instead of a branch");
    static_assert(ArrayLike<decltype(function(detail::node_of(arrays)...))>,
                  "a function of elements must return an expression, because kernels cannot call "
                  "host functions");
    return detail::node_of(function(detail::node_of(arrays)...));
}

}  // namespace glint
