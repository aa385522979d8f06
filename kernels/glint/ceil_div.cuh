// SPDX-License-Identifier: MIT
// Division that rounds up.
#pragma once

namespace glint {

/// How many parts of `size`, which is above 0, hold `count`, which is not below 0.
template <class Count, class Size>
__host__ __device__ constexpr auto ceil_div(Count count, Size size) {
    return (count + size - 1) / size;
}

}  // namespace glint
