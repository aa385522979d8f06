// SPDX-License-Identifier: MIT
// The host replaces this header with a generated one with the comparison of each sort. This
// version, for unsigned keys, is used only when the kernels in this folder are compiled standalone.
#pragma once

namespace glint::expression {

struct Before {
    __device__ bool operator()(unsigned int a, unsigned int b) const { return a < b; }
};

}  // namespace glint::expression
