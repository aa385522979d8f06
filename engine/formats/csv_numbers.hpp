// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/formats/input_file.hpp>
#include <glint/formats/npy.hpp>

namespace glint {

/// A column of a text table: numbers of one type in memory.
struct CsvNumbers {
    NpyType type{};
    const std::byte* data = nullptr;
    std::size_t stride_bytes = 0;  ///< distance from one row to the next
};

/// Formats a text table: a line with the names, if any, and one line per row. A number is the
/// shortest decimal that reads back as the same value, or "inf", "-inf" or "nan"; true is 1 and
/// false is 0. Names that contain a delimiter, a space or a '#' are quoted. Throws
/// Error(invalid_argument) for complex numbers, for more than 65,536 columns, for a delimiter other
/// than ",", ";", tab and space, for names that look like numbers or contain quotes, and for a
/// nonzero number of names that differs from the number of columns.
std::string csv_of_numbers(std::span<const std::string> names, std::span<const CsvNumbers> columns,
                           std::size_t rows, char delimiter);

/// Parses the numbers of a text table. Fields are separated as in read_csv. The first row holds the
/// column names if none of its fields is a number. A table with one column gives a one-dimensional
/// array; any other table gives two dimensions. If the table has only a row of names, the array has
/// no rows and one column per name. Throws Error(bad_input), naming the line, for a row whose
/// length differs from the first row's and for a field that is not a number of `type`.
NpyElements parse_csv_numbers(const InputFile& file, const NpyType& type);

/// Parses the column `name` of such a table. Ignores the content of other columns. Throws
/// Error(not_found), with the existing names, and Error(bad_input) like parse_csv_numbers.
NpyElements parse_csv_column(const InputFile& file, const NpyType& type, std::string_view name);

/// Returns the column names, or an empty vector if the first row has a number.
std::vector<std::string> parse_csv_names(const InputFile& file);

}  // namespace glint
