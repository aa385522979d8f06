// SPDX-License-Identifier: MIT
// The host generates this text for each kind of histogram and passes it to histogram.cu under this
// name. This version, for bins of equal width, is used when that kernel is compiled standalone.
#pragma once

#include <algorithms/pass_kinds.cuh>

namespace glint::expression {

constexpr Bins kBins = Bins::even;
constexpr int kThreads = 256;
constexpr int kCount = 4;          // neighbors that a thread processes at once
constexpr int kSharedBins = 1024;  // maximum; 0 to count in global memory
constexpr int kCopies = 4;         // copies of the bins, one per group of warps
constexpr bool kWeighted = false;  // true if values are pairs with weights

using Edge = float;
using Sum = unsigned long long;  // of a bin
using Part = unsigned int;       // of a bin, in shared memory

}  // namespace glint::expression
