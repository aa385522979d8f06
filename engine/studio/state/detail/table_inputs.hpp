// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glint/studio/state/input.hpp>

namespace glint::studio {

/// The columns of a field, one per component. The last components may lack a column; they then get
/// default values.
struct ColumnMatch {
    std::vector<std::size_t> columns;
    bool is_color = false;
};

/// Column names of a file, for match_columns().
struct ColumnNames {
    explicit ColumnNames(std::span<const std::string> names);
    std::vector<std::string> as_written;  ///< in lower case
    std::vector<std::string> of_fields;   ///< results of field_names(), in lower case
};

/// Returns the columns that match the field, or nullopt if no column matches. Names as written take
/// precedence over names from field_names().
std::optional<ColumnMatch> match_columns(const Declaration& declaration, Declaration::Place place,
                                         const ColumnNames& names);

/// Reads a `.ply` or `.csv` file, see read_input(). Returns the initial elements of all fields that
/// match its columns, for the first list with such fields. `text` is the file's path. Throws
/// Error(bad_input), with the names of the columns, if no list contains such fields. Also throws
/// the errors of ColumnFile.
std::vector<Input> read_table(const Declaration& declaration, const std::string& text);

}  // namespace glint::studio
