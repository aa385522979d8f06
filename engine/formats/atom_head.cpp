// SPDX-License-Identifier: MIT
#include <glint/formats/atom_head.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include <glint/base/text.hpp>
#include <glint/formats/line_reader.hpp>

namespace glint {
namespace {

constexpr std::size_t kMaxColumns = 4096;

using Words = std::vector<std::string_view>;

Words words_of(std::string_view line) {
    Words words;
    text::split_words(line, words);
    return words;
}

bool is_number(std::string_view word) { return text::parse_double(word).has_value(); }

/// Returns the name of column `index` of a property with `count` columns: x, y or z for the
/// position, otherwise the property's name, with a suffix if `count` is not 1.
std::string name_of(std::string_view property, std::size_t index, std::size_t count) {
    const std::string lower = text::lower_case(property);
    if (count == 3 && (lower == "pos" || lower == "position" || lower == "positions"))
        return std::string(1, "xyz"[index]);
    if (count == 1) return std::string(property);
    if (count <= 3) return fmt::format("{}_{}", property, "xyz"[index]);
    return fmt::format("{}_{}", property, index + 1);
}

/// Parses a text such as "species:S:1:pos:R:3". Sets the numeric columns and the words per row.
/// Returns false if the text has another form or describes no numbers.
bool take_columns(std::string_view properties, AtomHead& head) {
    const std::vector<std::string_view> parts = text::split(properties, ':');
    std::vector<AtomHead::Column> columns;
    std::size_t field = 0;
    for (std::size_t i = 0; i + 2 < parts.size(); i += 3) {
        const auto count = text::parse_unsigned(parts[i + 2]);
        if (parts[i].empty() || parts[i + 1].size() != 1 || !count || *count == 0 ||
            field + *count > kMaxColumns)
            return false;
        const char type = parts[i + 1].front();
        for (std::size_t k = 0; k < *count && (type == 'R' || type == 'I'); ++k)
            columns.push_back({field + k, name_of(parts[i], k, *count)});
        field += *count;
    }
    if (parts.size() % 3 != 0 || columns.empty()) return false;
    head.columns = std::move(columns);
    head.width = field;
    return true;
}

std::string_view properties_in(std::string_view comment) {
    constexpr std::string_view kKey = "properties=";
    const std::size_t at = text::lower_case(comment).find(kKey);
    if (at == std::string::npos) return {};
    comment.remove_prefix(at + kKey.size());
    const bool is_quoted = comment.starts_with('"');
    if (is_quoted) comment.remove_prefix(1);
    return comment.substr(0, comment.find_first_of(is_quoted ? "\"" : " \t"));
}

std::vector<AtomHead::Column> default_columns(std::size_t count) {
    constexpr std::array<const char*, 4> kNames{"element", "x", "y", "z"};
    std::vector<AtomHead::Column> columns;
    for (std::size_t i = 0; i < std::min(count, kMaxColumns); ++i)
        columns.push_back({i, i < kNames.size() ? kNames[i] : fmt::format("column_{}", i + 1)});
    return columns;
}

/// Returns true if the comment line looks like a row of numbers, as the line after it does.
bool is_row_like(const Words& comment, const Words& row) {
    return comment.size() == row.size() && std::ranges::all_of(comment, is_number) &&
           is_number(row.front());
}

/// Returns true if the comment holds a table's column names.
bool has_names(const Words& comment, const Words& row) {
    const auto has = [&](std::string_view axis) {
        return std::ranges::any_of(
            comment, [&](std::string_view word) { return text::lower_case(word) == axis; });
    };
    return comment.size() == row.size() && has("x") && has("y") && has("z");
}

bool is_atom(const Words& row) {
    if (row.size() < 4 || !std::all_of(row.begin() + 1, row.begin() + 4, is_number)) return false;
    return !is_number(row.front()) || text::parse_unsigned(row.front()).has_value();
}

}  // namespace

std::optional<AtomHead> parse_atom_head(std::string_view text) {
    LineReader lines(text);
    const auto count = lines.next();
    const std::size_t count_bytes = lines.offset();
    const auto comment = lines.next();
    if (!count || !comment) return std::nullopt;
    const Words of_count = words_of(*count);
    if (of_count.size() != 1) return std::nullopt;
    const auto atoms = text::parse_unsigned(of_count.front());
    if (!atoms) return std::nullopt;
    AtomHead head{.atoms = *atoms, .bytes = lines.offset(), .count_bytes = count_bytes};
    if (take_columns(properties_in(*comment), head)) return head;
    const auto first = lines.next();
    if (*atoms == 0) head.columns = default_columns(4);
    if (*atoms == 0 || !first) return *atoms == 0 ? std::optional(head) : std::nullopt;
    const Words row = words_of(*first);
    const Words of_comment = words_of(*comment);
    if (!is_atom(row) || has_names(of_comment, row)) return std::nullopt;
    head.may_be_table = is_row_like(of_comment, row);
    head.columns = default_columns(row.size());
    head.width = row.size();
    return head;
}

}  // namespace glint
