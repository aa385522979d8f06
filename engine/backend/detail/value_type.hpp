// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <glint/backend/detail/kernel_backend.hpp>

namespace glint::driver {

/// Properties of a type that can be derived from its name.
struct SpelledType {
    ValueType value{};
    std::size_t size_bytes = 0;  ///< 0 if unknown
};

/// Returns the properties of a type in CUDA C++ on a 64-bit machine, such as "const float*",
/// "unsigned long", "size_t" or "Pair". The properties are unknown for names that neither the
/// language nor <cstdint> defines.
SpelledType spelled_type(std::string_view type);

/// Sets the types of `parameters` from their names. Ignores a name that contradicts the parameter's
/// size. Ignores the whole list if it has the wrong length.
void set_types(std::vector<KernelParameter>& parameters, const std::vector<std::string>& types);

/// Returns a text such as "a floating-point number" or "a pointer to integers of 4 bytes".
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

/// Returns the type that a host type T has in a kernel. std::byte and void have the kind `unknown`,
/// which fits any type.
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
