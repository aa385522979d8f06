// SPDX-License-Identifier: MIT
#include <glint/array/coordinates.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {

Layout along(const Shape& shape, std::ptrdiff_t axis) {
    Layout layout{shape, {}};
    const std::size_t which = axis_of(axis, shape.rank());
    for (std::size_t i = 0; i < shape.rank(); ++i) layout.strides.append(i == which);
    return layout;
}

std::size_t only_extent(const Shape& shape) {
    if (shape.rank() == 1) return shape[0];
    throw Error(
        ErrorCode::invalid_argument, "create a grid of coordinates",
        fmt::format(
            "the coordinates along one dimension have shape {}, but must have one dimension",
            to_string(shape)));
}

std::int64_t step_of(const Shape& shape, std::size_t axis) {
    std::int64_t step = 1;
    for (std::size_t i = axis + 1; i < shape.rank(); ++i)
        step *= static_cast<std::int64_t>(shape[i]);
    return step;
}

}  // namespace glint::detail

namespace glint {

std::vector<std::ptrdiff_t> unravel_index(std::ptrdiff_t index, const Shape& shape) {
    const auto size = static_cast<std::ptrdiff_t>(shape.size());
    if (index < 0 || index >= size)
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("find element {} of an array of shape {}", index, to_string(shape)),
                    fmt::format("the array has {}", text::counted(size, "element")));
    std::vector<std::ptrdiff_t> coordinates(shape.rank());
    for (std::size_t axis = shape.rank(); axis-- > 0;) {
        const auto extent = static_cast<std::ptrdiff_t>(shape[axis]);
        coordinates[axis] = index % extent;
        index /= extent;
    }
    return coordinates;
}

}  // namespace glint
