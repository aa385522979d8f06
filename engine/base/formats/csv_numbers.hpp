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

/// Numbers of one type that become a column of a text table.
struct CsvNumbers {
    NpyType type{};
    const std::byte* data = nullptr;
    std::size_t stride_bytes = 0;  ///< from the number of one row to that of the next
};

/// A text table: a line of names, if there are any, and one line for each row. Numbers are the
/// shortest decimals that read back as the same, "inf", "-inf" and "nan"; true and false are 1
/// and 0. Names that hold a delimiter, a space or a '#' stand in quotes.
/// Throws Error(invalid_argument) for names that are not as many as the columns or cannot be told
/// from numbers and quotes, for complex numbers, for more than 65,536 columns, and for a delimiter
/// that is none of ",", ";", tab and space.
std::string csv_of_numbers(std::span<const std::string> names, std::span<const CsvNumbers> columns,
                           std::size_t rows, char delimiter);

/// The numbers of a text table, whose fields are parted as read_csv says and whose first row, if
/// none of it is a number, has the columns' names. A table of one column is an array of one
/// dimension, all others have two. A file without rows has as many columns as names.
/// Throws Error(bad_input), naming the line, for a row that is not as long as the first and for
/// what is no number of `type`.
NpyElements parse_csv_numbers(const InputFile& file, const NpyType& type);

/// One column of such a table, in which others may be anything. Throws Error(not_found), with the
/// names that there are, and Error(bad_input) as above.
NpyElements parse_csv_column(const InputFile& file, const NpyType& type, std::string_view name);

/// The names of the columns; none if the first row has a number.
std::vector<std::string> parse_csv_names(const InputFile& file);

}  // namespace glint
