// SPDX-License-Identifier: MIT
#include <glint/array/array_view.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::detail {

void from_host(const Elements& to, const ElementType& type, Writer writer, Stream& stream,
               const void* values) {
    if (to.layout.size() == 0) return;
    if (is_row_major(to.layout)) {
        upload(stream, to, values);
        return;
    }
    const auto dense = allocate(stream, to.layout.shape, to.element_bytes);
    const Elements from{dense->memory.data(), row_major(to.layout.shape), to.element_bytes};
    upload(stream, from, values);
    AnyExpression expression{.writer = writer, .type = type, .shape = to.layout.shape};
    expression.operands.add({.data = from.data, .layout = from.layout, .type = type}, stream);
    evaluate(stream, to, expression);
}

void refuse_span(const Layout& layout) {
    throw Error(
        ErrorCode::invalid_state, "use a view as contiguous memory",
        fmt::format(
            "the elements of the view are not contiguous. The shape is {} and the strides are {}",
            to_string(layout.shape), to_string(layout.strides)));
}

void refuse_shape(const Shape& to, const Shape& expression) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("assign an expression of shape {} to an array of shape {}",
                            to_string(expression), to_string(to)),
                "the shape of an array is fixed. Use `x.view() = expression` to broadcast to x, or "
                "`x = Array(expression)` to replace x");
}

void refuse_item(const Shape& shape) {
    throw Error(ErrorCode::invalid_state, "read the only element of an array",
                fmt::format("the array has shape {}", to_string(shape)));
}

}  // namespace glint::detail
