// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/base/formats/input_file.hpp>
#include <glint/base/formats/npy.hpp>

namespace glint {

/// Numbers of one type that form a column of a text table.
struct CsvNumbers {
    NpyType type{};
    const std::byte* data = nullptr;
    std::size_t stride_bytes = 0;  ///< distance from one row to the next
};

/// Formats a text table: a line of names, if there are any, and one line per row. Numbers are the
/// shortest decimals that read back as the same value, "inf", "-inf" or "nan"; true and false are 1
/// and 0. Names that hold a delimiter, a space or a '#' are quoted. Throws Error(invalid_argument)
/// if the number of names differs from the number of columns, for names that look like numbers or
/// contain quotes, for complex numbers, for more than 65,536 columns, and for a delimiter other
/// than ",", ";", tab and space.
std::string csv_of_numbers(std::span<const std::string> names, std::span<const CsvNumbers> columns,
                           std::size_t rows, char delimiter);

/// Parses the numbers of a text table. Fields are separated as in read_csv; the first row holds the
/// column names if none of its fields is a number. A table with one column gives a one-dimensional
/// array; any other table gives two dimensions. A file without rows has as many columns as names.
/// Throws Error(bad_input), naming the line, for a row whose length differs from the first and for
/// a field that is not a number of `type`.
NpyElements parse_csv_numbers(const InputFile& file, const NpyType& type);

/// Parses one column of such a table; the other columns may hold anything. Throws Error(not_found),
/// with the names that exist, and Error(bad_input) like parse_csv_numbers.
NpyElements parse_csv_column(const InputFile& file, const NpyType& type, std::string_view name);

/// Returns the column names, or an empty vector if the first row has a number.
std::vector<std::string> parse_csv_names(const InputFile& file);

}  // namespace glint
