// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/prepare/bound_indices.hpp>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>

#include <glint/cpu/codegen/abi.hpp>
#include <glint/cpu/lowering/lanes/analyze/operations.hpp>

namespace glint::cpu {
namespace {

using Operations = llvm::SmallSet<Operation, 6>;

unsigned limit_of(Operation operation, const driver::Dim3& block) {
    constexpr auto kMaxThreads = static_cast<unsigned>(kMaxLaneThreads);
    switch (operation) {
        case Operation::thread_x: return block.x;
        case Operation::thread_y: return block.y;
        case Operation::thread_z: return block.z;
        case Operation::block_x: return kMaxThreads / block.x;
        default: return 65536;
    }
}

/// Returns the thread and block indices from which `root` is computed. Follows only arithmetic
/// operations and casts.
Operations indices_in(llvm::Value& root) {
    Operations found;
    llvm::SmallPtrSet<llvm::Value*, 16> seen;
    llvm::SmallVector<llvm::Value*, 16> open{&root};
    while (!open.empty()) {
        llvm::Value* value = open.pop_back_val();
        if (!seen.insert(value).second) continue;
        if (is_index(*value)) found.insert(operation_of(*value));
        if (llvm::isa<llvm::BinaryOperator, llvm::CastInst>(value))
            llvm::append_range(open, llvm::cast<llvm::Instruction>(value)->operands());
    }
    return found;
}

bool equates_one_index(const llvm::SelectInst& select) {
    const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(select.getCondition());
    if (compare == nullptr || !compare->isEquality()) return false;
    const Operations left = indices_in(*compare->getOperand(0));
    const Operations right = indices_in(*compare->getOperand(1));
    return llvm::any_of(left, [&](Operation index) { return right.contains(index); });
}

bool equates_one_index(llvm::Function& body) {
    return llvm::any_of(llvm::instructions(body), [](const llvm::Instruction& instruction) {
        const auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction);
        return select != nullptr && equates_one_index(*select);
    });
}

}  // namespace

void fold_single_indices(llvm::Function& body, const driver::Dim3& block) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(body))) {
        if (!is_index(instruction) || limit_of(operation_of(instruction), block) != 1) continue;
        instruction.replaceAllUsesWith(llvm::ConstantInt::get(instruction.getType(), 0));
        instruction.eraseFromParent();
    }
}

void bound_indices(llvm::Function& body, const driver::Dim3& block) {
    if (equates_one_index(body)) return;
    llvm::MDBuilder metadata(body.getContext());
    for (llvm::Instruction& instruction : llvm::instructions(body)) {
        if (!is_index(instruction)) continue;
        const llvm::APInt limit(32, limit_of(operation_of(instruction), block));
        instruction.setMetadata(llvm::LLVMContext::MD_range,
                                metadata.createRange(llvm::APInt(32, 0), limit));
    }
}

}  // namespace glint::cpu
