// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/studio/declaration/declaration.hpp>

/// Maps the fields of a list to column names of tables and to property names of PLY files.
namespace glint::studio {

/// Returns the field that stores positions (x, y, z and w): a vector called position or positions,
/// or else the first vector that is displayed as points. Returns nullopt if neither exists.
std::optional<std::size_t> place_field(const Declaration& declaration, std::size_t structure);

/// Returns the field whose bytes are red, green, blue and alpha: the first such field called
/// colour, color, own_colour or a similar name, or else the only field with three or four bytes.
/// Returns nullopt if neither exists.
std::optional<std::size_t> color_field(const Structure& structure);

bool is_called_color(const Field& field);
bool is_called_normal(const Field& field);
bool is_called_velocity(const Field& field);

/// Returns names such as "velocity_x", "velocity_y" ... for `before` = "velocity_".
std::vector<std::string> with_axes(const std::string& before, unsigned components);

/// Returns a name for each number of an element, in the order of its parts. read_table() accepts
/// these names.
std::vector<std::string> column_names(const Declaration& declaration, Declaration::Place place);

}  // namespace glint::studio
