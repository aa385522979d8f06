// SPDX-License-Identifier: MIT
// What a histogram's host side writes for each kind and passes to histogram.cu under this name.
// This one, for bins of one width, stands for them where that kernel is compiled by itself.
#pragma once

#include <algorithms/pass_kinds.cuh>

namespace glint::expression {

constexpr Bins kBins = Bins::even;
constexpr int kThreads = 256;
constexpr int kCount = 4;          // neighbours that a thread takes at a time
constexpr int kSharedBins = 1024;  // at most; 0 to count in global memory
constexpr int kCopies = 4;         // of them, for groups of warps
constexpr bool kWeighted = false;  // whether values are pairs with their weights

using Edge = float;
using Sum = unsigned long long;  // of a bin
using Part = unsigned int;       // of one, in shared memory

}  // namespace glint::expression
