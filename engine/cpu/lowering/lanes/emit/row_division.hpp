// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/InstrTypes.h>

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {

bool is_signed(llvm::Instruction::BinaryOps division);
bool is_remainder(llvm::Instruction::BinaryOps division);

/// A division of strided numbers by a uniform number, for example `(x + 1) % width`. Usually, the
/// quotients of all lanes are equal, and the remainders have the stride of the dividends. Such
/// results are called a row. A single division is enough to compute a row.
class RowDivision {
public:
    static bool suits(const LaneValues& values, const llvm::BinaryOperator& division);

    /// `first` is the dividend in lane 0. Builds the division in lane 0. If the divisor is 0, this
    /// division stops the kernel.
    RowDivision(const LaneBuilder& lanes, const llvm::BinaryOperator& division, llvm::Value* first,
                llvm::Value* divisor);

    /// Builds an i1 that is true if the results are a row. This requires that the quotients of the
    /// first and the last lane are equal, that neither operand is negative, and that the dividends
    /// do not wrap.
    llvm::Value* gives_row() const;

    /// Returns the result in lane 0. It is only valid if the results are a row.
    llvm::Value* first_result() const { return result_; }
    /// Builds a vector of the results in all lanes. It is only valid if the results are a row.
    llvm::Value* vector(LaneValues& values) const;

private:
    llvm::Constant* number(const llvm::APInt& value) const;

    llvm::IRBuilder<>& ir_;
    llvm::Instruction::BinaryOps opcode_;
    std::int64_t stride_;
    llvm::APInt span_;  // difference between the dividends of the last and the first lane
    llvm::Value* first_;
    llvm::Value* divisor_;
    llvm::Value* result_;
};

/// Returns the divisions of a block that can be computed before their position in the block, and
/// whose results are likely to be a row.
llvm::SmallVector<const llvm::BinaryOperator*, 8> row_divisions(const LaneValues& values,
                                                                const llvm::BasicBlock& block);

}  // namespace glint::cpu
