// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <glint/base/parameters.hpp>

namespace glint::compiler {

/// A number, or a vector of 2 to 4 of them, that CUDA C++ has a name for.
struct NumberType {
    std::string name;  ///< the shortest: "unsigned char"
    ScalarType scalar = ScalarType::f32;
    unsigned components = 1;
    std::size_t alignment = 4;  ///< as CUDA aligns it
};

/// A type's name without `std::`, and a number's in its shortest words: "unsigned char" for
/// "std::uint8_t".
std::string plain_type_name(std::string_view name);

/// The number or vector of a plain name; nothing for another type.
std::optional<NumberType> find_number_type(std::string_view plain);

}  // namespace glint::compiler
