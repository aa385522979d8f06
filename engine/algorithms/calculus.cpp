// SPDX-License-Identifier: MIT
#include <glint/algorithms/calculus.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {

void check_gradient(const Shape& shape, std::ptrdiff_t axis, std::size_t needed) {
    const std::size_t length = shape[axis_of(axis, shape.rank())];
    if (length >= needed) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("differentiate an array of shape {}", to_string(shape)),
                fmt::format("axis {} has {}, but needs at least {}", axis,
                            text::counted(length, "element"), needed));
}

void check_places(const char* operation, const Shape& values, const Shape& places,
                  std::ptrdiff_t axis) {
    const std::size_t length = values[axis_of(axis, values.rank())];
    if (places == values || places == Shape(length)) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} an array of shape {}", operation, to_string(values)),
                fmt::format("the positions along axis {} have shape {}, not ({})", axis,
                            to_string(places), length));
}

void refuse_spacing(double spacing) {
    throw Error(ErrorCode::invalid_argument, "differentiate an array",
                fmt::format("the spacing is {}", spacing));
}

Layout along_axis(const Layout& line, std::size_t rank, std::ptrdiff_t axis) {
    Layout layout;
    const std::size_t which = axis_of(axis, rank);
    for (std::size_t i = 0; i < rank; ++i) {
        layout.shape.append(i == which ? line.shape[0] : 1);
        layout.strides.append(i == which ? line.strides[0] : 0);
    }
    return layout;
}

}  // namespace glint::detail
