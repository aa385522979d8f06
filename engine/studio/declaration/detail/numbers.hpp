// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <glint/studio/declaration/declaration.hpp>

/// The built-in values that kernels take by name.
namespace glint::studio {

std::optional<Number> find_number(std::string_view name);
std::string_view to_string(Number number);
std::span<const std::string_view> number_names();

constexpr bool is_extent(Number number) { return number <= Number::count; }
constexpr bool is_place(Number number) {
    return number == Number::mouse || number == Number::mouse_before;
}
/// True for the position or index of a function's element.
constexpr bool is_of_element(Number number) {
    return number == Number::cell || number == Number::index;
}

/// True if the number exists for structures with this many extents.
constexpr bool has_extent(Number number, std::size_t extents) {
    switch (number) {
        case Number::width:
        case Number::height: return extents >= 2;
        case Number::depth: return extents == 3;
        case Number::count: return extents == 1;
        default: return false;
    }
}

/// True if kernels may take the number as this type. types_of() lists the allowed types in words.
bool can_be(Number number, const ElementType& type);
std::string_view types_of(Number number);

}  // namespace glint::studio
