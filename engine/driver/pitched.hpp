// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include <glint/backend/detail/block_copy.hpp>
#include <glint/driver/memory.hpp>

namespace glint {

using driver::Extent;
using driver::MemorySide;
using driver::Origin;

namespace detail {

struct Pitches {
    std::size_t pitch_bytes = 0;
    std::size_t slice_bytes = 0;
};

/// Size and alignment of a block's elements.
struct ElementLayout {
    std::size_t size_bytes = 1;
    std::size_t alignment = 1;
};

/// Returns the pitches. Replaces a pitch of 0 by that of contiguous rows or slices. Throws
/// Error(invalid_argument) if rows or slices would overlap, if elements would not be aligned, or if
/// the block does not fit in memory.
Pitches check_pitches(const Extent& extent, const ElementLayout& element, Pitches pitches);

/// Throws Error(invalid_argument) unless the block is inside `whole`.
void check_block(const Origin& origin, const Extent& extent, const Extent& whole);

/// Throws Error(invalid_argument) unless the block has `count` elements.
void check_count(const Extent& extent, std::size_t count);

/// Returns the pitches for which the device accesses rows fastest. Throws what `check_pitches`
/// throws.
Pitches best_pitches(const Device& device, const Extent& extent, const ElementLayout& element);

/// A block for copies, without the type of its elements.
struct Block {
    driver::Rows rows{};
    Extent extent{};
    std::size_t element_bytes = 1;
};

}  // namespace detail

/// A borrowed block of elements with one to three dimensions. Each slice has `height()` rows of
/// `width()` elements. Rows start `pitch_bytes()` apart, and slices start `slice_bytes()` apart.
/// The alias PitchedSpan is for device memory, and HostPitchedSpan is for host memory.
template <class T, MemorySide kSide>
class PitchedRows {
public:
    using element_type = T;
    /// The one-dimensional span in the same kind of memory.
    using Linear = std::conditional_t<kSide == MemorySide::host, std::span<T>, DeviceSpan<T>>;

    constexpr PitchedRows() noexcept = default;

    /// A pitch of 0 means contiguous rows or slices. Throws Error(invalid_argument) for a pitch
    /// that is smaller than a row, for slices that are smaller than their rows, and for a pitch at
    /// which elements would not be aligned.
    PitchedRows(T* data, const Extent& extent, std::size_t pitch_bytes = 0,
                std::size_t slice_bytes = 0)
        : data_(data),
          extent_(extent),
          pitches_(
              detail::check_pitches(extent, {sizeof(T), alignof(T)}, {pitch_bytes, slice_bytes})) {}

    /// Views `elements` as a block without gaps. Throws Error(invalid_argument) unless the block
    /// has the same number of elements.
    PitchedRows(Linear elements, const Extent& extent) : PitchedRows(elements.data(), extent) {
        detail::check_count(extent, elements.size());
    }

    /// Converts a span of writable elements to a span of read-only elements.
    template <class U>
        requires(std::is_same_v<T, const U>)
    constexpr PitchedRows(const PitchedRows<U, kSide>& other) noexcept
        : data_(other.data()),
          extent_(other.extent()),
          pitches_{other.pitch_bytes(), other.slice_bytes()} {}

    constexpr T* data() const noexcept { return data_; }
    constexpr const Extent& extent() const noexcept { return extent_; }
    constexpr std::size_t width() const noexcept { return extent_.width; }
    constexpr std::size_t height() const noexcept { return extent_.height; }
    constexpr std::size_t depth() const noexcept { return extent_.depth; }
    constexpr std::size_t pitch_bytes() const noexcept { return pitches_.pitch_bytes; }
    constexpr std::size_t slice_bytes() const noexcept { return pitches_.slice_bytes; }

    /// Returns a part of the block. Throws Error(invalid_argument) unless the part is inside the
    /// block.
    PitchedRows block(const Origin& origin, const Extent& extent) const {
        detail::check_block(origin, extent, extent_);
        PitchedRows part = *this;
        part.data_ = at(origin);
        part.extent_ = extent;
        return part;
    }

    /// Returns the elements of one row. Throws Error(invalid_argument) if the row does not exist.
    Linear row(std::size_t y, std::size_t z = 0) const {
        return {block({0, y, z}, {extent_.width, 1, 1}).data(), extent_.width};
    }

    /// Returns this block without its element type, as the source or destination of a copy.
    detail::Block erased() const noexcept {
        return {.rows = {.data = const_cast<std::remove_const_t<T>*>(data_),
                         .side = kSide,
                         .pitch_bytes = pitches_.pitch_bytes,
                         .slice_bytes = pitches_.slice_bytes},
                .extent = extent_,
                .element_bytes = sizeof(T)};
    }

private:
    using Byte = std::conditional_t<std::is_const_v<T>, const std::byte, std::byte>;

    T* at(const Origin& origin) const noexcept {
        auto* row = reinterpret_cast<Byte*>(data_) + origin.z * pitches_.slice_bytes +
                    origin.y * pitches_.pitch_bytes;
        return reinterpret_cast<T*>(row) + origin.x;
    }

    T* data_ = nullptr;
    Extent extent_{0, 0, 0};
    detail::Pitches pitches_{};
};

/// A block in device memory. Kernels accept it as a pointer to its first element.
template <class T>
using PitchedSpan = PitchedRows<T, MemorySide::device>;

template <class T>
inline constexpr bool kIsDeviceMemory<PitchedSpan<T>> = true;

/// A block in host memory.
template <class T>
using HostPitchedSpan = PitchedRows<T, MemorySide::host>;

/// A block of device memory that this object owns. Its rows are aligned for fast access: to the
/// texture alignment on a GPU, and to cache lines on the CPU. It is uninitialized, and is freed
/// like DeviceMemory.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
class PitchedMemory {
public:
    PitchedMemory() noexcept = default;
    /// Allocates the block. Throws Error(out_of_memory), and Error(invalid_argument) if the size
    /// does not fit in memory.
    PitchedMemory(const Device& device, const Extent& extent)
        : PitchedMemory(device, extent,
                        detail::best_pitches(device, extent, {sizeof(T), alignof(T)})) {}
    PitchedMemory(const Device& device, std::size_t width, std::size_t height,
                  std::size_t depth = 1)
        : PitchedMemory(device, Extent{width, height, depth}) {}
    PitchedMemory(PitchedMemory&& other) noexcept
        : allocation_(std::move(other.allocation_)), span_(std::exchange(other.span_, {})) {}
    PitchedMemory& operator=(PitchedMemory&& other) noexcept {
        allocation_ = std::move(other.allocation_);
        span_ = std::exchange(other.span_, {});
        return *this;
    }

    T* data() noexcept { return span_.data(); }
    const T* data() const noexcept { return span_.data(); }
    const Extent& extent() const noexcept { return span_.extent(); }
    std::size_t width() const noexcept { return span_.width(); }
    std::size_t height() const noexcept { return span_.height(); }
    std::size_t depth() const noexcept { return span_.depth(); }
    std::size_t pitch_bytes() const noexcept { return span_.pitch_bytes(); }
    std::size_t slice_bytes() const noexcept { return span_.slice_bytes(); }
    PitchedSpan<T> span() noexcept { return span_; }
    PitchedSpan<const T> span() const noexcept { return span_; }

private:
    PitchedMemory(const Device& device, const Extent& extent, const detail::Pitches& pitches)
        : allocation_(device, extent.depth * pitches.slice_bytes, 1, driver::MemoryKind::device),
          span_(static_cast<T*>(allocation_.data()), extent, pitches.pitch_bytes,
                pitches.slice_bytes) {}

    detail::Allocation allocation_;
    PitchedSpan<T> span_;
};

template <class T>
inline constexpr bool kIsDeviceMemory<PitchedMemory<T>> = true;

}  // namespace glint
