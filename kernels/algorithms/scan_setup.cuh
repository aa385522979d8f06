// SPDX-License-Identifier: MIT
// The host generates this text for each kind of scan and passes it to scan.cu and scan_columns.cu
// under this name. This version, for an inclusive sum, is used when those kernels are
// compiled standalone.
#pragma once

#include <algorithms/pass_kinds.cuh>

namespace glint::expression {

constexpr Heads kHeads = Heads::none;
constexpr bool kInclusive = true;

using Sum = float;     // the type in which elements are combined
using Result = float;  // the type that is stored

struct Combine {
    __device__ float operator()(float a, float b) const { return a + b; }
};

}  // namespace glint::expression
