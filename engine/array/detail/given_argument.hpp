// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>
#include <variant>

#include <glint/array/views.hpp>

namespace glint::detail {

/// A number passed by value; empty if the value is not a number.
using GivenNumber = std::variant<std::monostate, long long, unsigned long long, double>;

/// One argument of a call: an array's elements, or a value. Refers to the argument.
struct GivenArgument {
    const void* data = nullptr;  ///< address of an array's first element, or of the value
    Layout layout{};
    bool is_constant = false;
    const Stream* stream = nullptr;  ///< null for a value
    ElementType type{};
    GivenNumber number{};
};

template <class T>
GivenNumber given_number(const T& value) {
    if constexpr (std::is_integral_v<T> && std::is_unsigned_v<T>)
        return static_cast<unsigned long long>(value);
    else if constexpr (std::is_integral_v<T>)
        return static_cast<long long>(value);
    else if constexpr (kIsFloating<T>)
        return static_cast<double>(value);
    else
        return {};
}

/// The argument must outlive the result.
template <class A>
GivenArgument given_argument(A& argument) {
    if constexpr (ArrayOrExpression<A> && Viewable<A&>) {
        const auto view = view_of(argument);
        using T = std::remove_pointer_t<decltype(view.data())>;
        return {.data = view.data(),
                .layout = view.layout(),
                .is_constant = std::is_const_v<T>,
                .stream = &view.stream(),
                .type = kElementType<std::remove_const_t<T>>};
    } else {
        static_assert(std::is_trivially_copyable_v<A> && !std::is_pointer_v<A>,
                      "arguments must be arrays, views or values");
        using T = std::remove_const_t<A>;
        return {.data = &argument, .type = kElementType<T>, .number = given_number<T>(argument)};
    }
}

}  // namespace glint::detail
