// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/studio/declaration/declaration.hpp>

/// Column names of tables, and property names of PLY files, for a list's fields.
namespace glint::studio {

/// The field that stores x, y, z and w: a vector called position or positions, else the first field
/// that is displayed as points.
std::optional<std::size_t> place_field(const Declaration& declaration, std::size_t structure);

/// The field whose bytes are red, green, blue and alpha: the first field called colour, color,
/// own_colour or a similar name, else the only field with three or four bytes.
std::optional<std::size_t> color_field(const Structure& structure);

bool is_called_color(const Field& field);
bool is_called_normal(const Field& field);
bool is_called_velocity(const Field& field);

/// "velocity_x", "velocity_y" ...
std::vector<std::string> with_axes(const std::string& before, unsigned components);

/// Returns a name for each number of an element, in the order of its parts. read_table() accepts
/// them.
std::vector<std::string> column_names(const Declaration& declaration, Declaration::Place place);

}  // namespace glint::studio
