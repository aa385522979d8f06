// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/base/formats/input_file.hpp>
#include <glint/base/formats/line_reader.hpp>

namespace glint {

/// The characters that part the fields of `row`: the first of semicolon, comma and tab that
/// stands in it outside of quotes, else " \t", of which several count as one.
std::string_view csv_separators(std::string_view row) noexcept;

/// How many columns a table may have: a field of one byte takes many times that in memory.
inline constexpr std::size_t kMostCsvColumns = 65'536;

/// The fields without the empty ones at the end, which a separator at the end of a row makes.
std::span<const std::string_view> used_fields(std::span<const std::string_view> fields) noexcept;

/// The name of a column, with each "" of a quoted field as one quote.
std::string csv_name(std::string_view field);

/// Returns true for what tables have where there is no number: nothing, "nan", "NA", "null", "-"
/// and the like.
bool is_missing_number(std::string_view field);

/// Returns true if x, y and z, in any case and after a leading "//", are among the fields: these
/// are the names of columns then, even if others of them, such as "inf", are numbers.
bool has_names_of_places(std::span<const std::string_view> fields);

/// What to do about a field that is no number because it has a decimal comma, as in "1,5": a text
/// that goes after the reason, or nothing for other fields.
std::string_view decimal_comma_cure(std::string_view field) noexcept;

/// Index of the first field with a decimal comma. A row of such fields is not one of names.
std::optional<std::size_t> find_decimal_comma(std::span<const std::string_view> fields) noexcept;

/// Puts the fields of `row` into `fields`, without white space and quotes around them, and stops
/// behind the first that is too many. False if a quoted field does not end, or is followed by more
/// than a separator.
bool split_csv_row(std::string_view row, std::string_view separators,
                   std::vector<std::string_view>& fields);

/// The rows of a text table, of which the first tells the separators. Empty lines and those that
/// start with '#' are passed over, and so is a byte order mark. `file` outlives it.
class CsvRows {
public:
    explicit CsvRows(const InputFile& file);

    /// Goes to the next row, if there is one. Throws Error(bad_input) for a quoted field that does
    /// not end, for more than kMostCsvColumns fields, and for a row with more fields than the first
    /// row. Empty fields at the end of a row do not count.
    bool next();
    /// Of the row that `next` came to.
    const std::vector<std::string_view>& fields() const noexcept { return fields_; }
    std::size_t line() const noexcept { return lines_.number(); }
    /// Throws Error(bad_input) if a field, which would be taken for the name of a column, is a
    /// number with a decimal comma.
    void require_names() const;
    /// Throws Error(bad_input), naming the row's line.
    [[noreturn]] void fail(std::string_view reason) const {
        file_.fail_at_line(lines_.number(), reason);
    }

private:
    const InputFile& file_;
    LineReader lines_;
    std::string_view separators_;
    std::vector<std::string_view> fields_;
    std::size_t width_ = 0;  // fields of the first row
};

}  // namespace glint
