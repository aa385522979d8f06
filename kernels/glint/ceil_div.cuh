// SPDX-License-Identifier: MIT
// Integer division that rounds up.
#pragma once

namespace glint {

/// How many parts of `size` (> 0) elements are needed to cover `count` (>= 0) elements.
template <class Count, class Size>
__host__ __device__ constexpr auto ceil_div(Count count, Size size) {
    return (count + size - 1) / size;
}

}  // namespace glint
