#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <glint/studio/declaration/declaration.hpp>

namespace glint::studio {

/// Whether numbers of the type have fractions.
bool is_floating(ScalarType type);

/// The values as numbers of the type, one behind the other. Throws Error(bad_input), as what
/// `operation` does, for the first value that the type does not hold: one with a fraction, or one
/// beyond its range.
std::vector<std::byte> stored_numbers(std::span<const double> values, const ElementType& type,
                                      const std::string& operation);

}  // namespace glint::studio
