// SPDX-License-Identifier: MIT
#include <glint/studio/declaration/detail/numbers.hpp>

#include <algorithm>
#include <array>

namespace glint::studio {
namespace {

constexpr std::array<std::string_view, 12> kNames{"width", "height",       "depth", "count",
                                                  "dt",    "time",         "step",  "seed",
                                                  "mouse", "mouse_before", "cell",  "index"};

}  // namespace

std::optional<Number> find_number(std::string_view name) {
    const auto found = std::ranges::find(kNames, name);
    if (found == kNames.end()) return std::nullopt;
    return static_cast<Number>(found - kNames.begin());
}

std::string_view to_string(Number number) { return kNames[static_cast<std::size_t>(number)]; }

std::span<const std::string_view> number_names() { return kNames; }

bool can_be(Number number, const ElementType& type) {
    if (type.is_struct) return false;
    const ElementType::Part& part = type.parts.front();
    if (is_place(number))
        return part.scalar == ScalarType::f32 && (part.components == 2 || part.components == 3);
    if (number == Number::cell)
        return part.scalar == ScalarType::i32 && (part.components == 2 || part.components == 3);
    if (part.components != 1) return false;
    if (number == Number::dt || number == Number::time)
        return part.scalar == ScalarType::f32 || part.scalar == ScalarType::f64;
    return is_integer(part.scalar) && size_of(part.scalar) >= 4;
}

std::string_view types_of(Number number) {
    if (is_place(number)) return "float2 or float3";
    if (number == Number::cell) return "int2 or int3";
    if (number == Number::dt || number == Number::time) return "float or double";
    return "int, unsigned, or a 64-bit integer";
}

}  // namespace glint::studio
