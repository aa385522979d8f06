// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/emit/lane_values.hpp>

namespace glint::cpu {

/// Returns the conditions of a block whose usual answers make lanes access consecutive addresses,
/// although in general they may not: `x > 0` for `a[x > 0 ? i - 1 : i]`. All of them can be
/// evaluated before their turn.
LikelyConditions likely_conditions(const LaneValues& values, const llvm::BasicBlock& block);

/// Returns a vector of i1: true in lanes that get the usual answer.
llvm::Value* meets_likely_condition(LaneValues& values, const LikelyCondition& usual);

/// True if a value is computed in its block from one of these answers.
bool depends_on(const llvm::Value* value, llvm::ArrayRef<LikelyCondition> answers);

}  // namespace glint::cpu
