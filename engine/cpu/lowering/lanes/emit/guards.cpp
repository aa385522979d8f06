// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/emit/guards.hpp>

#include <algorithm>

#include <llvm/IR/IntrinsicInst.h>

namespace glint::cpu {
namespace {

bool costs_less_than_branch(const llvm::BasicBlock& block) {
    constexpr std::size_t kCheap = 12;  // number of instructions
    return block.size() <= kCheap && llvm::none_of(block, [](const llvm::Instruction& instruction) {
               const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
               return instruction.getOpcode() == llvm::Instruction::FDiv ||
                      (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::sqrt);
           });
}

// Returns true if the code of an instruction is incorrect without active lanes.
bool needs_some_lane(const LaneValues& values, const llvm::Instruction& instruction) {
    if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction))
        return values.shape(pointer).is_uniform() &&
               values.analyses().memory.element_bytes(pointer) == 0;
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        return operation_of(*call) == Operation::none && !llvm::isa<llvm::IntrinsicInst>(call);
    return instruction.isAtomic() || instruction.isIntDivRem();
}

}  // namespace

bool needs_guard(const LaneValues& values, const Node& node) {
    if (has_barrier(node)) return false;
    if (node.loop != nullptr || !costs_less_than_branch(*node.block)) return true;
    return llvm::any_of(*node.block, [&](const llvm::Instruction& instruction) {
        return needs_some_lane(values, instruction);
    });
}

bool has_guard(const LaneValues& values, const Scope& scope, llvm::ArrayRef<unsigned> nodes) {
    return llvm::any_of(nodes,
                        [&](unsigned index) { return needs_guard(values, scope.nodes[index]); });
}

bool gains_from_skipping(const LaneValues& values, const Scope& scope,
                         llvm::ArrayRef<unsigned> nodes) {
    constexpr std::ptrdiff_t kMinGuards = 2;
    const auto is_guarded = [&](unsigned index) { return needs_guard(values, scope.nodes[index]); };
    return values.uses(LanesPass::skipped_parts) && !scope.has_barrier &&
           llvm::count_if(nodes, is_guarded) >= kMinGuards;
}

bool gains_from_whole(const LaneValues& values, const Node& node) {
    if (has_barrier(node) || !values.uses(LanesPass::whole_versions)) return false;
    return node.loop != nullptr ||
           llvm::any_of(*node.block, [&](const llvm::Instruction& instruction) {
               const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
               return pointer != nullptr && !values.shape(pointer).is_uniform();
           });
}

std::size_t nodes_after_first(const Scope& scope, llvm::ArrayRef<unsigned> nodes) {
    std::size_t count = 1;
    const auto is_behind = [&](unsigned predecessor) {
        return llvm::is_contained(nodes.take_front(count), predecessor);
    };
    while (count < nodes.size() && llvm::all_of(scope.nodes[nodes[count]].predecessors, is_behind))
        ++count;
    return count;
}

}  // namespace glint::cpu
