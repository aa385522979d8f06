// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/prepare/grid_loops.hpp>

#include <algorithm>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <glint/cpu/codegen/abi.hpp>
#include <glint/cpu/lowering/lanes/analyze/operations.hpp>
#include <glint/cpu/lowering/names.hpp>

namespace glint::cpu {
namespace {

constexpr unsigned kMaxIndexSteps = 8;
constexpr unsigned kRoundsAhead = 4;

bool reads_grid(const llvm::Value* value, const llvm::Value* launch, unsigned depth) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || depth == kMaxIndexSteps) return false;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
        std::int64_t offset = 0;
        const llvm::Value* base = llvm::GetPointerBaseWithConstantOffset(
            load->getPointerOperand(), offset, load->getDataLayout());
        return base == launch && offset >= 0 && std::size_t(offset) < sizeof(LaunchView::grid);
    }
    return std::any_of(
        instruction->op_begin(), instruction->op_end(),
        [&](const llvm::Use& operand) { return reads_grid(operand, launch, depth + 1); });
}

// Returns true if `value` is the variable i of a loop with `i += step`, where step depends on the
// size of the grid.
bool steps_by_grid(const llvm::Value* value, const llvm::Loop& loop, const llvm::Value* launch) {
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
    if (phi == nullptr || phi->getParent() != loop.getHeader()) return false;
    const auto* next =
        llvm::dyn_cast<llvm::BinaryOperator>(phi->getIncomingValueForBlock(loop.getLoopLatch()));
    if (next == nullptr || next->getOpcode() != llvm::Instruction::Add) return false;
    const bool first = next->getOperand(0) == phi;
    const llvm::Value* step = next->getOperand(first ? 1 : 0);
    return (first || next->getOperand(1) == phi) && loop.isLoopInvariant(step) &&
           reads_grid(step, launch, 0);
}

// Returns the branch at the end of the loop's header if it leaves the loop when i reaches a bound,
// else nullptr.
llvm::BranchInst* grid_branch(const llvm::Loop& loop, const llvm::Value* launch) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(loop.getHeader()->getTerminator());
    if (branch == nullptr || !branch->isConditional()) return nullptr;
    const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
    if (compare == nullptr || compare->isEquality()) return nullptr;
    const auto goes_to_end = [&](unsigned i) {
        return steps_by_grid(compare->getOperand(i), loop, launch) &&
               loop.isLoopInvariant(compare->getOperand(1 - i));
    };
    return goes_to_end(0) || goes_to_end(1) ? branch : nullptr;
}

bool meets_others(const llvm::Instruction& instruction) {
    return is_barrier(instruction) || is_warp_operation(instruction);
}

bool has_pure_header(const llvm::Loop& loop) {
    return std::none_of(
        loop.getHeader()->begin(), loop.getHeader()->end(),
        [](const llvm::Instruction& instruction) { return instruction.mayHaveSideEffects(); });
}

bool can_be_joined(const llvm::Loop& loop, const llvm::PostDominatorTree& later,
                   const llvm::Function& body) {
    const auto blocks = loop.blocks();
    return loop.isInnermost() && loop.getLoopPreheader() != nullptr &&
           loop.getLoopLatch() != nullptr && loop.getExitingBlock() == loop.getHeader() &&
           later.dominates(loop.getHeader(), &body.getEntryBlock()) && has_pure_header(loop) &&
           std::none_of(blocks.begin(), blocks.end(), [](const llvm::BasicBlock* block) {
               return std::any_of(block->begin(), block->end(), meets_others);
           });
}

// Builds a test that is true if any thread of the block leaves the loop. All threads get the same
// result.
llvm::Value* any_leaves(llvm::IRBuilder<>& builder, const llvm::ICmpInst& compare,
                        bool stays_if_true) {
    llvm::Module& module = *builder.GetInsertBlock()->getModule();
    auto* type = llvm::FunctionType::get(builder.getInt1Ty(), {builder.getInt1Ty()}, false);
    llvm::Value* leaves =
        builder.CreateICmp(stays_if_true ? compare.getInversePredicate() : compare.getPredicate(),
                           compare.getOperand(0), compare.getOperand(1));
    return builder.CreateCall(module.getOrInsertFunction(names::kBarrierAny, type), {leaves});
}

// Returns the address that `pointer` will have `kRoundsAhead` iterations later. Returns nullptr if
// the address depends on other values that change in the loop.
llvm::Value* place_in_later_round(llvm::IRBuilder<>& builder, llvm::Value* pointer,
                                  const llvm::Loop& loop, const llvm::Value* launch) {
    auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer);
    if (step == nullptr || step->getNumIndices() != 1 ||
        !loop.isLoopInvariant(step->getPointerOperand()) ||
        !steps_by_grid(step->getOperand(1), loop, launch))
        return nullptr;
    const auto* number = llvm::cast<llvm::PHINode>(step->getOperand(1));
    const auto* next =
        llvm::cast<llvm::BinaryOperator>(number->getIncomingValueForBlock(loop.getLoopLatch()));
    llvm::Value* stride = next->getOperand(next->getOperand(0) == number ? 1 : 0);
    llvm::Value* rounds = llvm::ConstantInt::get(stride->getType(), kRoundsAhead);
    llvm::Value* later = builder.CreateAdd(step->getOperand(1), builder.CreateMul(stride, rounds));
    return builder.CreateGEP(step->getSourceElementType(), step->getPointerOperand(), {later});
}

// Builds prefetches for later iterations. The hardware prefetcher cannot predict these addresses,
// because a block skips the elements that other blocks read.
llvm::SmallVector<llvm::Instruction*, 4> read_ahead(const llvm::Loop& loop,
                                                    const llvm::Value* launch) {
    llvm::SmallVector<llvm::LoadInst*, 4> loads;
    for (llvm::BasicBlock* block : loop.blocks())
        for (llvm::Instruction& instruction : *block)
            if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) loads.push_back(load);
    llvm::SmallVector<llvm::Instruction*, 4> reads;
    for (llvm::LoadInst* load : loads) {
        llvm::IRBuilder<> builder(load);
        llvm::Value* place = place_in_later_round(builder, load->getPointerOperand(), loop, launch);
        if (place == nullptr) continue;
        constexpr unsigned kRead = 0, kKeep = 3, kData = 1;
        reads.push_back(builder.CreateIntrinsic(
            llvm::Intrinsic::prefetch, {builder.getPtrTy()},
            {place, builder.getInt32(kRead), builder.getInt32(kKeep), builder.getInt32(kData)}));
    }
    return reads;
}

void add_joined_copy(const llvm::Loop& loop, llvm::BranchInst& branch) {
    llvm::BasicBlock* header = loop.getHeader();
    llvm::BasicBlock* before = loop.getLoopPreheader();
    llvm::Function& body = *header->getParent();
    llvm::ValueToValueMapTy map;
    llvm::SmallVector<llvm::BasicBlock*, 8> copies;
    for (llvm::BasicBlock* block : loop.blocks()) {
        copies.push_back(llvm::CloneBasicBlock(block, map, ".joined", &body));
        map[block] = copies.back();
    }
    llvm::remapInstructionsInBlocks(copies, map);
    auto* joined = llvm::cast<llvm::BasicBlock>(map[header]);
    before->getTerminator()->replaceSuccessorWith(header, joined);
    for (llvm::PHINode& phi : header->phis()) {
        const auto outside = static_cast<unsigned>(phi.getBasicBlockIndex(before));
        phi.setIncomingValue(outside, map[&phi]);
        phi.setIncomingBlock(outside, joined);
    }
    llvm::Instruction* old = joined->getTerminator();
    llvm::IRBuilder<> builder(old);
    const bool stays_if_true = loop.contains(branch.getSuccessor(0));
    const auto& compare = llvm::cast<llvm::ICmpInst>(*old->getOperand(0));
    builder.CreateCondBr(any_leaves(builder, compare, stays_if_true), header,
                         old->getSuccessor(stays_if_true ? 0 : 1));
    old->eraseFromParent();
}

}  // namespace

void join_grid_loops(llvm::Function& body, bool reads_ahead) {
    llvm::DominatorTree dominators(body);
    const llvm::PostDominatorTree later(body);
    llvm::LoopInfo loops(dominators);
    for (llvm::Loop* loop : loops)
        llvm::simplifyLoop(loop, &dominators, &loops, nullptr, nullptr, nullptr, false);
    for (const llvm::Loop* loop : loops) {
        if (!can_be_joined(*loop, later, body)) continue;
        llvm::BranchInst* branch = grid_branch(*loop, body.getArg(0));
        if (branch == nullptr) continue;
        llvm::SmallVector<llvm::Instruction*, 4> reads;
        if (reads_ahead) reads = read_ahead(*loop, body.getArg(0));
        add_joined_copy(*loop, *branch);
        for (llvm::Instruction* read : reads) read->eraseFromParent();
    }
}

}  // namespace glint::cpu
