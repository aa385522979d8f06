// What is written for each reduction and passed to the kernels in this folder under this name. This
// one, a sum of floats, stands for them where those kernels are compiled by themselves.
#pragma once

#include <array/expression.cuh>
#include <glint/expression/reductions.cuh>

namespace glint::expression {

struct Reduction : SumOf<float, float> {};
using Offset = int;  // where segments begin
using Destination = Elements<float, Index, kRank, Step::same>;

constexpr int kReads = 4;      // packs that a thread has under way
constexpr int kGroup = 256;    // threads that reduce one output together
constexpr int kThreads = 256;  // of a block
constexpr int kAcross = 32;    // of them beside each other, each with its own columns
constexpr int kJoin = 256;     // threads that join the partial results of one output
constexpr bool kFlat = true;   // whether what one output is made of is one row

}  // namespace glint::expression
