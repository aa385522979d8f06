// SPDX-License-Identifier: MIT
#include <glint/formats/npy_writer.hpp>

#include <algorithm>
#include <bit>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace glint {
namespace {

static_assert(std::endian::native == std::endian::little, "big-endian machines are not supported");

std::string spelled(ScalarType type) {
    const NpyType npy = npy_type_of(type);
    return fmt::format("'{}{}{}'", npy.size_bytes == 1 ? '|' : '<', npy.kind, npy.size_bytes);
}

std::string member(const std::string& name, ScalarType type, unsigned components) {
    const std::string shape = components > 1 ? fmt::format(", ({},)", components) : "";
    return fmt::format("('{}', {}{})", name, spelled(type), shape);
}

/// Adds padding as a member without a name, as in NumPy's own files.
void add_gap(std::vector<std::string>& members, std::size_t bytes) {
    if (bytes > 0) members.push_back(fmt::format("('', '|V{}')", bytes));
}

/// Returns true if NumPy lacks the type of a part. Converting that part changes the offsets of the
/// members.
bool is_repacked(const SavedArray& array) {
    return std::ranges::any_of(array.parts,
                               [](const auto& part) { return part.type == ScalarType::bf16; });
}

std::string struct_description(const SavedArray& array) {
    const bool is_packed = is_repacked(array);
    std::vector<std::string> members;
    std::size_t at = 0;
    for (const SavedArray::Part& part : array.parts) {
        if (!is_packed) add_gap(members, part.offset - at);
        members.push_back(member(part.name, part.type, part.components));
        at = part.offset + part.components * size_of(part.type);
    }
    if (!is_packed) add_gap(members, array.element_bytes - at);
    return fmt::format("[{}]", fmt::join(members, ", "));
}

RowPart stored_part(const SavedArray& array, const SavedArray::Part& part) {
    RowPart row = row_part(array, part);
    row.stored = part.type == ScalarType::bf16 ? ScalarType::f32 : part.type;
    return row;
}

}  // namespace

std::string npy_header(std::span<const std::size_t> shape, const std::string& description) {
    constexpr std::size_t fixed_size = 10;  // magic, version and header length
    std::string text =
        fmt::format("{{'descr': {}, 'fortran_order': False, 'shape': ({}{}), }}", description,
                    fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
    // The header ends with a line feed. The data after it must start at a multiple of 64 bytes.
    text.append(63 - (fixed_size + text.size()) % 64, ' ');
    text += '\n';
    std::string header("\x93NUMPY\x01\x00", 8);
    header += static_cast<char>(text.size() % 256);
    header += static_cast<char>(text.size() / 256);
    return header + text;
}

std::string npy_description(const SavedArray& array) {
    return array.is_struct ? struct_description(array) : spelled(array.parts.front().type);
}

NpyType npy_type_of(ScalarType type) noexcept {
    switch (type) {
        case ScalarType::f16: return {'f', 2};
        case ScalarType::bf16:
        case ScalarType::f32: return {'f', 4};
        case ScalarType::f64: return {'f', 8};
        case ScalarType::boolean: return {'b', 1};
        case ScalarType::i8:
        case ScalarType::i16:
        case ScalarType::i32:
        case ScalarType::i64: return {'i', size_of(type)};
        default: return {'u', size_of(type)};
    }
}

void write_npy(const SavedArray& array, std::span<const std::size_t> shape, const ByteSink& sink) {
    std::vector<std::size_t> sizes(shape.begin(), shape.end());
    if (!array.is_struct && array.parts.front().components > 1)
        sizes.push_back(array.parts.front().components);
    send_text(sink, npy_header(sizes, npy_description(array)));
    if (array.is_struct && !is_repacked(array))
        return sink({array.data, array.count * array.element_bytes});
    std::vector<RowPart> parts;
    for (const SavedArray::Part& part : array.parts) parts.push_back(stored_part(array, part));
    write_rows(parts, array.count, sink);
}

}  // namespace glint
