// SPDX-License-Identifier: MIT
#pragma once

#include <glint/cpu/lowering/lanes/emit/lane_values.hpp>

namespace glint::cpu {

/// The questions of a block whose usual answers make neighbours of what lanes access, though they
/// may not be in any case: `x > 0` for `a[x > 0 ? i - 1 : i]`. All can be asked before their turn.
UsualAnswers usual_answers(const LaneValues& values, const llvm::BasicBlock& block);

/// Whether lanes get the usual answer, a vector of i1.
llvm::Value* gets_usual_answer(LaneValues& values, const UsualAnswer& usual);

/// Whether a value is computed in its block from the answer to one of these.
bool depends_on(const llvm::Value* value, llvm::ArrayRef<UsualAnswer> answers);

}  // namespace glint::cpu
