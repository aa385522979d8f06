// SPDX-License-Identifier: MIT
// The comparison that a sort writes and passes to the kernels in this folder under this name. This
// one, for unsigned keys, stands for it where those kernels are compiled by themselves.
#pragma once

namespace glint::expression {

struct Before {
    __device__ bool operator()(unsigned int a, unsigned int b) const { return a < b; }
};

}  // namespace glint::expression
