#include <glint/array/coordinates.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::detail {

Layout along(const Shape& shape, std::ptrdiff_t axis) {
    Layout layout{shape, {}};
    const std::size_t which = axis_of(axis, shape.rank());
    for (std::size_t i = 0; i < shape.rank(); ++i) layout.strides.append(i == which);
    return layout;
}

std::size_t only_extent(const Shape& shape) {
    if (shape.rank() == 1) return shape[0];
    throw Error(ErrorCode::invalid_argument, "make a grid of coordinates",
                fmt::format("those along one dimension have shape {}", to_string(shape)));
}

}  // namespace glint::detail
