// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/parallel_loop.hpp>

#include <algorithm>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace glint::cpu {
namespace {

bool keeps_locals(llvm::Function& function) {
    const auto all = llvm::instructions(function);
    return std::any_of(all.begin(), all.end(), [](const llvm::Instruction& instruction) {
        return llvm::isa<llvm::AllocaInst>(instruction);
    });
}

llvm::Loop* find_loop(llvm::LoopInfo& loops, const llvm::MDNode* identity) {
    for (llvm::Loop* loop : loops.getLoopsInPreorder())
        if (loop->getLoopID() == identity) return loop;
    return nullptr;
}

void mark(llvm::Loop& loop, llvm::LLVMContext& context) {
    auto* group = llvm::MDNode::getDistinct(context, {});
    for (llvm::BasicBlock* block : loop.blocks())
        for (llvm::Instruction& instruction : *block)
            if (instruction.mayReadOrWriteMemory())
                instruction.setMetadata(llvm::LLVMContext::MD_access_group, group);
    auto* accesses = llvm::MDNode::get(
        context, {llvm::MDString::get(context, "llvm.loop.parallel_accesses"), group});
    auto* identity = llvm::MDNode::getDistinct(context, {nullptr, accesses});
    identity->replaceOperandWith(0, identity);
    loop.setLoopID(identity);
}

}  // namespace

void mark_parallel(const Entry& entry) {
    if (keeps_locals(*entry.function)) return;
    const llvm::DominatorTree dominators(*entry.function);
    llvm::LoopInfo loops(dominators);
    llvm::Loop* loop = find_loop(loops, entry.thread_loop);
    if (loop != nullptr) mark(*loop, entry.function->getContext());
}

}  // namespace glint::cpu
