// SPDX-License-Identifier: MIT
#include <glint/algorithms/sort_segments.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::detail {

void check_sort_offsets(const Shape& shape) {
    if (shape.rank() == 1 && shape.size() > 0) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("sort segments by offsets of shape {}", to_string(shape)),
                "offsets must have one dimension, with one more offset than segments");
}

void check_segmented(const Layout& layout) {
    if (layout.rank() == 1 && is_row_major(layout)) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("sort segments of an array of shape {} and strides {}",
                            to_string(layout.shape), to_string(layout.strides)),
                "the array must be one-dimensional and contiguous");
}

}  // namespace glint::detail
