// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/emit/lane_values.hpp>

namespace glint::cpu {

/// Returns conditions of a block that help lanes to access consecutive addresses. If such a
/// condition has its usual value in all lanes, more addresses are consecutive: for example, `x > 0`
/// in `a[x > 0 ? i - 1 : i]`. All returned conditions can be computed before their position in the
/// block.
LikelyConditions likely_conditions(const LaneValues& values, const llvm::BasicBlock& block);

/// Builds a vector of i1 that is true in the lanes where the condition has its usual value.
llvm::Value* meets_likely_condition(LaneValues& values, const LikelyCondition& usual);

/// Returns true if `value` is computed from one of these conditions within its block.
bool depends_on(const llvm::Value* value, llvm::ArrayRef<LikelyCondition> answers);

}  // namespace glint::cpu
