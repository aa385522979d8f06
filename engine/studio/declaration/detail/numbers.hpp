// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <glint/studio/declaration/declaration.hpp>

/// The built-in values that kernels and functions of field values receive by name.
namespace glint::studio {

std::optional<Number> find_number(std::string_view name);
std::string_view to_string(Number number);
std::span<const std::string_view> number_names();

constexpr bool is_extent(Number number) { return number <= Number::count; }
constexpr bool is_place(Number number) {
    return number == Number::mouse || number == Number::mouse_before;
}
/// True for `cell` and `index`, which locate the element that a function is called for.
constexpr bool is_of_element(Number number) {
    return number == Number::cell || number == Number::index;
}

/// Returns true if the number is one of the extents of a structure with `extents` extents.
constexpr bool has_extent(Number number, std::size_t extents) {
    switch (number) {
        case Number::width:
        case Number::height: return extents >= 2;
        case Number::depth: return extents == 3;
        case Number::count: return extents == 1;
        default: return false;
    }
}

/// Returns true if a parameter of this type can receive the number. types_of() returns the possible
/// types as text.
bool can_be(Number number, const ElementType& type);
std::string_view types_of(Number number);

}  // namespace glint::studio
