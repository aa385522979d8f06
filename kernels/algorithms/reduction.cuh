// SPDX-License-Identifier: MIT
// What is written for each reduction of segments and passed to reduce_segments.cu under this name.
// This one, a sum of floats, stands for them where that kernel is compiled by itself.
#pragma once

#include <array/expression.cuh>
#include <glint/expression/reductions.cuh>

namespace glint::expression {

struct Reduction : SumOf<float, float> {};
using Offset = int;  // where segments begin
using Destination = Elements<float, Index, kRank, Step::same>;

constexpr int kReads = 4;   // packs that a thread has under way
constexpr int kJoin = 256;  // threads that join the tiles of one segment

}  // namespace glint::expression
