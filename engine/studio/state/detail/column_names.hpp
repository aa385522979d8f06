// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/studio/declaration/declaration.hpp>

/// How the columns of a table, or the properties of a PLY file, that are a list's fields are
/// called.
namespace glint::studio {

/// The field whose numbers are x, y, z and w: the vectors called position or positions, else the
/// first that is shown as points.
std::optional<std::size_t> place_field(const Declaration& declaration, std::size_t structure);

/// The field whose bytes are red, green, blue and alpha: the first called colour, color, own_colour
/// and the like, else the only one of three or four bytes.
std::optional<std::size_t> colour_field(const Structure& structure);

bool is_called_colour(const Field& field);
bool is_called_normal(const Field& field);
bool is_called_velocity(const Field& field);

/// "velocity_x", "velocity_y" ...
std::vector<std::string> with_axes(const std::string& before, unsigned components);

/// A name for each number of an element, in the order of its parts, as read_table() takes them.
std::vector<std::string> column_names(const Declaration& declaration, Declaration::Place place);

}  // namespace glint::studio
