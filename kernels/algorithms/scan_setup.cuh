// SPDX-License-Identifier: MIT
// The host replaces this header with a generated one for each kind of scan in scan.cu and
// scan_columns.cu. This version, for an inclusive sum, is used only when those kernels are compiled
// standalone.
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
