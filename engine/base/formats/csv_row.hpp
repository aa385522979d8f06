#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace glint {

/// The characters that part the fields of `row`: the first of semicolon, comma and tab that
/// stands in it outside of quotes, else " \t", of which several count as one.
std::string_view csv_separators(std::string_view row) noexcept;

/// How many columns a table may have: a field of one byte takes many times that in memory.
inline constexpr std::size_t kMostCsvColumns = 65'536;

/// Puts the fields of `row` into `fields`, without white space and quotes around them, and stops
/// behind the first that is too many. False if a quoted field does not end, or is followed by more
/// than a separator.
bool split_csv_row(std::string_view row, std::string_view separators,
                   std::vector<std::string_view>& fields);

}  // namespace glint
