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

/// Whether some byte belongs to elements of both. Exact for up to two dimensions with neighbours
/// along one and equal strides along the other, as parts of one matrix have them; else true if
/// their ranges in memory overlap.
bool share_elements(const Elements& a, const Elements& b);

/// Throws Error(invalid_argument), naming the operand, if it shares elements with the result.
void check_apart(const Elements& result, const Elements& operand, const char* name);

/// Throws Error(invalid_argument), naming the operand, if it is an array or a view that shares
/// elements with the result; expressions have no elements.
template <class T, ArrayLike A>
void check_apart(const ArrayView<T>& result, const A& operand, const char* name) {
    if constexpr (Viewable<const A&>)
        check_apart(elements_of(result), elements_of(view_of(operand)), name);
}

}  // namespace glint::detail
