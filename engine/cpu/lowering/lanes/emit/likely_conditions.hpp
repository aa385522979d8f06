// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/emit/lane_values.hpp>

namespace glint::cpu {

/// Returns the conditions of a block that make lanes access consecutive addresses if all lanes have
/// the usual value, as `x > 0` does for `a[x > 0 ? i - 1 : i]`. All of them can be evaluated ahead
/// of their position in the block.
LikelyConditions likely_conditions(const LaneValues& values, const llvm::BasicBlock& block);

/// Returns a vector of i1: true in lanes where the condition has its usual value.
llvm::Value* meets_likely_condition(LaneValues& values, const LikelyCondition& usual);

/// True if a value is computed in its block from one of these conditions.
bool depends_on(const llvm::Value* value, llvm::ArrayRef<LikelyCondition> answers);

}  // namespace glint::cpu
