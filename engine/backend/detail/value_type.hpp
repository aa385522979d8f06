// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <glint/backend/detail/kernel_backend.hpp>

namespace glint::driver {

/// Properties of a type that follow from its name.
struct SpelledType {
    ValueType value{};
    std::size_t size_bytes = 0;  ///< 0 if unknown
};

/// Parses "const float*", "unsigned long", "size_t" or "Pair" as CUDA C++ on a 64-bit machine.
/// Names that belong neither to the language nor to <cstdint> are unknown.
SpelledType spelled_type(std::string_view type);

/// Sets the types of `parameters` by name. Ignores names that contradict the sizes, and lists of
/// the wrong length.
void set_types(std::vector<KernelParameter>& parameters, const std::vector<std::string>& types);

/// Returns "a floating-point number", "a pointer to integers of 4 bytes".
std::string describe(const ValueType& type);

}  // namespace glint::driver

namespace glint::detail {

template <class T>
constexpr driver::ValueKind value_kind() {
    using driver::ValueKind;
    if constexpr (std::is_pointer_v<T>) return ValueKind::pointer;
    if constexpr (std::is_floating_point_v<T>) return ValueKind::floating;
    if constexpr (std::is_same_v<T, std::byte> || std::is_void_v<T>) return ValueKind::unknown;
    if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) return ValueKind::integer;
    return std::is_class_v<T> || std::is_union_v<T> ? ValueKind::aggregate : ValueKind::unknown;
}

/// Returns how a kernel sees a host type. std::byte and void have kind `unknown`, which fits any
/// type.
template <class T>
constexpr driver::ValueType value_type() {
    using Value = std::remove_cv_t<T>;
    driver::ValueType type{.kind = value_kind<Value>()};
    if constexpr (std::is_pointer_v<Value>) {
        using Pointee = std::remove_cv_t<std::remove_pointer_t<Value>>;
        type.pointee = value_kind<Pointee>();
        if constexpr (driver::is_scalar(value_kind<Pointee>()))
            type.pointee_bytes = sizeof(Pointee);
    }
    return type;
}

}  // namespace glint::detail
