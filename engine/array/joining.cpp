// SPDX-License-Identifier: MIT
#include <glint/array/joining.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {
namespace {

std::string texts(std::span<const Shape> shapes) {
    std::string text;
    for (const Shape& shape : shapes) text += (text.empty() ? "" : ", ") + to_string(shape);
    return text;
}

void insert(Layout& layout, std::size_t axis, std::size_t extent, std::ptrdiff_t stride) {
    Layout result;
    for (std::size_t i = 0; i <= layout.rank(); ++i) {
        if (i == axis) {
            result.shape.append(extent);
            result.strides.append(stride);
        }
        if (i == layout.rank()) break;
        result.shape.append(layout.shape[i]);
        result.strides.append(layout.strides[i]);
    }
    layout = result;
}

}  // namespace

void check_listed(std::size_t count, const char* operation) {
    if (count == 0) throw Error(ErrorCode::invalid_argument, operation, "the list is empty");
}

Shape joined_shape(std::span<const Shape> shapes, std::size_t axis) {
    Shape result = shapes[0];
    result[axis] = 0;
    for (const Shape& shape : shapes) {
        bool fits = shape.rank() == result.rank();
        for (std::size_t i = 0; fits && i < shape.rank(); ++i)
            fits = i == axis || shape[i] == result[i];
        if (!fits)
            throw Error(ErrorCode::invalid_argument,
                        "concatenate arrays of shapes " + texts(shapes),
                        fmt::format("the shapes differ in a dimension other than {}", axis));
        result[axis] = extent_sum(result[axis], shape[axis]);
    }
    return result;
}

Shape equal_shape(std::span<const Shape> shapes) {
    for (const Shape& shape : shapes)
        if (!(shape == shapes[0]))
            throw Error(ErrorCode::invalid_argument, "stack arrays of shapes " + texts(shapes),
                        "the shapes differ");
    return shapes[0];
}

Shape with_axis(const Shape& shape, std::size_t axis, std::size_t extent) {
    Layout layout = row_major(shape);
    insert(layout, axis, extent, 0);
    return layout.shape;
}

Part range_of_axis(const Layout& layout, std::size_t axis, std::ptrdiff_t first,
                   std::ptrdiff_t last) {
    Part part{layout, first == last ? 0 : first * layout.strides[axis]};
    part.layout.shape[axis] = static_cast<std::size_t>(last - first);
    return part;
}

Part layer_of_axis(const Layout& layout, std::size_t axis, std::ptrdiff_t at) {
    const Part part = range_of_axis(layout, axis, at, at + 1);
    return {squeezed(part.layout, static_cast<std::ptrdiff_t>(axis)), part.offset};
}

Layout with_each_repeated(const Layout& layout, std::size_t axis, std::size_t count) {
    Layout result = layout;
    insert(result, axis + 1, count, 0);
    return result;
}

Layout with_whole_repeated(const Layout& layout, std::size_t axis, std::size_t count) {
    Layout result = layout;
    insert(result, axis, count, 0);
    return result;
}

Shape framed(const Shape& shape, std::span<const Margin> margins) {
    if (margins.size() != shape.rank())
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("pad an array of shape {}", to_string(shape)),
                    "each dimension needs one margin, but the call has " +
                        text::counted(margins.size(), "margin"));
    Shape result = shape;
    for (std::size_t axis = 0; axis < shape.rank(); ++axis)
        result[axis] =
            extent_sum(result[axis], extent_sum(margins[axis].before, margins[axis].after));
    return result;
}

Part inside(const Layout& layout, std::span<const Margin> margins) {
    Part part{layout, 0};
    for (std::size_t axis = 0; axis < layout.rank(); ++axis) {
        part.layout.shape[axis] -= margins[axis].before + margins[axis].after;
        part.offset += static_cast<std::ptrdiff_t>(margins[axis].before) * layout.strides[axis];
    }
    if (part.layout.size() == 0) part.offset = 0;
    return part;
}

}  // namespace glint::detail
