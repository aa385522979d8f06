// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/formats/input_file.hpp>
#include <glint/formats/line_reader.hpp>

namespace glint {

/// Returns the characters that separate the fields of `row`: the first of semicolon, comma and tab
/// that occurs outside quotes. If none occurs, returns " \t"; a run of these characters counts as
/// one separator.
std::string_view csv_separators(std::string_view row) noexcept;

/// Maximum number of columns in a table. The limit exists because a field may have only one byte in
/// the file, but takes many times that in memory.
inline constexpr std::size_t kMaxCsvColumns = 65'536;
[[deprecated("use kMaxCsvColumns")]] inline constexpr std::size_t kMostCsvColumns = kMaxCsvColumns;

/// Returns `fields` without the empty fields at the end, which a trailing separator creates.
std::span<const std::string_view> used_fields(std::span<const std::string_view> fields) noexcept;

/// Returns the column's name: the text of a field, with each "" replaced by one quote.
std::string csv_name(std::string_view field);

/// Returns true if the field is empty or a placeholder such as "nan", "NA", "null" or "-".
bool is_missing_number(std::string_view field);

/// Returns true if the fields include x, y and z, in upper or lower case and after an optional
/// "//". The row then holds column names, even if some of the names, such as "inf", are also
/// numbers.
bool has_names_of_places(std::span<const std::string_view> fields);

/// Returns a hint to append to an error's reason if the field has a decimal comma, as in "1,5".
/// Returns an empty text for other fields.
std::string_view decimal_comma_cure(std::string_view field) noexcept;

/// Returns the index of the first field with a decimal comma, or nullopt if no field has one.
std::optional<std::size_t> find_decimal_comma(std::span<const std::string_view> fields) noexcept;

/// Splits `row` into `fields`, and removes surrounding white space and quotes. Stops after
/// kMaxCsvColumns + 1 fields. Returns false if a quoted field is not closed, or if its closing
/// quote is not followed by a separator or the end of the row.
bool split_csv_row(std::string_view row, std::string_view separators,
                   std::vector<std::string_view>& fields);

/// The rows of a text table; the first row determines the separators. Skips empty lines, lines that
/// start with '#', and a byte order mark. `file` must outlive this object.
class CsvRows {
public:
    explicit CsvRows(const InputFile& file);

    /// Advances to the next row; returns false at the end. Throws Error(bad_input) for an unclosed
    /// quoted field, for more than kMaxCsvColumns fields, and for a row with more fields than the
    /// first. Empty fields at the end of a row are ignored.
    bool next();
    /// Fields of the current row.
    const std::vector<std::string_view>& fields() const noexcept { return fields_; }
    std::size_t line() const noexcept { return lines_.number(); }
    /// Call this for a row of column names. Throws Error(bad_input) if a field is a number with a
    /// decimal comma.
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
    std::size_t width_ = 0;  // number of fields in the first row
};

}  // namespace glint
