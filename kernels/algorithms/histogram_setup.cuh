// SPDX-License-Identifier: MIT
// The host replaces this header with a generated one for each kind of histogram in histogram.cu.
// This version, for bins of equal width, is used only when that kernel is compiled standalone.
#pragma once

#include <algorithms/pass_kinds.cuh>

namespace glint::expression {

constexpr Bins kBins = Bins::even;
constexpr int kThreads = 256;
constexpr int kCount = 4;          // adjacent elements that a thread processes together
constexpr int kSharedBins = 1024;  // maximum in shared memory; 0: in global memory
constexpr int kCopies = 4;         // copies of the bins, one per group of warps
constexpr bool kWeighted = false;  // true if values are pairs of element and weight

using Edge = float;
using Sum = unsigned long long;  // sum of a bin
using Part = unsigned int;       // sum of a bin while it is in shared memory

}  // namespace glint::expression
