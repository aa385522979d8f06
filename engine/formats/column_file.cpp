// SPDX-License-Identifier: MIT
#include <glint/formats/column_file.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/csv_numbers.hpp>
#include <glint/formats/csv_row.hpp>
#include <glint/formats/ply_header.hpp>
#include <glint/formats/ply_rows.hpp>

namespace glint {
namespace {

constexpr const char* kPurpose = "read table";

double number_in(const CsvRows& rows, std::size_t column) {
    if (column >= rows.fields().size())
        rows.fail(fmt::format("expected at least {}, found {}", text::counted(column + 1, "column"),
                              rows.fields().size()));
    const std::string_view field = rows.fields()[column];
    const auto value = text::parse_double(field);
    if (!value)
        rows.fail(fmt::format("'{}' in column {} is not a number{}", field, column + 1,
                              decimal_comma_cure(field)));
    if (!std::isfinite(*value)) rows.fail(fmt::format("'{}' is not a finite number", field));
    return *value;
}

/// Returns true if the row lacks a requested number, and counts such a row in `missing`.
bool lacks_numbers(const CsvRows& rows, std::span<const std::size_t> wanted,
                   MissingNumbers& missing) {
    bool lacks = false;
    for (std::size_t c = 0; c < wanted.size(); ++c) {
        if (wanted[c] >= rows.fields().size() || !is_missing_number(rows.fields()[wanted[c]]))
            continue;
        MissingNumbers::OfColumn& column = missing.columns[c];
        if (column.count++ == 0) column.first_line = rows.line();
        lacks = true;
    }
    if (lacks) ++missing.rows;
    return lacks;
}

/// Returns the names of the uint8 columns, as listed in comment lines such as "# red green blue:
/// Colour, uint8".
std::set<std::string, std::less<>> names_of_bytes(const std::string& content) {
    constexpr std::string_view kBytes = ", uint8";
    std::set<std::string, std::less<>> names;
    LineReader lines(content);
    for (auto line = lines.next(); line && line->starts_with('#'); line = lines.next()) {
        if (!line->ends_with(kBytes)) continue;
        std::vector<std::string_view> words;
        text::split_words(line->substr(1, std::min(line->find(':'), line->size()) - 1), words);
        names.insert(words.begin(), words.end());
    }
    return names;
}

}  // namespace

ColumnFile::ColumnFile(const std::filesystem::path& path) : file_(kPurpose, path) {
    const std::string extension = text::lower_case(path.extension().string());
    is_ply_ = extension == ".ply";
    if (is_ply_) {
        LineReader lines = LineReader::with_ends_of_first(file_.content());
        const PlyHeader header = parse_ply_header(file_, lines);
        names_ = header.vertices(file_).number_names();
        return;
    }
    if (extension != ".csv")
        throw Error(
            ErrorCode::unsupported, fmt::format("{} '{}'", kPurpose, path.string()),
            fmt::format("the extension '{}' is not supported. Use .csv or .ply", extension));
    names_ = parse_csv_names(file_);
    has_names_ = !names_.empty();
    if (!has_names_)
        names_ = {"x", "y", "z"};
    else if (names_.front().starts_with("//"))  // CloudCompare starts the names with "//"
        names_.front() = text::trim(std::string_view(names_.front()).substr(2));
}

std::string MissingNumbers::message(std::span<const std::string> names) const {
    std::string text = fmt::format("{} of {} rows {} skipped because of missing numbers:", rows, of,
                                   rows == 1 ? "is" : "are");
    const char* separator = " ";
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (columns[c].count == 0) continue;
        text += fmt::format("{}{} in '{}' (first in line {})", separator, columns[c].count,
                            names[c], columns[c].first_line);
        separator = ", ";
    }
    return text;
}

std::vector<Column> ColumnFile::read(std::span<const std::size_t> wanted) const {
    return is_ply_ ? read_ply(wanted) : read_csv(wanted, nullptr);
}

std::vector<Column> ColumnFile::read(std::span<const std::size_t> wanted,
                                     MissingNumbers& missing) const {
    missing = {};
    missing.columns.resize(wanted.size());
    return is_ply_ ? read_ply(wanted) : read_csv(wanted, &missing);
}

std::vector<Column> ColumnFile::read_ply(std::span<const std::size_t> wanted) const {
    LineReader lines = LineReader::with_ends_of_first(file_.content());
    const PlyHeader header = parse_ply_header(file_, lines);
    const PlyElement& vertices = header.vertices(file_);
    std::vector<std::size_t> places;
    std::vector<Column> columns;
    for (const std::size_t index : wanted) {
        places.push_back(vertices.find_number(names_[index]).value());
        columns.push_back({.type = vertices.properties[places.back()].type});
    }
    read_ply_element(file_, header, lines, vertices,
                     [&](auto& rows, std::size_t i, const PlyRow& row) {
                         for (std::size_t c = 0; c < columns.size(); ++c) {
                             const double value = row.numbers[places[c]];
                             if (!std::isfinite(value))
                                 rows.fail(fmt::format("property '{}' of vertex {} is {}",
                                                       names_[wanted[c]], i + 1, value));
                             columns[c].values.push_back(value);
                         }
                     });
    return columns;
}

std::vector<Column> ColumnFile::read_csv(std::span<const std::size_t> wanted,
                                         MissingNumbers* missing) const {
    std::vector<Column> columns(wanted.size());
    const auto of_bytes = names_of_bytes(file_.content());
    for (std::size_t c = 0; c < wanted.size(); ++c)
        if (of_bytes.contains(names_[wanted[c]])) columns[c].type = NumberType::uint8;
    CsvRows rows(file_);
    if (has_names_) rows.next();
    std::size_t count = 0;
    while (rows.next()) {
        if (missing && (++missing->of, lacks_numbers(rows, wanted, *missing))) continue;
        ++count;
        for (std::size_t c = 0; c < wanted.size(); ++c)
            columns[c].values.push_back(number_in(rows, wanted[c]));
    }
    if (count == 0 && missing && missing->rows > 0) file_.fail("every row is missing a number");
    if (count == 0) file_.fail("the table has no rows");
    return columns;
}

}  // namespace glint
