// SPDX-License-Identifier: MIT
#include <glint/studio/state/detail/table_inputs.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/column_file.hpp>
#include <glint/studio/state/detail/column_names.hpp>
#include <glint/studio/state/detail/stored_numbers.hpp>
#include <glint/studio/state/field_name.hpp>

namespace glint::studio {
namespace {

/// Returns the columns named `wanted`, up to the first name that does not exist. Returns nullopt if
/// fewer than `required` columns exist.
std::optional<std::vector<std::size_t>> find_columns(std::span<const std::string> lower_names,
                                                     std::span<const std::string> wanted,
                                                     std::size_t required) {
    std::vector<std::size_t> columns;
    for (const std::string& name : wanted) {
        const auto found = std::ranges::find(lower_names, text::lower_case(name));
        if (found == lower_names.end()) break;
        columns.push_back(static_cast<std::size_t>(found - lower_names.begin()));
    }
    return columns.size() < required ? std::nullopt : std::optional(columns);
}

std::optional<ColumnMatch> match_color(const ElementType& type,
                                       std::span<const std::string> names) {
    const unsigned components = type.parts.front().components;
    const ScalarType scalar = type.parts.front().scalar;
    if (components < 3 || (scalar != ScalarType::u8 && !is_floating(scalar))) return std::nullopt;
    const std::vector<std::string> longer{"red", "green", "blue", "alpha"}, one{"r", "g", "b", "a"};
    for (const auto& each : {longer, one})
        if (auto columns = find_columns(names, std::span(each).first(components), 3))
            return ColumnMatch{.columns = std::move(*columns), .is_color = true};
    return std::nullopt;
}

/// Returns the columns that match the field. `names` are the lower-case names of all columns.
std::optional<ColumnMatch> match_named(const Declaration& declaration, Declaration::Place place,
                                       std::span<const std::string> names) {
    const Structure& structure = declaration.structures[place.structure];
    const Field& field = structure.fields[place.field];
    if (field.type.is_struct || !field.is_state) return std::nullopt;
    const unsigned components = field.type.parts.front().components;
    std::vector<std::vector<std::string>> ways;
    if (components == 1) {
        ways.push_back({field.name});
    } else {
        ways = {with_axes(field.name + '_', components), with_axes(field.name + '.', components)};
        if (place_field(declaration, place.structure) == place.field)
            ways.push_back(with_axes("", components));
        if (is_called_normal(field)) ways.push_back(with_axes("n", components));
        if (is_called_velocity(field)) ways.push_back(with_axes("v", components));
    }
    for (const auto& way : ways)
        if (auto columns = find_columns(names, way, std::min(components, 3u)))
            return ColumnMatch{.columns = std::move(*columns)};
    if (is_called_color(field) || color_field(structure) == place.field)
        return match_color(field.type, names);
    return std::nullopt;
}

double greatest(std::span<const double> values) { return *std::ranges::max_element(values); }

class InputTable {
public:
    InputTable(const Declaration& declaration, const std::string& text)
        : declaration_(declaration), text_(text), file_(text), names_(file_.names()) {}

    std::vector<Input> read() {
        for (std::size_t s = 0; s < declaration_.structures.size(); ++s)
            if (declaration_.structures[s].is_list()) read_fields(s);
        if (inputs_.empty())
            throw Error(ErrorCode::bad_input, operation(),
                        fmt::format("the file has the columns {}, but no list has fields with "
                                    "these names. To choose a field, write FIELD={}",
                                    fmt::join(file_.names(), ", "), text_));
        return std::move(inputs_);
    }

private:
    std::string operation() const { return fmt::format("read input '{}'", text_); }

    /// Reads those fields of a list whose names match columns. Does nothing if an earlier list
    /// contains such fields.
    void read_fields(std::size_t structure) {
        if (!inputs_.empty()) return;
        const Structure& list = declaration_.structures[structure];
        std::vector<std::pair<std::size_t, ColumnMatch>> found;
        for (std::size_t f = 0; f < list.fields.size(); ++f)
            if (auto match = match_columns(declaration_, {structure, f}, names_))
                found.emplace_back(f, std::move(*match));
        if (found.empty()) return;
        read_columns(found);
        for (const auto& [field, match] : found)
            add({structure, field}, list.fields[field].type, match);
    }

    /// Reads all columns together, so that all fields have the same rows.
    void read_columns(std::span<const std::pair<std::size_t, ColumnMatch>> found) {
        std::vector<std::size_t> wanted;
        for (const auto& [field, match] : found)
            for (const std::size_t column : match.columns)
                if (std::ranges::find(wanted, column) == wanted.end()) wanted.push_back(column);
        MissingNumbers missing;
        std::vector<Column> read = file_.read(wanted, missing);
        std::vector<std::string> names;
        columns_.resize(file_.names().size());
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            names.push_back(file_.names()[wanted[i]]);
            columns_[wanted[i]] = std::move(read[i]);
        }
        if (missing.rows > 0)
            log::warning(fmt::format("input '{}': {}", text_, missing.message(names)));
    }

    void add(Declaration::Place place, const ElementType& type, const ColumnMatch& match) {
        std::vector<Column> columns;
        for (const std::size_t column : match.columns) columns.push_back(columns_[column]);
        if (match.is_color) scale(columns, type.parts.front().scalar);
        const double rest = match.is_color ? full(type.parts.front().scalar) : 0;
        const std::size_t count = columns.front().values.size();
        const unsigned components = type.parts.front().components;
        std::vector<double> values;
        values.reserve(count * components);
        for (std::size_t i = 0; i < count; ++i)
            for (unsigned c = 0; c < components; ++c)
                values.push_back(c < columns.size() ? columns[c].values[i] : rest);
        inputs_.push_back({.place = place,
                           .extents = {count, 1, 1},
                           .elements = stored_numbers(values, type, operation()),
                           .text = text_});
    }

    static double full(ScalarType scalar) { return is_floating(scalar) ? 1 : 255; }

    /// Scales colors from the file's range to 0..1, or to 0..255 for bytes. The range of alpha is
    /// determined separately.
    void scale(std::vector<Column>& columns, ScalarType scalar) const {
        double most = 0;
        for (std::size_t c = 0; c < 3; ++c) most = std::max(most, greatest(columns[c].values));
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const double from = white(columns[c], c < 3 ? most : greatest(columns[c].values));
            for (double& value : columns[c].values) {
                if (!(value >= 0 && value <= from))
                    throw Error(ErrorCode::bad_input, operation(),
                                fmt::format("the color component {} is outside 0..{}",
                                            text::shortest(value), from));
                value *= full(scalar) / from;
                if (!is_floating(scalar)) value = std::round(value);
            }
        }
    }

    static double white(const Column& column, double most) {
        if (is_float(column.type)) return most > 1 ? 255 : 1;
        return column.type == NumberType::uint16 ? 65535 : 255;
    }

    const Declaration& declaration_;
    std::string text_;
    ColumnFile file_;
    ColumnNames names_;
    std::vector<Column> columns_;  // columns that were read, indexed as in the file
    std::vector<Input> inputs_;
};

}  // namespace

ColumnNames::ColumnNames(std::span<const std::string> names) : of_fields(field_names(names)) {
    for (const std::string& name : names) as_written.push_back(text::lower_case(name));
    for (std::string& name : of_fields) name = text::lower_case(name);
}

std::optional<ColumnMatch> match_columns(const Declaration& declaration, Declaration::Place place,
                                         const ColumnNames& names) {
    auto match = match_named(declaration, place, names.as_written);
    return match ? match : match_named(declaration, place, names.of_fields);
}

std::vector<Input> read_table(const Declaration& declaration, const std::string& text) {
    return InputTable(declaration, text).read();
}

}  // namespace glint::studio
