// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <glint/formats/number_type.hpp>
#include <glint/studio/declaration/declaration.hpp>

namespace glint::studio {

/// Converts the values to the type and stores them contiguously. Throws Error(bad_input), as an
/// error of `operation`, for the first value that the type cannot hold: a fraction, or a value out
/// of range.
std::vector<std::byte> stored_numbers(std::span<const double> values, const ElementType& type,
                                      const std::string& operation);
/// Like the function above, for numbers of type `from` in the host's byte order. 64-bit integers
/// stay exact if the field's type is a 64-bit integer. Otherwise they are rounded to the nearest
/// double.
std::vector<std::byte> stored_numbers(std::span<const std::byte> numbers, NumberType from,
                                      const ElementType& type, const std::string& operation);

}  // namespace glint::studio
