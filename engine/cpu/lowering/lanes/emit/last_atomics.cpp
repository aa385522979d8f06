// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/emit/last_atomics.hpp>

#include <algorithm>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include <glint/cpu/lowering/lanes/emit/counted_loop.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;

bool sees_memory(const llvm::Instruction& instruction) {
    const bool is_blind = llvm::isa<llvm::AtomicRMWInst>(instruction) && instruction.use_empty();
    return instruction.mayReadFromMemory() && !is_blind;
}

bool sees_memory(llvm::BasicBlock::const_iterator begin, const llvm::BasicBlock& block) {
    return std::any_of(begin, block.end(),
                       [](const llvm::Instruction& i) { return sees_memory(i); });
}

// Returns true if the thread may read memory after `atomic`.
bool is_seen(const llvm::AtomicRMWInst& atomic) {
    if (sees_memory(std::next(atomic.getIterator()), *atomic.getParent())) return true;
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> reached;
    llvm::SmallVector<const llvm::BasicBlock*, 16> pending(llvm::successors(atomic.getParent()));
    while (!pending.empty()) {
        const llvm::BasicBlock* block = pending.pop_back_val();
        if (!reached.insert(block).second) continue;
        if (sees_memory(block->begin(), *block)) return true;
        pending.append(llvm::succ_begin(block), llvm::succ_end(block));
    }
    return false;
}

// Returns the address of the element for `group` in an array with one element per group.
Value* element(llvm::IRBuilder<>& builder, llvm::AllocaInst* array, Value* group) {
    llvm::Type* type = llvm::cast<llvm::ArrayType>(array->getAllocatedType())->getElementType();
    return builder.CreateInBoundsGEP(type, array, group);
}

llvm::AtomicRMWInst::BinOp operation_on_total(const llvm::AtomicRMWInst& atomic) {
    // For a subtraction, the total is the sum of the negated operands, so the total is added.
    const bool subtracts = atomic.getOperation() == llvm::AtomicRMWInst::Sub;
    return subtracts ? llvm::AtomicRMWInst::Add : atomic.getOperation();
}

}  // namespace

LastAtomics::LastAtomics(llvm::Function& body, Slots& slots, const GroupLoops& loops)
    : slots_(slots), loops_(loops) {
    for (const llvm::Instruction& instruction : llvm::instructions(body)) {
        const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
        if (atomic != nullptr && atomic->use_empty() && !is_seen(*atomic)) sums_[atomic] = {};
    }
}

LastAtomics::Sum LastAtomics::make(llvm::IRBuilder<>& builder, const Addition& addition,
                                   llvm::Constant* neutral) {
    Sum sum{.neutral = neutral, .stride_bytes = addition.stride_bytes};
    if (addition.lanes != nullptr) sum.groups = loops_.groups();
    const auto array = [&](llvm::Type* type, const char* name) {
        return slots_.memory(llvm::ArrayType::get(type, sum.groups), name);
    };
    sum.total = array(neutral->getType(), "last.total");
    sum.places = array(builder.getPtrTy(), "last.places");
    sum.lanes = array(builder.getInt32Ty(), "last.lanes");
    return sum;
}

void LastAtomics::add(llvm::IRBuilder<>& builder, const llvm::AtomicRMWInst& atomic,
                      const Addition& addition, llvm::Constant* neutral) {
    Sum& sum = sums_.at(&atomic);
    if (sum.total == nullptr) sum = make(builder, addition, neutral);
    Value* group = sum.groups == 1 ? builder.getInt32(0) : loops_.group();
    Value* total = element(builder, sum.total, group);
    Value* before = builder.CreateLoad(neutral->getType(), total);
    builder.CreateStore(
        llvm::buildAtomicRMWValue(atomic.getOperation(), builder, before, addition.operand), total);
    builder.CreateStore(addition.place, element(builder, sum.places, group));
    Value* lanes = element(builder, sum.lanes, group);
    builder.CreateStore(
        builder.CreateOr(builder.CreateLoad(builder.getInt32Ty(), lanes),
                         addition.lanes != nullptr ? addition.lanes : builder.getInt32(1)),
        lanes);
}

void LastAtomics::clear(llvm::IRBuilder<>& builder, const Sum& sum) {
    for (unsigned group = 0; group < sum.groups; ++group) {
        Value* number = builder.getInt32(group);
        builder.CreateStore(sum.neutral, element(builder, sum.total, number));
        builder.CreateStore(builder.getInt32(0), element(builder, sum.lanes, number));
    }
}

void LastAtomics::store_sum(llvm::IRBuilder<>& builder, const llvm::AtomicRMWInst& atomic,
                            const Sum& sum) {
    CountedLoop groups(builder, builder.getInt32(sum.groups), "last.group");
    Value* lanes =
        builder.CreateLoad(builder.getInt32Ty(), element(builder, sum.lanes, groups.index()));
    BitLoop each(builder, lanes, "last.lane");
    llvm::Type* type = sum.neutral->getType();
    Value* operand = element(builder, sum.total, groups.index());
    if (type->isVectorTy())
        operand = builder.CreateInBoundsGEP(type->getScalarType(), operand, each.bit());
    Value* offset =
        builder.CreateMul(builder.CreateZExt(each.bit(), builder.getInt64Ty()),
                          llvm::ConstantInt::getSigned(builder.getInt64Ty(), sum.stride_bytes));
    Value* first =
        builder.CreateLoad(builder.getPtrTy(), element(builder, sum.places, groups.index()));
    builder.CreateAtomicRMW(operation_on_total(atomic),
                            builder.CreateGEP(builder.getInt8Ty(), first, offset),
                            builder.CreateLoad(type->getScalarType(), operand), atomic.getAlign(),
                            atomic.getOrdering(), atomic.getSyncScopeID());
    each.close(builder);
    groups.close(builder);
}

void LastAtomics::finish(llvm::Instruction& end, llvm::BasicBlock& entry) {
    llvm::IRBuilder<> start(entry.getTerminator());
    for (const auto& [atomic, sum] : sums_) {
        if (sum.total == nullptr) continue;
        clear(start, sum);
        llvm::BasicBlock* before = end.getParent();
        llvm::BasicBlock* after = llvm::SplitBlock(before, &end);
        before->getTerminator()->eraseFromParent();
        llvm::IRBuilder<> builder(before);
        builder.SetCurrentDebugLocation(end.getDebugLoc());
        store_sum(builder, *atomic, sum);
        builder.CreateBr(after);
    }
}

}  // namespace glint::cpu
