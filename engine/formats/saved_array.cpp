// SPDX-License-Identifier: MIT
#include <glint/formats/saved_array.hpp>

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include <glint/base/float16.hpp>

namespace glint {
namespace {

constexpr std::size_t kStoredBytes = std::size_t{1} << 20;

template <class Narrow>
void widen(std::byte* to, const std::byte* from, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
        Narrow narrow{};
        std::memcpy(&narrow, from + i * sizeof narrow, sizeof narrow);
        const auto wide = static_cast<float>(narrow);
        std::memcpy(to + i * sizeof wide, &wide, sizeof wide);
    }
}

/// Copies `rows` rows of a part, starting at row `first`, into rows of `row_bytes` bytes at `to`.
void place(const RowPart& part, std::size_t first, std::size_t rows, std::byte* to,
           std::size_t row_bytes) {
    const std::size_t bytes = part.components * size_of(part.type);
    const std::byte* from = part.data + first * part.stride_bytes;
    for (std::size_t i = 0; i < rows; ++i, to += row_bytes, from += part.stride_bytes) {
        if (size_of(part.stored) == size_of(part.type))
            std::memcpy(to, from, bytes);
        else if (part.type == ScalarType::f16)
            widen<half>(to, from, part.components);
        else
            widen<bfloat16>(to, from, part.components);
    }
}

}  // namespace

void send_text(const ByteSink& sink, std::string_view text) {
    sink(std::as_bytes(std::span(text)));
}

std::string SavedArray::name_of(const Part& part) const {
    return is_struct ? name + '.' + part.name : name;
}

std::string SavedArray::description() const {
    if (label.empty() || unit.empty()) return label;
    return fmt::format("{} ({})", label, unit);
}

ScalarType widened(ScalarType type) noexcept {
    switch (type) {
        case ScalarType::f16:
        case ScalarType::bf16: return ScalarType::f32;
        case ScalarType::boolean: return ScalarType::u8;
        default: return type;
    }
}

RowPart row_part(const SavedArray& array, const SavedArray::Part& part) {
    return {.data = array.data + part.offset,
            .stride_bytes = array.element_bytes,
            .type = part.type,
            .components = part.components,
            .stored = widened(part.type)};
}

void write_rows(std::span<const RowPart> parts, std::size_t rows, const ByteSink& sink) {
    std::size_t row_bytes = 0;
    for (const RowPart& part : parts) row_bytes += part.stored_bytes();
    if (rows == 0 || row_bytes == 0) return;
    const RowPart& first = parts.front();
    if (parts.size() == 1 && first.stride_bytes == row_bytes &&
        size_of(first.type) == size_of(first.stored))
        return sink({first.data, rows * row_bytes});
    const std::size_t most = std::max<std::size_t>(1, kStoredBytes / row_bytes);
    std::vector<std::byte> chunk(std::min(most, rows) * row_bytes);
    for (std::size_t done = 0; done < rows; done += most) {
        const std::size_t now = std::min(most, rows - done);
        std::size_t offset = 0;
        for (const RowPart& part : parts) {
            place(part, done, now, chunk.data() + offset, row_bytes);
            offset += part.stored_bytes();
        }
        sink(std::span(chunk).first(now * row_bytes));
    }
}

}  // namespace glint
