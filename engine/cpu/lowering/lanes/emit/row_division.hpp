// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/InstrTypes.h>

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {

bool is_signed(llvm::Instruction::BinaryOps division);
bool is_remainder(llvm::Instruction::BinaryOps division);

/// A division of strided numbers by a uniform number, as in `(x + 1) % width`. Most rows of lanes
/// lie between two multiples of the divisor; then one division is enough for all lanes.
class RowDivision {
public:
    static bool suits(const LaneValues& values, const llvm::BinaryOperator& division);

    /// `first` is the dividend in lane 0. Stops the kernel if the divisor is 0.
    RowDivision(const LaneBuilder& lanes, const llvm::BinaryOperator& division, llvm::Value* first,
                llvm::Value* divisor);

    /// Returns an i1 that is true if the results are a row: no multiple of the divisor lies after
    /// the first lane, no number is negative, and the row does not wrap.
    llvm::Value* gives_row() const;

    /// The result in lane 0, if the results are a row.
    llvm::Value* first_result() const { return result_; }
    /// The results in all lanes, if they are a row.
    llvm::Value* vector(LaneValues& values) const;

private:
    llvm::Constant* number(const llvm::APInt& value) const;

    llvm::IRBuilder<>& ir_;
    llvm::Instruction::BinaryOps opcode_;
    std::int64_t stride_;
    llvm::APInt span_;  // difference between the first and the last lane
    llvm::Value* first_;
    llvm::Value* divisor_;
    llvm::Value* result_;
};

/// Returns the divisions of a block whose results are often a row and that can be computed ahead of
/// their position in the block.
llvm::SmallVector<const llvm::BinaryOperator*, 8> row_divisions(const LaneValues& values,
                                                                const llvm::BasicBlock& block);

}  // namespace glint::cpu
