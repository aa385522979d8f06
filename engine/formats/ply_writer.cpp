// SPDX-License-Identifier: MIT
#include <glint/formats/ply_writer.hpp>

#include <algorithm>
#include <bit>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint {
namespace {

static_assert(std::endian::native == std::endian::little, "big-endian machines are not supported");

std::string_view ply_type_name(const SavedColumn& column) {
    switch (column.part.stored) {
        case ScalarType::f32: return "float";
        case ScalarType::f64: return "double";
        case ScalarType::i8: return "char";
        case ScalarType::u8: return "uchar";
        case ScalarType::i16: return "short";
        case ScalarType::u16: return "ushort";
        case ScalarType::i32: return "int";
        case ScalarType::u32: return "uint";
        default: break;
    }
    throw Error(
        ErrorCode::invalid_argument, "write a PLY file",
        fmt::format("column '{}' has 64-bit integers, which PLY does not support", column.name));
}

std::string one_line(std::string text) {
    std::ranges::replace_if(text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return text;
}

}  // namespace

void write_ply(std::span<const SavedColumn> columns, std::size_t rows,
               std::span<const std::string> comments, const ByteSink& sink) {
    std::string header = "ply\nformat binary_little_endian 1.0\n";
    for (const std::string& comment : comments)
        header += fmt::format("comment {}\n", one_line(comment));
    header += fmt::format("element vertex {}\n", rows);
    std::vector<RowPart> parts;
    for (const SavedColumn& column : columns) {
        header += fmt::format("property {} {}\n", ply_type_name(column), column.name);
        parts.push_back(column.part);
    }
    send_text(sink, header + "end_header\n");
    write_rows(parts, rows, sink);
}

}  // namespace glint
