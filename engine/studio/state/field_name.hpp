// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glint::studio {

/// Converts the name of a column or an array to a valid CUDA C++ identifier for a field. Characters
/// that are not allowed become '_', and reserved words (`class`, `width`, `NULL`) get a '_' at the
/// end. The empty name becomes `unnamed`.
std::string field_name(std::string_view column);

/// Converts the names of a file's columns with field_name(), and makes them unique: the second
/// column called `heat` becomes `heat_2`. Names are unique even if case is ignored. The results do
/// not include `position` and `colour`, because the fields with these names have several columns.
std::vector<std::string> field_names(std::span<const std::string> columns);

}  // namespace glint::studio
