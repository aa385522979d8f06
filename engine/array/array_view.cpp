#include <glint/array/array_view.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::detail {

void refuse_span(const Layout& layout) {
    throw Error(ErrorCode::invalid_state, "use a view as contiguous memory",
                fmt::format("its shape is {} and its strides are {}", to_string(layout.shape),
                            to_string(layout.strides)));
}

void refuse_item(const Layout& layout) {
    throw Error(ErrorCode::invalid_state, "read the only element of an array",
                fmt::format("it has shape {}", to_string(layout.shape)));
}

}  // namespace glint::detail
