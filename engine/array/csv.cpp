// SPDX-License-Identifier: MIT
#include <glint/array/csv.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/csv_numbers.hpp>

namespace glint {
namespace {

[[noreturn]] void refuse_csv(const std::filesystem::path& path, std::string_view reason) {
    throw Error(ErrorCode::invalid_argument, fmt::format("write table '{}'", path.string()),
                reason);
}

InputFile table_in(const std::filesystem::path& path) { return {"read table", path}; }

}  // namespace

void detail::save_csv(const std::filesystem::path& path, const ColumnElements& elements,
                      const CsvOptions& options) {
    const Shape& shape = elements.shape;
    if (shape.rank() != 1 && shape.rank() != 2)
        refuse_csv(path, fmt::format("a table has one or two dimensions, but the array has {}",
                                     shape.rank()));
    const std::size_t count = shape.rank() == 2 ? shape[1] : 1, size = elements.type.size_bytes;
    std::vector<CsvNumbers> columns;
    for (std::size_t i = 0; i < count; ++i)
        columns.push_back({elements.type, elements.bytes.data() + i * size, count * size});
    save_file(path,
              csv_of_numbers(options.names, columns, count > 0 ? shape[0] : 0, options.delimiter));
}

void save_csv(const std::filesystem::path& path, const std::vector<CsvColumn>& columns,
              char delimiter) {
    std::vector<std::string> names;
    std::vector<CsvNumbers> numbers;
    for (const auto& [name, elements] : columns) {
        const Shape& shape = elements.shape;
        if (shape.rank() != 1 || shape != columns.front().elements.shape)
            refuse_csv(path,
                       fmt::format("column '{}' has shape {}, but the first column has {}", name,
                                   to_string(shape), to_string(columns.front().elements.shape)));
        names.push_back(name);
        numbers.push_back({elements.type, elements.bytes.data(), elements.type.size_bytes});
    }
    const std::size_t rows = columns.empty() ? 0 : columns.front().elements.shape[0];
    detail::save_file(path, csv_of_numbers(names, numbers, rows, delimiter));
}

std::vector<std::string> csv_names(const std::filesystem::path& path) {
    return parse_csv_names(table_in(path));
}

NpyElements detail::load_csv(const std::filesystem::path& path, const NpyType& type) {
    return parse_csv_numbers(table_in(path), type);
}

NpyElements detail::load_csv(const std::filesystem::path& path, const NpyType& type,
                             std::string_view name) {
    return parse_csv_column(table_in(path), type, name);
}

}  // namespace glint
