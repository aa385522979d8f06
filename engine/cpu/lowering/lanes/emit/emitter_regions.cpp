// SPDX-License-Identifier: MIT
// Builds barriers, and the branches and loops between barriers.
#include <utility>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>

#include <glint/cpu/lowering/lanes/emit/emitter.hpp>
#include <glint/cpu/lowering/lanes/rejection.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;

// Returns true if `edge` leaves the loop and its phis can be written after the branch. If another
// edge of the same block starts the next iteration, the phis must be written before the branch,
// because the next iteration overwrites their values.
bool can_wait(const Scope& scope, const Edge& edge) {
    const auto repeats = [&](const llvm::BasicBlock* next) {
        return scope.repeats({edge.from, next});
    };
    return scope.leaves(edge) && llvm::none_of(llvm::successors(edge.from), repeats);
}

bool ends(const Scope& scope, const Edge& edge) {
    return scope.leaves(edge) || scope.repeats(edge);
}

}  // namespace

void Emitter::build_barrier(const LaneBuilder& lanes, const llvm::CallInst& barrier) {
    votes_.add(lanes, barrier);
    loops_.close();
    lanes.values.begin_block();
    votes_.define_result(barrier);
    loops_.open();
    lanes.values.begin_block();
}

// Builds a branch of a loop with barriers. All groups of the block take the same edge, so the
// branch comes after the loop over groups. Some values are known only inside the loop over groups.
// Phis that need such values are written inside this loop, for both edges. This is harmless for the
// edge that is not taken, because its phis are written again before that edge is taken later. All
// other phis are written on the edge that is taken.
void Emitter::branch_between_regions(Frame& frame, const llvm::BranchInst& branch,
                                     llvm::BasicBlock* skipped) {
    const Value* condition = branch.getCondition();
    if (!lanes_.values.analyses().block_shapes.of(condition).is_uniform())
        throw Rejection("the exit condition of a loop with a barrier may differ between threads");
    const llvm::BasicBlock& block = *branch.getParent();
    Slot& decision = lanes_.slots.make(ir_.getInt1Ty(), true, "decision");
    lanes_.slots.store(decision, lanes_.values.scalar(condition));
    store_phis_of_both(frame, edge_to(block, 0), edge_to(block, 1));
    places_.meet(skipped);
    loops_.close();
    llvm::BasicBlock* ways[2] = {places_.make("yes"), places_.make("no")};
    ir_.CreateCondBr(lanes_.slots.load(decision), ways[0], ways[1]);
    // An edge that stays in the loop leaves the region open, so that the next node can continue in
    // it. Therefore, this edge is built last.
    const bool first_stays = !ends(frame.scope, edge_to(block, 0));
    for (const unsigned i : {first_stays ? 1u : 0u, first_stays ? 0u : 1u}) {
        places_.stand_in(ways[i]);
        continue_between_regions(frame, edge_to(block, i));
    }
}

void Emitter::store_phis_of_both(const Frame& frame, Edge first, Edge second) {
    // Writes the phis of the edge that leaves the loop first, because they may get the values of
    // phis that the other edge overwrites for the next iteration.
    if (frame.scope.leaves(second)) std::swap(first, second);
    for (const Edge& edge : {first, second})
        edges_.store_phis(
            edge, nullptr,
            can_wait(frame.scope, edge) ? LaneEdges::Which::others : LaneEdges::Which::all);
}

void Emitter::continue_between_regions(Frame& frame, const Edge& edge) {
    if (frame.scope.repeats(edge)) return places_.go_to(frame.header);
    loops_.open();
    if (!frame.scope.leaves(edge)) return places_.go_to(places_.of(edge.to));
    if (can_wait(frame.scope, edge))
        edges_.store_phis(edge, nullptr, LaneEdges::Which::readable_later);
    if (frame.leaves_by_mask) edges_.add(edge, frame.scope, mask_in(frame));
    loops_.close();
    places_.go_to(frame.after);
}

// Builds the entry of a loop with barriers. Either all threads of the block enter the loop, except
// threads that have ended, or no thread enters it.
void Emitter::enter_together(const Frame& frame, const Node& node, Value* mask) {
    if (!node.is_masked()) {
        loops_.close();
        return places_.go_to(frame.header);
    }
    votes_.add_entering(mask);
    loops_.close();
    ir_.CreateCondBr(votes_.guard_some_enter(), frame.header, frame.after);
}

}  // namespace glint::cpu
