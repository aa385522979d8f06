// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glint::studio {

/// An identifier that a field, for a column or an array of this name, can have in CUDA C++: other
/// characters become '_', and words that mean something else (`class`, `width`, `NULL`) get
/// one at their end. The empty name becomes `unnamed`.
std::string field_name(std::string_view column);

/// An identifier for each column of a file, as field_name() makes it. No two of them differ in case
/// alone, and none is `position` or `colour`, which have several columns: the second column called
/// `heat` gets `heat_2`.
std::vector<std::string> field_names(std::span<const std::string> columns);

}  // namespace glint::studio
