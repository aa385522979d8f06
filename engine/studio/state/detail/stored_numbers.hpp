// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <glint/base/formats/number_type.hpp>
#include <glint/studio/declaration/declaration.hpp>

namespace glint::studio {

/// Whether numbers of the type have fractions.
bool is_floating(ScalarType type);

/// The values as numbers of the type, one behind the other. Throws Error(bad_input), as what
/// `operation` does, for the first value that the type does not hold: one with a fraction, or one
/// beyond its range.
std::vector<std::byte> stored_numbers(std::span<const double> values, const ElementType& type,
                                      const std::string& operation);
/// The same of numbers of type `from` in the host's byte order. Integers of 64 bits are kept
/// exactly in fields of such integers, and are rounded to the nearest double in others.
std::vector<std::byte> stored_numbers(std::span<const std::byte> numbers, NumberType from,
                                      const ElementType& type, const std::string& operation);

}  // namespace glint::studio
