// SPDX-License-Identifier: MIT
#include <glint/base/byte_order_mark.hpp>
#include <glint/formats/csv_row.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include <fmt/format.h>

#include <glint/base/text.hpp>

namespace glint {
namespace {

bool stands_unquoted(std::string_view row, char wanted) noexcept {
    bool quoted = false;
    for (const char letter : row) {
        if (letter == '"') quoted = !quoted;
        if (letter == wanted && !quoted) return true;
    }
    return false;
}

/// Returns the position of the quote character that ends the quoted field at the start of `text`.
/// Inside the field, "" stands for one quote character.
std::optional<std::size_t> closing_quote(std::string_view text) noexcept {
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] != '"') continue;
        if (i + 1 == text.size() || text[i + 1] != '"') return i;
        ++i;
    }
    return std::nullopt;
}

/// Removes and returns the first field of `rest`. `rest` then starts with the separator.
std::optional<std::string_view> take_field(std::string_view& rest, std::string_view separators) {
    const std::size_t first = std::min(rest.find_first_not_of(' '), rest.size());
    std::size_t quoted_end = first;
    if (rest.substr(first).starts_with('"')) {
        const auto closing = closing_quote(rest.substr(first));
        if (!closing) return std::nullopt;
        quoted_end = first + *closing + 1;
    }
    const std::size_t end = std::min(rest.find_first_of(separators, quoted_end), rest.size());
    std::string_view field = text::trim(rest.substr(first, end - first));
    rest.remove_prefix(end);
    if (quoted_end == first) return field;
    if (field.size() != quoted_end - first) return std::nullopt;
    return text::trim(field.substr(1, field.size() - 2));
}

}  // namespace

CsvRows::CsvRows(const InputFile& file)
    : file_(file), lines_(without_byte_order_mark(file.content())) {}

bool CsvRows::next() {
    while (const auto line = lines_.next()) {
        const std::string_view text = text::trim(*line);
        if (text.empty() || text.starts_with('#')) continue;
        if (separators_.empty()) separators_ = csv_separators(*line);
        if (!split_csv_row(*line, separators_, fields_)) fail("a quoted field is not closed");
        if (fields_.size() > kMaxCsvColumns)
            fail(fmt::format("the row has more than {} columns", kMaxCsvColumns));
        if (width_ == 0) width_ = fields_.size();
        if (used_fields(fields_).size() > width_)
            fail(fmt::format("expected {}, found {}", text::counted(width_, "field"),
                             fields_.size()));
        return true;
    }
    return false;
}

std::string_view csv_separators(std::string_view row) noexcept {
    for (const std::string_view separator : {";", ",", "\t"})
        if (stands_unquoted(row, separator.front())) return separator;
    return " \t";
}

std::span<const std::string_view> used_fields(std::span<const std::string_view> fields) noexcept {
    while (!fields.empty() && fields.back().empty()) fields = fields.first(fields.size() - 1);
    return fields;
}

std::string csv_name(std::string_view field) {
    std::string name;
    for (std::size_t i = 0; i < field.size(); ++i) {
        name += field[i];
        if (field.substr(i, 2) == "\"\"") ++i;
    }
    return name;
}

bool is_missing_number(std::string_view field) {
    static constexpr std::array<std::string_view, 10> kWords{"",     "na",  "n/a",  "#n/a", "null",
                                                             "none", "nan", "-nan", "-",    "--"};
    return field.size() < 5 && std::ranges::find(kWords, text::lower_case(field)) != kWords.end();
}

bool has_names_of_places(std::span<const std::string_view> fields) {
    std::size_t found = 0;
    for (const char* const axis : {"x", "y", "z"})
        found += std::ranges::any_of(fields, [&](std::string_view field) {
            if (field.starts_with("//")) field = text::trim(field.substr(2));
            return text::lower_case(field) == axis;
        });
    return found == 3;
}

std::string_view decimal_comma_cure(std::string_view field) noexcept {
    if (field.starts_with('-') || field.starts_with('+')) field.remove_prefix(1);
    const std::size_t comma = field.find(',');
    if (comma == field.npos) return {};
    const auto are_digits = [](std::string_view text) {
        return text.find_first_not_of("0123456789") == text.npos;
    };
    const std::string_view before = field.substr(0, comma), after = field.substr(comma + 1);
    const std::string_view fraction = after.substr(0, after.find_first_of("eE"));
    const bool is_one =
        are_digits(before) && are_digits(fraction) && before.size() + fraction.size() > 0;
    return is_one ? ". Use a decimal point, not a comma" : "";
}

std::optional<std::size_t> find_decimal_comma(std::span<const std::string_view> fields) noexcept {
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (!decimal_comma_cure(fields[i]).empty()) return i;
    return std::nullopt;
}

void CsvRows::require_names() const {
    if (const auto column = find_decimal_comma(fields_))
        fail(fmt::format("'{}' in column {} is not a number{}", fields_[*column], *column + 1,
                         decimal_comma_cure(fields_[*column])));
}

bool split_csv_row(std::string_view row, std::string_view separators,
                   std::vector<std::string_view>& fields) {
    fields.clear();
    const bool merging = separators.size() > 1;
    for (std::string_view rest = merging ? text::trim(row) : row;; rest.remove_prefix(1)) {
        if (merging) rest = rest.substr(std::min(rest.find_first_not_of(separators), rest.size()));
        const auto field = take_field(rest, separators);
        if (!field) return false;
        fields.push_back(*field);
        if (rest.empty() || fields.size() > kMaxCsvColumns) return true;
    }
}

}  // namespace glint
