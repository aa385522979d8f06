// SPDX-License-Identifier: MIT
#include <glint/formats/csv_writer.hpp>

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include <glint/formats/csv_numbers.hpp>
#include <glint/formats/npy_writer.hpp>

namespace glint {
namespace {

constexpr std::size_t kRowsAtOnce = 8192;

/// Returns the part's numbers: bfloat16 converted to float in `room`, other types in place.
CsvNumbers numbers(const RowPart& part, std::size_t first, std::size_t rows,
                   std::vector<std::byte>& room) {
    RowPart some = part;
    some.data += first * part.stride_bytes;
    if (part.type != ScalarType::bf16)
        return {npy_type_of(part.type), some.data, part.stride_bytes};
    room.clear();
    write_rows(std::span(&some, 1), rows, [&](std::span<const std::byte> bytes) {
        room.insert(room.end(), bytes.begin(), bytes.end());
    });
    return {npy_type_of(part.type), room.data(), sizeof(float)};
}

std::string comment_line(const std::string& comment) {
    std::string line = "# " + comment;
    std::ranges::replace_if(line, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return line + '\n';
}

}  // namespace

void write_csv(std::span<const SavedColumn> columns, std::size_t rows,
               std::span<const std::string> comments, const ByteSink& sink) {
    for (const std::string& comment : comments) send_text(sink, comment_line(comment));
    std::vector<std::string> names;
    for (const SavedColumn& column : columns) names.push_back(column.name);
    std::vector<std::vector<std::byte>> rooms(columns.size());
    for (std::size_t first = 0; first == 0 || first < rows; first += kRowsAtOnce) {
        const std::size_t now = std::min(kRowsAtOnce, rows - first);
        std::vector<CsvNumbers> some;
        for (std::size_t i = 0; i < columns.size(); ++i)
            some.push_back(numbers(columns[i].part, first, now, rooms[i]));
        send_text(sink, csv_of_numbers(first == 0 ? std::span<const std::string>(names)
                                                  : std::span<const std::string>(),
                                       some, now, ','));
    }
}

}  // namespace glint
