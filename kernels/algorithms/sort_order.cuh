// SPDX-License-Identifier: MIT
// The host generates this comparison for each sort and passes it to the kernels in this folder
// under this name. This one, for unsigned keys, is used when those kernels are compiled standalone.
#pragma once

namespace glint::expression {

struct Before {
    __device__ bool operator()(unsigned int a, unsigned int b) const { return a < b; }
};

}  // namespace glint::expression
