// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glint/studio/state/input.hpp>

namespace glint::studio {

/// The columns that make a field, a component each; fewer than it has if the rest is as always.
struct ColumnMatch {
    std::vector<std::size_t> columns;
    bool is_colour = false;
};

/// Names of a file's columns, for match_columns().
struct ColumnNames {
    explicit ColumnNames(std::span<const std::string> names);
    std::vector<std::string> as_written;  ///< in lower case
    std::vector<std::string> of_fields;   ///< what field_names() makes of them, in lower case
};

/// The columns that are the field's. Names as they are written have precedence over those that
/// field_names() makes of them.
std::optional<ColumnMatch> match_columns(const Declaration& declaration, Declaration::Place place,
                                         const ColumnNames& names);

/// The initial elements of all fields of a list that the columns of a `.ply` or `.csv` fit, as
/// read_input() says; `text` is the file's path. Throws Error(bad_input), with the names of the
/// columns, if no list has such a field, and what ColumnFile does.
std::vector<Input> read_table(const Declaration& declaration, const std::string& text);

}  // namespace glint::studio
