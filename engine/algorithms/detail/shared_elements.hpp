// SPDX-License-Identifier: MIT
#pragma once

#include <glint/array/array.hpp>
#include <glint/array/views.hpp>

namespace glint::detail {

template <class T>
Elements elements_of(const ArrayView<T>& view) {
    using Element = typename ArrayView<T>::Element;
    return {const_cast<Element*>(view.data()), view.layout(), sizeof(T)};
}

/// True if `a` and `b` have at least one byte in common. The answer is exact if both have at most
/// two dimensions, with adjacent elements along one dimension and equal strides along the other,
/// like parts of one matrix. For other layouts, returns true if the memory ranges overlap.
bool share_elements(const Elements& a, const Elements& b);

/// Throws Error(invalid_argument), with the operand's name, if the operand shares elements with the
/// result.
void check_disjoint(const Elements& result, const Elements& operand, const char* name);

/// Throws Error(invalid_argument), with the operand's name, if the operand is an array or a view
/// that shares elements with the result. Expressions never share elements.
template <class T, ArrayLike A>
void check_disjoint(const ArrayView<T>& result, const A& operand, const char* name) {
    if constexpr (Viewable<const A&>)
        check_disjoint(elements_of(result), elements_of(view_of(operand)), name);
}

}  // namespace glint::detail
