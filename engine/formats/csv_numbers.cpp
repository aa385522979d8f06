// SPDX-License-Identifier: MIT
#include <glint/formats/csv_numbers.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/float16.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/csv_row.hpp>

namespace glint {
namespace {

[[noreturn]] void refuse_text_table(std::string_view reason) {
    throw Error(ErrorCode::invalid_argument, "write a text table", reason);
}

/// Calls `use` with a zero of the C++ type that corresponds to `type`, and returns the result.
template <class Use>
auto with_type(const NpyType& type, const Use& use) {
    const auto [kind, size] = type;
    if (kind == 'b') return use(false);
    if (kind == 'f') return size == 2 ? use(half{}) : size == 4 ? use(0.0f) : use(0.0);
    if (kind == 'i' && size == 1) return use(std::int8_t{});
    if (kind == 'i' && size == 2) return use(std::int16_t{});
    if (kind == 'i') return size == 4 ? use(std::int32_t{}) : use(std::int64_t{});
    if (kind == 'u' && size == 1) return use(std::uint8_t{});
    if (kind == 'u' && size == 2) return use(std::uint16_t{});
    if (kind == 'u') return size == 4 ? use(std::uint32_t{}) : use(std::uint64_t{});
    refuse_text_table(fmt::format("numbers of type {} are not supported", to_string(type)));
}

// --- writing ---

/// Converts a half to float and a bool to int, because to_chars() takes neither.
template <class T>
auto printable(T value) {
    if constexpr (std::is_same_v<T, half>)
        return static_cast<float>(value);
    else if constexpr (std::is_same_v<T, bool>)
        return static_cast<int>(value);
    else
        return value;
}

template <class T>
void append_number(std::string& text, const std::byte* at) {
    T value{};
    std::memcpy(&value, at, sizeof value);
    const auto number = printable(value);
    if constexpr (std::is_floating_point_v<decltype(number)>)
        if (std::isnan(number)) return void(text += "nan");  // regardless of sign
    std::array<char, 32> digits{};
    text.append(digits.data(), std::to_chars(digits.data(), digits.data() + 32, number).ptr);
}

using Append = void (*)(std::string&, const std::byte*);

Append append_of(const NpyType& type) {
    return with_type(type, [](auto zero) -> Append { return append_number<decltype(zero)>; });
}

bool is_csv_number(std::string_view field) {
    double value = 0;
    if (field.starts_with('+')) field.remove_prefix(1);
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    return error != std::errc::invalid_argument && end == field.data() + field.size();
}

void append_name(std::string& text, const std::string& name) {
    if (name.empty() || is_csv_number(name) || text::trim(name) != name ||
        name.find_first_of("\"\r\n") != name.npos)
        refuse_text_table(fmt::format("'{}' is not a valid column name", name));
    const bool is_quoted = name.find_first_of(",;\t #") != name.npos;
    text += is_quoted ? '"' + name + '"' : name;
}

void check_form(std::size_t names, std::size_t columns, char delimiter) {
    if (std::string_view(",;\t ").find(delimiter) == std::string_view::npos)
        refuse_text_table(
            fmt::format("'{}' is not a valid delimiter. Use ',', ';', tab or space", delimiter));
    if (names > 0 && names != columns)
        refuse_text_table(fmt::format("{} cannot match {}", text::counted(names, "name"),
                                      text::counted(columns, "column")));
    if (columns > kMaxCsvColumns)
        refuse_text_table(fmt::format("the table would have more than {} columns", kMaxCsvColumns));
}

// --- reading ---

bool parse_all(std::string_view field, auto& value) {
    const char* const end = field.data() + field.size();
    const auto [stop, error] = std::from_chars(field.data(), end, value);
    return error == std::errc() && stop == end;
}

template <class T>
bool parse_value(std::string_view field, T& value) {
    if constexpr (std::is_same_v<T, bool>) {
        value = field == "1";
        return value || field == "0";
    } else if constexpr (std::is_same_v<T, half>) {
        float wide = 0;
        const bool is_one = parse_value(field, wide);
        value = static_cast<half>(wide);
        return is_one;
    } else if constexpr (std::is_same_v<T, float>) {
        if (parse_all(field, value)) return true;
        double wide = 0;  // for numbers beyond float's range, which become 0 or infinity
        const bool is_one = parse_all(field, wide);
        value = static_cast<float>(wide);
        return is_one;
    } else {
        return parse_all(field, value);
    }
}

template <class T>
bool parse_number(std::string_view field, std::byte* to) {
    if (field.starts_with('+') && !field.starts_with("+-")) field.remove_prefix(1);
    T value{};
    const bool is_one = parse_value(field, value);
    std::memcpy(to, &value, sizeof value);
    return is_one;
}

using Parse = bool (*)(std::string_view, std::byte*);

Parse parse_of(const NpyType& type) {
    return with_type(type, [](auto zero) -> Parse { return parse_number<decltype(zero)>; });
}

/// The rows of a table after the header.
class NumberRows {
public:
    explicit NumberRows(const InputFile& file) : rows_(file) {
        is_row_ = rows_.next();
        if (!is_row_) return;
        if (std::ranges::any_of(rows_.fields(), is_csv_number) &&
            !has_names_of_places(rows_.fields()))
            return;
        rows_.require_names();
        for (const std::string_view field : used_fields(rows_.fields()))
            names_.push_back(csv_name(field));
        is_row_ = rows_.next();
    }

    const std::vector<std::string>& names() const noexcept { return names_; }

    /// Calls `take` with the fields of each row, and returns the number of rows. Throws
    /// Error(bad_input) unless all rows have the same number of fields, not counting empty fields
    /// at the end of a row.
    template <class Take>
    std::size_t for_each(const Take& take) {
        std::size_t count = 0, columns = names_.size();
        for (; is_row_; is_row_ = rows_.next(), ++count) {
            const std::span<const std::string_view> fields(rows_.fields());
            if (columns == 0) columns = std::max<std::size_t>(used_fields(fields).size(), 1);
            if (fields.size() < columns || used_fields(fields).size() > columns)
                rows_.fail(fmt::format("expected {}, found {}", text::counted(columns, "field"),
                                       fields.size()));
            take(fields.first(columns));
        }
        return count;
    }

    /// Appends the number in `column` to `bytes`.
    void add(std::vector<std::byte>& bytes, std::size_t column, Parse parse,
             const NpyType& type) const {
        const std::string_view field = rows_.fields()[column];
        bytes.resize(bytes.size() + type.size_bytes);
        if (!parse(field, bytes.data() + bytes.size() - type.size_bytes))
            rows_.fail(fmt::format("'{}' in column {} is not a valid {}{}", field, column + 1,
                                   to_string(type), decimal_comma_cure(field)));
    }

private:
    CsvRows rows_;
    std::vector<std::string> names_;
    bool is_row_ = false;
};

std::size_t place_of(std::string_view name, const std::vector<std::string>& names) {
    const auto found = std::ranges::find(names, name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    throw Error(ErrorCode::not_found, fmt::format("find column '{}' in a text table", name),
                names.empty()
                    ? "the columns of the table have no names"
                    : fmt::format("the columns of the table are {}", fmt::join(names, ", ")));
}

}  // namespace

std::string csv_of_numbers(std::span<const std::string> names, std::span<const CsvNumbers> columns,
                           std::size_t rows, char delimiter) {
    check_form(names.size(), columns.size(), delimiter);
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        append_name(text, names[i]);
        text += i + 1 < names.size() ? delimiter : '\n';
    }
    std::vector<Append> append;
    for (const CsvNumbers& column : columns) append.push_back(append_of(column.type));
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t i = 0; i < columns.size(); ++i) {
            append[i](text, columns[i].data + row * columns[i].stride_bytes);
            text += i + 1 < columns.size() ? delimiter : '\n';
        }
    return text;
}

NpyElements parse_csv_numbers(const InputFile& file, const NpyType& type) {
    NumberRows table(file);
    const Parse parse = parse_of(type);
    NpyElements found;
    std::size_t columns = table.names().size();
    const std::size_t rows = table.for_each([&](const auto& fields) {
        columns = fields.size();
        for (std::size_t i = 0; i < columns; ++i) table.add(found.bytes, i, parse, type);
    });
    found.shape = {rows};
    if (columns > 1) found.shape.push_back(columns);
    return found;
}

NpyElements parse_csv_column(const InputFile& file, const NpyType& type, std::string_view name) {
    NumberRows table(file);
    const Parse parse = parse_of(type);
    const std::size_t column = place_of(name, table.names());
    NpyElements found;
    found.shape = {
        table.for_each([&](const auto&) { table.add(found.bytes, column, parse, type); })};
    return found;
}

std::vector<std::string> parse_csv_names(const InputFile& file) { return NumberRows(file).names(); }

}  // namespace glint
