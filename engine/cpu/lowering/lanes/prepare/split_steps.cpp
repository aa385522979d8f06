// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/prepare/split_steps.hpp>

#include <algorithm>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

namespace glint::cpu {
namespace {

// Returns the number of indices before the constant indices at the end of the GEP.
unsigned leading_indices(const llvm::GetElementPtrInst& step) {
    unsigned count = step.getNumIndices();
    while (count > 0 && llvm::isa<llvm::ConstantInt>(step.getOperand(count))) --count;
    return count;
}

std::int64_t bytes_after(const llvm::GetElementPtrInst& step, unsigned leading) {
    const llvm::DataLayout& layout = step.getDataLayout();
    std::int64_t bytes = 0;
    unsigned position = 0;
    for (auto index = llvm::gep_type_begin(step); index != llvm::gep_type_end(step); ++index) {
        if (position++ < leading) continue;
        const auto* constant = llvm::cast<llvm::ConstantInt>(index.getOperand());
        if (llvm::StructType* type = index.getStructTypeOrNull())
            bytes += static_cast<std::int64_t>(
                layout.getStructLayout(type)
                    ->getElementOffset(static_cast<unsigned>(constant->getZExtValue()))
                    .getFixedValue());
        else
            bytes +=
                constant->getSExtValue() *
                static_cast<std::int64_t>(index.getSequentialElementStride(layout).getFixedValue());
    }
    return bytes;
}

// Returns false for GEPs into local arrays, because these arrays have a different memory layout for
// lanes.
bool can_split(const llvm::GetElementPtrInst& step) {
    const unsigned leading = leading_indices(step);
    return leading > 0 && leading < step.getNumIndices() &&
           !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(&step, 0));
}

void split(llvm::GetElementPtrInst& step) {
    const unsigned leading = leading_indices(step);
    llvm::IRBuilder<> builder(&step);
    llvm::SmallVector<llvm::Value*, 4> indices(step.idx_begin(), step.idx_begin() + leading);
    llvm::Value* start = builder.CreateGEP(step.getSourceElementType(), step.getPointerOperand(),
                                           indices, "", step.getNoWrapFlags());
    llvm::Value* bytes =
        llvm::ConstantInt::getSigned(builder.getInt64Ty(), bytes_after(step, leading));
    step.replaceAllUsesWith(
        builder.CreateGEP(builder.getInt8Ty(), start, bytes, "", step.getNoWrapFlags()));
    step.eraseFromParent();
}

}  // namespace

void split_steps(llvm::Function& function) {
    llvm::SmallVector<llvm::GetElementPtrInst*, 16> steps;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
            if (can_split(*step)) steps.push_back(step);
    for (llvm::GetElementPtrInst* step : steps) split(*step);
}

}  // namespace glint::cpu
