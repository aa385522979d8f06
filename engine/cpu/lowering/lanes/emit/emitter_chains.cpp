// SPDX-License-Identifier: MIT
// Builds nodes that run under a mask, and versions of such nodes that need no mask.
#include <utility>

#include <glint/cpu/lowering/lanes/emit/emitter.hpp>
#include <glint/cpu/lowering/lanes/emit/guards.hpp>
#include <glint/cpu/lowering/lanes/emit/likely_conditions.hpp>
#include <glint/cpu/lowering/lanes/emit/row_division.hpp>
#include <glint/cpu/lowering/lanes/polish/whole_tests.hpp>

namespace glint::cpu {

using llvm::Value;

// Builds masked nodes one after another. Where it is faster, also builds a jump that is taken if no
// lane reaches a node. The jump skips this node and all nodes that lanes reach only through it.
void Emitter::build_nodes(Frame& frame, llvm::ArrayRef<unsigned> nodes, bool is_part) {
    const LaneValues& values = lanes_.values;
    while (!nodes.empty()) {
        const std::size_t count = nodes_after_first(frame.scope, nodes);
        const bool skips = gains_from_skipping(values, frame.scope, nodes.take_front(count)) &&
                           (is_part || has_guard(values, frame.scope, nodes.drop_front(count)));
        llvm::BasicBlock* skipped = skips ? skip_if_none(frame, nodes.front()) : nullptr;
        build_masked(frame, nodes.front());
        if (skips) build_nodes(frame, nodes.slice(1, count - 1), true);
        places_.meet(skipped);
        is_part = is_part || has_guard(values, frame.scope, nodes.front());
        nodes = nodes.drop_front(skips ? count : 1);
    }
}

llvm::BasicBlock* Emitter::skip_if_none(const Frame& frame, unsigned index) {
    lanes_.values.begin_block();
    llvm::BasicBlock* some = places_.make("some.part");
    llvm::BasicBlock* skipped = places_.make("after.part");
    ir_.CreateCondBr(any_lane(ir_, edges_.lanes_to(frame.scope, index)), some, skipped);
    places_.stand_in(some);
    return skipped;
}

void Emitter::build_masked(Frame& frame, unsigned index) {
    const Node& node = frame.scope.nodes[index];
    lanes_.values.begin_block();
    LaneBuilder lanes = lanes_.under(edges_.lanes_to(frame.scope, index));
    // Does not build versions inside a version of another node, because the code would be too
    // large.
    const bool with_whole = !frame.in_version && gains_from_whole(lanes_.values, node);
    if (!with_whole && !needs_guard(lanes_.values, node)) {
        if (node.loop != nullptr) return build_loop(frame, node, lanes.mask, frame.in_version);
        build_instructions(lanes, *node.block);
        // A barrier ends the loop over groups. The code after the barrier is in another loop over
        // groups, so the mask is loaded again.
        Value* mask = has_barrier(node) ? edges_.lanes_to(frame.scope, index) : lanes.mask;
        return branch_by_mask(*node.block, mask);
    }
    llvm::BasicBlock* after = places_.make("after.some");
    if (with_whole) lanes.unusual = build_whole(frame, node, lanes.mask, after);
    llvm::BasicBlock* body = places_.make("some");
    ir_.CreateCondBr(any_lane(ir_, lanes.mask), body, after);
    ir_.SetInsertPoint(body);
    build_guarded(frame, node, lanes, after);
    places_.stand_in(after);
}

// Builds a version of the node for groups whose lanes are all active, and a jump to this version.
// Most groups run this version, because they are completely inside the bounds that the kernel
// checks. Returns the likely conditions, which may be false in the other version.
LikelyConditions Emitter::build_whole(Frame& frame, const Node& node, Value* mask,
                                      llvm::BasicBlock* after) {
    llvm::BasicBlock* whole = places_.make("all");
    llvm::BasicBlock* rest = places_.make("not.all");
    LikelyConditions answers;
    if (node.block != nullptr && lanes_.values.uses(LanesPass::likely_conditions))
        answers = likely_conditions(lanes_.values, *node.block);
    Value* usual = mask;
    for (const LikelyCondition& each : answers)
        usual = ir_.CreateAnd(usual, meets_likely_condition(lanes_.values, each));
    Value* some_are_out = any_lane(ir_, ir_.CreateNot(usual));
    mark_whole_test(*some_are_out);
    ir_.CreateCondBr(some_are_out, rest, whole);
    ir_.SetInsertPoint(whole);
    build_guarded(frame, node, node.block != nullptr ? assume(*node.block, answers, rest) : lanes_,
                  after);
    lanes_.values.analyses().shapes.assume_nothing();
    if (node.loop != nullptr) places_.begin_version(*node.loop->loop);
    places_.stand_in(rest);
    return answers;
}

// Returns a LaneBuilder for a version of `block` with more assumptions. It assumes that divisions
// of strided numbers give strided numbers. For example, neighbors on a periodic grid are then at
// consecutive addresses. It also assumes that likely conditions have their usual value, so that no
// lane is at an edge. If a division does not give strided numbers, the code jumps to `otherwise`.
LaneBuilder Emitter::assume(const llvm::BasicBlock& block, llvm::ArrayRef<LikelyCondition> answers,
                            llvm::BasicBlock* otherwise) {
    LaneBuilder lanes = lanes_;
    for (const auto& [instruction, is_true, chosen] : answers)
        lanes.assumed[instruction] =
            chosen == nullptr ? ir_.getInt1(is_true) : lanes_.values.look_ahead(chosen);
    const auto divisions = row_divisions(lanes_.values, block);
    for (const llvm::BinaryOperator* division : divisions) {
        Value* first = lanes_.values.look_ahead(division->getOperand(0));
        const RowDivision row(lanes_, *division, first,
                              lanes_.values.look_ahead(division->getOperand(1)));
        lanes.assumed[division] = row.first_result();
        llvm::BasicBlock* regular = places_.make("in.row");
        ir_.CreateCondBr(row.gives_row(), regular, otherwise);
        ir_.SetInsertPoint(regular);
    }
    lanes_.values.analyses().shapes.assume(block, divisions, answers);
    return lanes;
}

void Emitter::build_guarded(Frame& frame, const Node& node, const LaneBuilder& lanes,
                            llvm::BasicBlock* after) {
    if (node.loop != nullptr) {
        build_loop(frame, node, lanes.mask, true);
    } else {
        build_instructions(lanes, *node.block);
        branch_by_mask(*node.block, lanes.mask);
    }
    places_.go_to(after);
}

void Emitter::branch_by_mask(const llvm::BasicBlock& block, Value* mask) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (branch == nullptr) return;  // the block ends with a return
    if (!branch->isConditional())
        return take(edge_to(block, 0), lanes_.under(mask).mask_or_full(), true);
    Value* condition = ir_.CreateFreeze(lanes_.values.vector(branch->getCondition()));
    Value* ways[2] = {condition, ir_.CreateNot(condition)};
    for (unsigned i = 0; i < 2; ++i)
        take(edge_to(block, i), mask == nullptr ? ways[i] : ir_.CreateAnd(mask, ways[i]), true);
}

}  // namespace glint::cpu
