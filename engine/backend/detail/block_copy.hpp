// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <variant>

#include <glint/backend/image.hpp>

/// Describes blocks of one to three dimensions, which the backends copy and fill.
namespace glint::driver {

/// The memory that a pointer refers to.
enum class MemorySide { host, device };

/// A position in a block or image: x is the element in a row, y the row, z the slice.
struct Origin {
    std::size_t x = 0;
    std::size_t y = 0;
    std::size_t z = 0;

    friend bool operator==(const Origin&, const Origin&) = default;
};

/// Size of a block: elements per row, rows per slice, and number of slices.
struct Extent {
    std::size_t width = 1;
    std::size_t height = 1;
    std::size_t depth = 1;

    friend bool operator==(const Extent&, const Extent&) = default;
};

/// A block in memory. Rows are `pitch_bytes` apart, slices are `slice_bytes` apart, and neither may
/// overlap. `data` is not const, but a copy never writes to its source.
struct Rows {
    void* data = nullptr;
    MemorySide side = MemorySide::host;
    std::size_t pitch_bytes = 0;
    std::size_t slice_bytes = 0;
};

/// Texels of an image with one mipmap level, starting at `origin`. `origin.z` is the slice.
struct Texels {
    ImageMemory image{};
    Origin origin{};
};

using CopyEnd = std::variant<Rows, Texels>;

/// A copy between memory and images, in any combination. The two ends must not overlap.
struct BlockCopy {
    CopyEnd to;
    CopyEnd from;
    Extent extent{};  ///< width in bytes
};

inline constexpr std::size_t kMaxFillBytes = 16;

/// Sets each element of a block to the first `element_bytes` bytes of `element`.
struct BlockFill {
    Rows to{};
    Extent extent{};
    std::array<std::byte, kMaxFillBytes> element{};
    std::size_t element_bytes = 1;
};

/// Describes a fill of a block. `element` must have at most kMaxFillBytes bytes.
inline BlockFill fill_of(const Rows& to, const Extent& extent, std::span<const std::byte> element) {
    BlockFill fill{.to = to, .extent = extent, .element_bytes = element.size()};
    std::ranges::copy(element, fill.element.begin());
    return fill;
}

/// Describes a fill of `count` consecutive elements in device memory. `element` must have at most
/// kMaxFillBytes bytes.
inline BlockFill fill_of(void* to, std::size_t count, std::span<const std::byte> element) {
    const std::size_t size_bytes = count * element.size();
    return fill_of({.data = to,
                    .side = MemorySide::device,
                    .pitch_bytes = size_bytes,
                    .slice_bytes = size_bytes},
                   {count, 1, 1}, element);
}

/// Returns the number of bytes from the start of the block's first row to the end of its last row,
/// or 0 if the block is empty. The width of `extent` is in bytes.
constexpr std::size_t span_bytes(const Rows& rows, const Extent& extent) noexcept {
    const auto& [row_bytes, height, depth] = extent;
    if (row_bytes == 0 || height == 0 || depth == 0) return 0;
    return (depth - 1) * rows.slice_bytes + (height - 1) * rows.pitch_bytes + row_bytes;
}

/// Returns the extent of a whole image with one mipmap level, in texels.
constexpr Extent extent_of(const ImageShape& shape) noexcept {
    return {shape.width, rows_of(shape), slices_of(shape)};
}

/// Like extent_of(), but with the width in bytes, as copies require.
constexpr Extent extent_in_bytes(const ImageShape& shape) noexcept {
    return {row_bytes_of(shape), rows_of(shape), slices_of(shape)};
}

/// Describes host memory at `data` for all rows of an image with one mipmap level.
constexpr Rows rows_for(const ImageShape& shape, void* data, std::size_t pitch_bytes) noexcept {
    return {.data = data,
            .side = MemorySide::host,
            .pitch_bytes = pitch_bytes,
            .slice_bytes = pitch_bytes * rows_of(shape)};
}

}  // namespace glint::driver
