// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/prepare/prepare_body.hpp>

#include <algorithm>

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>

#include <glint/cpu/codegen/abi.hpp>
#include <glint/cpu/codegen/optimize.hpp>
#include <glint/cpu/lowering/lanes/analyze/operations.hpp>
#include <glint/cpu/lowering/lanes/prepare/bound_indices.hpp>
#include <glint/cpu/lowering/lanes/prepare/grid_loops.hpp>
#include <glint/cpu/lowering/lanes/prepare/split_steps.hpp>
#include <glint/cpu/lowering/lanes/prepare/widen_indices.hpp>
#include <glint/cpu/lowering/lanes/rejection.hpp>
#include <glint/cpu/lowering/module_passes.hpp>

namespace glint::cpu {
namespace {

// These passes turn local variables into values and then simplify the code. No pass duplicates
// blocks with barriers. No pass rotates loops, because exits at the top of a loop are easier to
// recognize.
constexpr const char* kFirstPasses =
    "lower-expect,sroa<modify-cfg>,early-cse<memssa>,simplifycfg,"
    "instcombine<no-verify-fixpoint>";
constexpr const char* kLoopPasses =
    "simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,"
    "loop-mssa(licm<allowspeculation>,simple-loop-unswitch<no-nontrivial;trivial>),simplifycfg,"
    "instcombine<no-verify-fixpoint>,correlated-propagation,loop-simplify,lcssa,"
    "loop(indvars,loop-deletion,loop-unroll-full),sroa<modify-cfg>,early-cse<memssa>,"
    "gvn<no-pre;no-load-pre>";
constexpr const char* kLastPasses =
    "instcombine<no-verify-fixpoint>,correlated-propagation,adce,jump-threading,simplifycfg";
constexpr const char* kFindCommonParts = "early-cse";

// Blocks with at most this many threads have a single group, so join_grid_loops() would not help.
constexpr unsigned kOneGroup = 32;

llvm::BasicBlock& single_return(llvm::Function& function) {
    auto* last = llvm::BasicBlock::Create(function.getContext(), "return", &function);
    llvm::ReturnInst::Create(function.getContext(), last);
    for (llvm::BasicBlock& block : function) {
        if (&block == last || !llvm::isa<llvm::ReturnInst>(block.getTerminator())) continue;
        llvm::ReplaceInstWithInst(block.getTerminator(), llvm::BranchInst::Create(last));
    }
    return *last;
}

// Returns the other target of the branch to `block`. Returns nullptr if `block` does not have
// exactly one predecessor with exactly one other target.
llvm::BasicBlock* sibling_of(llvm::BasicBlock& block) {
    llvm::BasicBlock* before = block.getSinglePredecessor();
    if (before == nullptr || before->getTerminator()->getNumSuccessors() != 2) return nullptr;
    llvm::Instruction* branch = before->getTerminator();
    llvm::BasicBlock* other = branch->getSuccessor(branch->getSuccessor(0) == &block ? 1 : 0);
    return other == &block ? nullptr : other;
}

// Replaces the `unreachable` after a failed assertion with a jump to the path of the other threads.
// A thread never continues after a failed assertion, so any target is correct. This target does not
// add control flow.
void replace_dead_ends(llvm::Function& function, llvm::BasicBlock& last) {
    for (llvm::BasicBlock& block : function) {
        if (!llvm::isa<llvm::UnreachableInst>(block.getTerminator())) continue;
        llvm::BasicBlock* next = sibling_of(block);
        if (next == nullptr) next = &last;
        for (llvm::PHINode& phi : next->phis())
            phi.addIncoming(llvm::PoisonValue::get(phi.getType()), &block);
        llvm::ReplaceInstWithInst(block.getTerminator(), llvm::BranchInst::Create(next));
    }
}

void isolate_barriers(llvm::Function& function) {
    llvm::SmallVector<llvm::Instruction*, 8> barriers;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (is_barrier(instruction)) barriers.push_back(&instruction);
    for (llvm::Instruction* barrier : barriers) {
        llvm::SplitBlock(barrier->getParent(), barrier);
        llvm::SplitBlock(barrier->getParent(), barrier->getNextNode());
    }
}

void lower_switches(llvm::Function& function, llvm::TargetMachine& machine) {
    ModulePipeline pipeline(&machine);
    pipeline.run(function, llvm::LowerSwitchPass());
}

void close_loops(llvm::Function& function) {
    llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    llvm::AssumptionCache assumptions(function);
    for (llvm::Loop* loop : loops)
        llvm::simplifyLoop(loop, &dominators, &loops, nullptr, &assumptions, nullptr, false);
    llvm::SplitAllCriticalEdges(function, llvm::CriticalEdgeSplittingOptions(&dominators, &loops));
    for (llvm::Loop* loop : loops) llvm::formLCSSARecursively(*loop, dominators, &loops, nullptr);
}

}  // namespace

void prepare_body(llvm::Function& body, const driver::Dim3& block, llvm::TargetMachine& machine,
                  const LanesPasses& passes) {
    fold_single_indices(body, block);
    run_passes(body, &machine, kFirstPasses);
    if (passes.contains(LanesPass::bound_indices)) bound_indices(body, block);
    split_vectors(body);
    run_passes(body, &machine, kLoopPasses);
    split_vectors(body);
    run_passes(body, &machine, kLastPasses);
    lower_switches(body, machine);
    llvm::BasicBlock& last = single_return(body);
    replace_dead_ends(body, last);
    if (passes.contains(LanesPass::split_steps)) split_steps(body);
    if (passes.contains(LanesPass::widen_indices)) widen_indices(body);
    run_passes(body, &machine, kFindCommonParts);
    const bool has_groups = block.x * block.y * block.z > kOneGroup;
    if (has_groups && passes.contains(LanesPass::grid_loops))
        join_grid_loops(body, passes.contains(LanesPass::reads_ahead));
    isolate_barriers(body);
    llvm::removeUnreachableBlocks(body);
    close_loops(body);
}

}  // namespace glint::cpu
