// SPDX-License-Identifier: MIT
// What a scan's host side writes for each kind of scan and passes to scan.cu and scan_columns.cu
// under this name. This one, for an inclusive sum, stands for them where those kernels are compiled
// by themselves.
#pragma once

#include <algorithms/pass_kinds.cuh>

namespace glint::expression {

constexpr Heads kHeads = Heads::none;
constexpr bool kInclusive = true;

using Sum = float;     // what elements are combined in
using Result = float;  // what is stored

struct Combine {
    __device__ float operator()(float a, float b) const { return a + b; }
};

}  // namespace glint::expression
