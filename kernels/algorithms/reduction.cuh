// SPDX-License-Identifier: MIT
// The host replaces this header with a generated one for each segmented reduction. This version, a
// sum of floats, is used only when reduce_segments.cu is compiled standalone.
#pragma once

#include <array/expression.cuh>
#include <glint/expression/reductions.cuh>

namespace glint::expression {

struct Reduction : SumOf<float, float> {};
using Offset = int;  // type of segment offsets
using Destination = Elements<float, Index, kRank, Step::same>;

constexpr int kReads = 4;   // packs that a thread loads before it uses one
constexpr int kJoin = 256;  // threads that combine the tiles of one segment

}  // namespace glint::expression
