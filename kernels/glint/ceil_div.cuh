// SPDX-License-Identifier: MIT
// Division that rounds up.
#pragma once

namespace glint {

/// Number of parts of `size` (> 0) that cover `count` (>= 0).
template <class Count, class Size>
__host__ __device__ constexpr auto ceil_div(Count count, Size size) {
    return (count + size - 1) / size;
}

}  // namespace glint
