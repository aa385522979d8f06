// SPDX-License-Identifier: MIT
// The host generates this text for each segmented reduction and passes it to reduce_segments.cu
// under this name. This version, a sum of floats, is used when that kernel is compiled standalone.
#pragma once

#include <array/expression.cuh>
#include <glint/expression/reductions.cuh>

namespace glint::expression {

struct Reduction : SumOf<float, float> {};
using Offset = int;  // type of segment offsets
using Destination = Elements<float, Index, kRank, Step::same>;

constexpr int kReads = 4;   // packs that a thread has in flight
constexpr int kJoin = 256;  // threads that combine the tiles of one segment

}  // namespace glint::expression
