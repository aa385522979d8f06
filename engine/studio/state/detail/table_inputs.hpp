#pragma once

#include <glint/studio/state/input.hpp>

namespace glint::studio {

/// The initial elements of all fields of a list that the columns of a `.ply` or `.csv` fit, as
/// read_input() says; `text` is the file's path. Throws Error(bad_input), with the names of the
/// columns, if no list has such a field, and what ColumnFile does.
std::vector<Input> read_table(const Declaration& declaration, const std::string& text);

}  // namespace glint::studio
