// SPDX-License-Identifier: MIT
#include <glint/array/views.hpp>
#include <glint/base/text.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace glint::detail {
namespace {

std::string asked(std::string_view what, const Layout& layout) {
    return fmt::format("{} of an array of shape {}", what, to_string(layout.shape));
}

// Returns the dimensions counted from the start. Throws if a dimension is repeated.
PerAxis<std::size_t> distinct(const Layout& layout, std::span<const std::ptrdiff_t> axes) {
    PerAxis<std::size_t> numbers;
    for (const std::ptrdiff_t axis : axes) {
        const std::size_t number = axis_of(axis, layout.rank());
        if (std::ranges::find(numbers, number) != numbers.end())
            throw Error(
                ErrorCode::invalid_argument, asked("move dimensions", layout),
                fmt::format("dimension {} appears twice in ({})", number, fmt::join(axes, ", ")));
        numbers.append(number);
    }
    return numbers;
}

Part range_along(const Layout& layout, std::size_t axis, const Slice& range) {
    std::vector<AxisIndex> index(layout.rank(), slice());
    index[axis] = range;
    return part_of(layout, index);
}

}  // namespace

Layout moved_axes(const Layout& layout, std::span<const std::ptrdiff_t> from,
                  std::span<const std::ptrdiff_t> to) {
    if (from.size() != to.size())
        throw Error(ErrorCode::invalid_argument, asked("move dimensions", layout),
                    fmt::format("{} cannot match {}", text::counted(to.size(), "position"),
                                text::counted(from.size(), "dimension")));
    const auto moved = distinct(layout, from), places = distinct(layout, to);
    std::array<std::ptrdiff_t, kMaxRank> order{};
    std::size_t next = 0;  // next dimension that was not moved
    for (std::size_t place = 0; place < layout.rank(); ++place) {
        const auto* const arrival = std::ranges::find(places, place);
        if (arrival != places.end()) {
            order[place] = static_cast<std::ptrdiff_t>(
                moved[static_cast<std::size_t>(arrival - places.begin())]);
            continue;
        }
        while (std::ranges::find(moved, next) != moved.end()) ++next;
        order[place] = static_cast<std::ptrdiff_t>(next++);
    }
    return layout.rank() == 0 ? layout : transposed(layout, {order.data(), layout.rank()});
}

Layout swapped_axes(const Layout& layout, std::ptrdiff_t first, std::ptrdiff_t second) {
    const std::size_t a = axis_of(first, layout.rank()), b = axis_of(second, layout.rank());
    Layout result = layout;
    std::swap(result.shape[a], result.shape[b]);
    std::swap(result.strides[a], result.strides[b]);
    return result;
}

std::vector<Part> split(const Layout& layout, std::size_t count, std::ptrdiff_t axis) {
    const std::size_t which = axis_of(axis, layout.rank()), extent = layout.shape[which];
    if (count == 0 || extent % count != 0)
        throw Error(
            ErrorCode::invalid_argument, asked(fmt::format("split dimension {}", which), layout),
            fmt::format("the extent {} cannot be divided into {} equal parts", extent, count));
    const auto size = static_cast<std::ptrdiff_t>(extent / count);
    std::vector<Part> parts;
    for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(count); ++i)
        parts.push_back(range_along(layout, which, slice(i * size, (i + 1) * size)));
    return parts;
}

std::vector<Part> split(const Layout& layout, std::span<const std::ptrdiff_t> at,
                        std::ptrdiff_t axis) {
    const std::size_t which = axis_of(axis, layout.rank());
    std::vector<Part> parts;
    Slice range = slice(0, std::nullopt);
    for (const std::ptrdiff_t end : at) {
        range.last = end;
        parts.push_back(range_along(layout, which, range));
        range = slice(end, std::nullopt);
    }
    parts.push_back(range_along(layout, which, range));
    return parts;
}

void refuse_reshape(const Layout& layout, const Shape& shape) {
    throw Error(
        ErrorCode::invalid_state,
        fmt::format("reshape a view of shape {} to {}", to_string(layout.shape), to_string(shape)),
        fmt::format("the strides {} require a copy. Copy the view to an Array first",
                    glint::to_string(layout.strides)));
}

void refuse_reinterpret(const Layout& layout, std::size_t from, std::size_t to) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("reinterpret elements of {} as elements of size {}",
                            text::counted(from, "byte"), to),
                fmt::format("shape {} with strides {} cannot be divided into such elements",
                            to_string(layout.shape), glint::to_string(layout.strides)));
}

Layout reinterpreted(const Layout& layout, std::size_t from_bytes, std::size_t to_bytes) {
    if (from_bytes == to_bytes) return layout;
    const std::size_t rank = layout.rank();
    if (rank == 0) refuse_reinterpret(layout, from_bytes, to_bytes);
    const std::size_t last = rank - 1, bytes = layout.shape[last] * from_bytes;
    const bool is_dense = layout.shape[last] <= 1 || layout.strides[last] == 1;
    if (!is_dense || bytes % to_bytes != 0) refuse_reinterpret(layout, from_bytes, to_bytes);
    Layout result = layout;
    result.shape[last] = bytes / to_bytes;
    result.strides[last] = 1;
    for (std::size_t axis = 0; axis < last; ++axis) {
        const auto stride = layout.strides[axis] * static_cast<std::ptrdiff_t>(from_bytes);
        if (layout.shape[axis] > 1 && stride % static_cast<std::ptrdiff_t>(to_bytes) != 0)
            refuse_reinterpret(layout, from_bytes, to_bytes);
        result.strides[axis] = stride / static_cast<std::ptrdiff_t>(to_bytes);
    }
    check_size(result.shape, 1);
    return result;
}

}  // namespace glint::detail
