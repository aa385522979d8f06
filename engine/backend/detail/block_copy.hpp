// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <variant>

#include <glint/backend/image.hpp>

/// Blocks of one to three dimensions, as backends copy and fill them.
namespace glint::driver {

/// Whose address a pointer is.
enum class MemorySide { host, device };

/// A place in a block or image: elements, rows, slices.
struct Origin {
    std::size_t x = 0;
    std::size_t y = 0;
    std::size_t z = 0;

    friend bool operator==(const Origin&, const Origin&) = default;
};

/// How large a block is: elements in a row, rows in a slice, slices.
struct Extent {
    std::size_t width = 1;
    std::size_t height = 1;
    std::size_t depth = 1;

    friend bool operator==(const Extent&, const Extent&) = default;
};

/// Rows in memory, each `pitch_bytes` after the one before, in slices that are `slice_bytes` apart
/// and do not overlap. A copy only reads those that it comes from.
struct Rows {
    void* data = nullptr;
    MemorySide side = MemorySide::host;
    std::size_t pitch_bytes = 0;
    std::size_t slice_bytes = 0;
};

/// Texels of an image of one level from `origin` on, whose z counts slices.
struct Texels {
    ImageMemory image{};
    Origin origin{};
};

using CopyEnd = std::variant<Rows, Texels>;

/// A copy between memory and images in any combination. What it reads and what it writes must not
/// overlap.
struct BlockCopy {
    CopyEnd to;
    CopyEnd from;
    Extent extent{};  ///< its width in bytes
};

inline constexpr std::size_t kMostFillBytes = 16;

/// Sets each of `extent` elements to the first `element_bytes` of `element`.
struct BlockFill {
    Rows to{};
    Extent extent{};
    std::array<std::byte, kMostFillBytes> element{};
    std::size_t element_bytes = 1;
};

/// `element` has at most kMostFillBytes.
inline BlockFill fill_of(const Rows& to, const Extent& extent, std::span<const std::byte> element) {
    BlockFill fill{.to = to, .extent = extent, .element_bytes = element.size()};
    std::ranges::copy(element, fill.element.begin());
    return fill;
}

/// A fill of `count` elements one after another in device memory; `element` has at most
/// kMostFillBytes.
inline BlockFill fill_of(void* to, std::size_t count, std::span<const std::byte> element) {
    const std::size_t size_bytes = count * element.size();
    return fill_of({.data = to,
                    .side = MemorySide::device,
                    .pitch_bytes = size_bytes,
                    .slice_bytes = size_bytes},
                   {count, 1, 1}, element);
}

/// From the first byte of a block of these rows to the end of its last one, the extent's width in
/// bytes; 0 if it is empty.
constexpr std::size_t span_bytes(const Rows& rows, const Extent& extent) noexcept {
    const auto& [row_bytes, height, depth] = extent;
    if (row_bytes == 0 || height == 0 || depth == 0) return 0;
    return (depth - 1) * rows.slice_bytes + (height - 1) * rows.pitch_bytes + row_bytes;
}

/// All of an image of one level, in texels.
constexpr Extent extent_of(const ImageShape& shape) noexcept {
    return {shape.width, rows_of(shape), slices_of(shape)};
}

/// All of an image of one level, with the width in bytes, as copies take it.
constexpr Extent extent_in_bytes(const ImageShape& shape) noexcept {
    return {row_bytes_of(shape), rows_of(shape), slices_of(shape)};
}

/// Rows on the host for all of an image of one level.
constexpr Rows rows_for(const ImageShape& shape, void* data, std::size_t pitch_bytes) noexcept {
    return {.data = data,
            .side = MemorySide::host,
            .pitch_bytes = pitch_bytes,
            .slice_bytes = pitch_bytes * rows_of(shape)};
}

}  // namespace glint::driver
