// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <glint/base/parameters.hpp>

namespace glint::compiler {

/// A number type that has a name in CUDA C++, or a vector of 2 to 4 such numbers.
struct NumberType {
    std::string name;  ///< the shortest name, such as "unsigned char"
    ScalarType scalar = ScalarType::f32;
    unsigned components = 1;
    std::size_t alignment = 4;  ///< CUDA's alignment, in bytes
};

/// Returns a type's name without `std::`. A number type gets its shortest name, such as "unsigned
/// char" for "std::uint8_t".
std::string plain_type_name(std::string_view name);

/// Returns the number or vector type of a plain name, or nullopt for any other type.
std::optional<NumberType> find_number_type(std::string_view plain);

}  // namespace glint::compiler
