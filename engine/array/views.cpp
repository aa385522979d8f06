#include <glint/array/views.hpp>

#include <fmt/format.h>

namespace glint::detail {

void refuse_reshape(const Layout& layout, const Shape& shape) {
    throw Error(
        ErrorCode::invalid_state,
        fmt::format("reshape a view of shape {} to {}", to_string(layout.shape), to_string(shape)),
        fmt::format("with strides {} that needs a copy: make an Array of it first",
                    to_string(layout.strides)));
}

void refuse_reinterpret(const Layout& layout, std::size_t from, std::size_t to) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("see elements of {} bytes as ones of {}", from, to),
                fmt::format("shape {} with strides {} does not divide so", to_string(layout.shape),
                            to_string(layout.strides)));
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
