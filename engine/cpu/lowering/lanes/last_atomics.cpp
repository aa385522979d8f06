#include <glint/cpu/lowering/lanes/last_atomics.hpp>

#include <algorithm>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

namespace glint::cpu {
namespace {

bool sees_memory(const llvm::Instruction& instruction) {
    const bool is_blind = llvm::isa<llvm::AtomicRMWInst>(instruction) && instruction.use_empty();
    return instruction.mayReadFromMemory() && !is_blind;
}

bool sees_memory(llvm::BasicBlock::const_iterator begin, const llvm::BasicBlock& block) {
    return std::any_of(begin, block.end(),
                       [](const llvm::Instruction& i) { return sees_memory(i); });
}

// Whether the thread may read memory after `atomic`.
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

}  // namespace

LastAtomics::LastAtomics(llvm::Function& body, Slots& slots) : slots_(slots) {
    for (const llvm::Instruction& instruction : llvm::instructions(body)) {
        const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
        if (atomic != nullptr && atomic->use_empty() && !is_seen(*atomic)) sums_[atomic] = {};
    }
}

void LastAtomics::add(llvm::IRBuilder<>& builder, const llvm::AtomicRMWInst& atomic,
                      llvm::Value* place, llvm::Value* operand, llvm::Constant* neutral) {
    Sum& sum = sums_.at(&atomic);
    if (sum.memory == nullptr)
        sum = {.place = place,
               .memory = slots_.memory(operand->getType(), "last.sum"),
               .is_needed = slots_.memory(builder.getInt1Ty(), "last.is.needed"),
               .neutral = neutral};
    llvm::Value* before = builder.CreateLoad(operand->getType(), sum.memory);
    builder.CreateStore(llvm::buildAtomicRMWValue(atomic.getOperation(), builder, before, operand),
                        sum.memory);
    builder.CreateStore(builder.getTrue(), sum.is_needed);
}

void LastAtomics::finish(llvm::Instruction& end, llvm::BasicBlock& entry) {
    llvm::IRBuilder<> start(entry.getTerminator());
    for (const auto& [atomic, sum] : sums_) {
        if (sum.memory == nullptr) continue;
        start.CreateStore(sum.neutral, sum.memory);
        start.CreateStore(start.getFalse(), sum.is_needed);
        llvm::IRBuilder<> builder(&end);
        llvm::Value* is_needed = builder.CreateLoad(builder.getInt1Ty(), sum.is_needed);
        builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(is_needed, &end, false));
        llvm::Value* total = builder.CreateLoad(sum.neutral->getType(), sum.memory);
        // What is subtracted in the end is the sum of what each would subtract.
        const bool subtracts = atomic->getOperation() == llvm::AtomicRMWInst::Sub;
        builder.CreateAtomicRMW(subtracts ? llvm::AtomicRMWInst::Add : atomic->getOperation(),
                                sum.place, total, atomic->getAlign(), atomic->getOrdering(),
                                atomic->getSyncScopeID());
    }
}

}  // namespace glint::cpu
