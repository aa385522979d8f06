// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>

namespace glint {

/// Maximum number of dimensions of an array.
inline constexpr std::size_t kMaxRank = 8;

namespace detail {

[[noreturn]] void refuse_rank(std::size_t rank);
[[noreturn]] void refuse_axis(std::ptrdiff_t axis, std::size_t rank);

/// Up to kMaxRank numbers, one for each dimension.
template <class T>
class PerAxis {
public:
    constexpr PerAxis() noexcept = default;
    constexpr PerAxis(std::initializer_list<T> values)
        : PerAxis(std::span<const T>(values.begin(), values.size())) {}
    constexpr explicit PerAxis(std::span<const T> values) : rank_(values.size()) {
        if (rank_ > kMaxRank) refuse_rank(rank_);
        std::copy(values.begin(), values.end(), values_.begin());
    }

    constexpr std::size_t rank() const noexcept { return rank_; }
    constexpr T operator[](std::size_t axis) const noexcept { return values_[axis]; }
    constexpr T& operator[](std::size_t axis) noexcept { return values_[axis]; }
    constexpr const T* begin() const noexcept { return values_.data(); }
    constexpr const T* end() const noexcept { return values_.data() + rank_; }
    constexpr T* begin() noexcept { return values_.data(); }
    constexpr T* end() noexcept { return values_.data() + rank_; }

    /// Appends a value. Throws Error(invalid_argument) beyond kMaxRank.
    constexpr void append(T value) {
        if (rank_ == kMaxRank) refuse_rank(kMaxRank + 1);
        values_[rank_++] = value;
    }

    friend constexpr bool operator==(const PerAxis& a, const PerAxis& b) noexcept {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    std::array<T, kMaxRank> values_{};
    std::size_t rank_ = 0;
};

}  // namespace detail

/// The extents of an array, slowest dimension first: {rows, columns}. A shape without extents has a
/// single element.
class Shape : public detail::PerAxis<std::size_t> {
public:
    using PerAxis::PerAxis;
    constexpr Shape() noexcept = default;
    /// A one-dimensional shape.
    constexpr Shape(std::size_t extent)
        : PerAxis({extent}) {}  // NOLINT(google-explicit-constructor)

    /// Total number of elements.
    std::size_t size() const noexcept {
        std::size_t product = 1;
        for (const std::size_t extent : *this) product *= extent;
        return product;
    }
};

/// Distances between neighbors along each dimension, in elements. A distance is negative if the
/// dimension is traversed backward.
using Strides = detail::PerAxis<std::ptrdiff_t>;

/// Formats a shape or strides, such as "(480, 640)".
std::string to_string(const Shape& shape);
std::string to_string(const Strides& strides);

namespace detail {

/// Converts `axis`, which counts from the end if negative, to a dimension index.
/// Throws Error(invalid_argument) if out of range.
constexpr std::size_t axis_of(std::ptrdiff_t axis, std::size_t rank) {
    const auto count = static_cast<std::ptrdiff_t>(rank);
    if (axis < -count || axis >= count) refuse_axis(axis, rank);
    return static_cast<std::size_t>(axis < 0 ? axis + count : axis);
}

/// The shape to which all of `shapes` broadcast, by NumPy's rule: shapes are aligned at their last
/// dimensions, and extents must be equal or 1. Throws Error(invalid_argument) if they do not
/// broadcast, or if the number of elements overflows.
Shape broadcast(std::span<const Shape> shapes);

/// Throws Error(invalid_argument) if memory cannot hold the elements, and for extents that were
/// negative before a conversion to unsigned. An extent of 0 is treated as 1, so that no product of
/// extents can overflow.
void check_size(const Shape& shape, std::size_t element_bytes);

/// a + b and a * b, saturating at the largest possible extent.
std::size_t extent_sum(std::size_t a, std::size_t b) noexcept;
std::size_t extent_product(std::size_t a, std::size_t b) noexcept;

}  // namespace detail
}  // namespace glint
