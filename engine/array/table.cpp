// SPDX-License-Identifier: MIT
#include <glint/array/table.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {
namespace {

void append(Layout& layout, std::size_t extent, std::ptrdiff_t stride) {
    layout.shape.append(extent);
    layout.strides.append(stride);
}

[[noreturn]] void refuse_lookup(const Layout& layout, const Shape& indices,
                                const std::string& reason) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("index an array of shape {} with indices of shape {}",
                            to_string(layout.shape), to_string(indices)),
                reason);
}

void check_axes(const Layout& layout, std::size_t first, std::size_t count, const Shape& indices) {
    if (first + count > layout.rank())
        refuse_lookup(layout, indices,
                      fmt::format("{} cannot index {}", text::counted(count, "index", "indices"),
                                  text::counted(layout.rank() - first, "dimension")));
    for (std::size_t axis = first; axis < first + count; ++axis)
        if (layout.shape[axis] == 0 && indices.size() > 0)
            refuse_lookup(layout, indices, fmt::format("dimension {} has no elements", axis));
}

}  // namespace

IndexedLayout indexed(const Layout& layout, std::size_t first, std::size_t count,
                      const Shape& index_shape) {
    check_axes(layout, first, count, index_shape);
    IndexedLayout result{.first = first, .trailing = layout.rank() - first - count};
    for (std::size_t axis = 0; axis < first; ++axis)
        append(result.rest, layout.shape[axis], layout.strides[axis]);
    for (std::size_t i = 0; i < index_shape.rank(); ++i) append(result.rest, 1, 0);
    for (std::size_t axis = first + count; axis < layout.rank(); ++axis)
        append(result.rest, layout.shape[axis], layout.strides[axis]);
    return result;
}

IndexedLayout indexed_along(const Layout& layout, std::size_t axis, const Shape& index_shape) {
    if (index_shape.rank() != layout.rank())
        refuse_lookup(layout, index_shape, "the indices must have as many dimensions as the array");
    check_axes(layout, axis, 1, index_shape);
    IndexedLayout result{.first = axis, .trailing = 0, .rest = layout};
    result.rest.shape[axis] = 1;
    result.rest.strides[axis] = 0;
    return result;
}

void check_index(const Layout& layout, std::size_t axis, long long index) {
    const auto extent = static_cast<long long>(layout.shape[axis]);
    if (-extent <= index && index < extent) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("index an array of shape {}", to_string(layout.shape)),
                fmt::format("index {} is out of range for dimension {}", index, axis));
}

void check_scattered(const Shape& values, const Shape& shape) {
    const std::array shapes{values, shape};
    if (values.rank() <= shape.rank() && broadcast(shapes) == shape) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("scatter values of shape {}", to_string(values)),
                fmt::format("the indices select elements of shape {}", to_string(shape)));
}

}  // namespace glint::detail
