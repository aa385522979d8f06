// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/emit/emitter.hpp>

#include <glint/cpu/lowering/lanes/emit/guards.hpp>
#include <glint/cpu/lowering/lanes/rejection.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;

const llvm::BasicBlock& first_block(const Node& node) {
    return node.block != nullptr ? *node.block : *node.loop->loop->getHeader();
}

}  // namespace

Emitter::Emitter(const LaneBuilder& lanes, GroupLoops& loops, const Scopes& scopes)
    : lanes_(lanes),
      ir_(lanes.ir),
      loops_(loops),
      scopes_(scopes),
      places_(lanes.ir, lanes.values),
      edges_(lanes_, scopes),
      votes_(lanes_) {}

void Emitter::build() {
    Frame root{.scope = scopes_.root()};
    root.is_whole = !lanes_.values.analyses().layout.has_idle_lanes();
    root.after = places_.make("block.done");
    loops_.open();
    places_.go_to(places_.of(&first_block(root.scope.nodes.front())));
    build_frame(root);
    places_.stand_in(root.after);
    loops_.close();
}

// --- scopes and their nodes ---

void Emitter::build_frame(Frame& frame) {
    frames_.push_back(&frame);
    build_scope(frame);
    frames_.pop_back();
}

void Emitter::build_scope(Frame& frame) {
    for (unsigned i = 0; i < frame.scope.nodes.size(); ++i)
        if (!frame.scope.nodes[i].is_masked()) build_node(frame, i);
}

void Emitter::build_node(Frame& frame, unsigned index) {
    const Node& node = frame.scope.nodes[index];
    const bool starts_loop = index == 0 && frame.header != nullptr;
    if (!starts_loop) places_.stand_in(places_.of(&first_block(node)));
    Value* mask = mask_in(frame);
    if (node.loop != nullptr) {
        build_loop(frame, node, mask, frame.in_version);
        if (!node.splits) return;
        edges_.clear_chain(frame.scope, index);
    } else {
        if (node.splits) edges_.clear_chain(frame.scope, index);
        llvm::BasicBlock* skipped = may_be_empty(frame) ? skip_if_empty(node, mask) : nullptr;
        build_instructions(lanes_.under(mask), *node.block);
        if (!node.splits) return branch(frame, node, skipped);
        branch_by_mask(*node.block, mask);
        places_.meet(skipped);
    }
    build_nodes(frame, chain_of(frame.scope, index), false);
    go_to_join(frame, node);
}

// Returns true if a group may run the scope without active lanes. A loop with barriers continues
// while any group iterates, so groups that have left the loop continue to run it without active
// lanes.
bool Emitter::may_be_empty(const Frame& frame) {
    return frame.mask != nullptr && frame.scope.has_barrier;
}

// Builds a jump that skips the node if no lane is active. Returns the target of the jump, or
// nullptr if the code of the node is also correct without active lanes.
llvm::BasicBlock* Emitter::skip_if_empty(const Node& node, Value* mask) {
    if (!needs_guard(lanes_.values, node)) return nullptr;
    llvm::BasicBlock* some = places_.make("some");
    llvm::BasicBlock* skipped = places_.make("after.some");
    ir_.CreateCondBr(any_lane(ir_, mask), some, skipped);
    ir_.SetInsertPoint(some);
    return skipped;
}

void Emitter::build_instructions(const LaneBuilder& lanes, const llvm::BasicBlock& block) {
    lanes.values.begin_block();
    for (const llvm::Instruction& instruction : block) {
        ir_.SetCurrentDebugLocation(instruction.getDebugLoc());
        if (instruction.isTerminator()) return;
        if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
            lanes.values.define(*phi, lanes.slots.load(lanes.values.slot_of(*phi)));
        else if (is_barrier(instruction))
            build_barrier(lanes, llvm::cast<llvm::CallInst>(instruction));
        else
            build_in_lanes(lanes, instruction);
    }
}

// Builds a branch that all lanes take together. If `skipped` is not nullptr, groups without active
// lanes have jumped to `skipped` and did not run the code before the branch.
void Emitter::branch(Frame& frame, const Node& node, llvm::BasicBlock* skipped) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(node.block->getTerminator());
    if (branch == nullptr) return places_.go_to(frame.after);  // the block ends with a return
    Value* mask = mask_in(frame);
    if (!branch->isConditional()) return take(edge_to(*node.block, 0), mask, false, skipped);
    if (frame.scope.has_barrier) return branch_between_regions(frame, *branch, skipped);
    llvm::BasicBlock* ways[2] = {places_.make("yes"), places_.make("no")};
    ir_.CreateCondBr(lanes_.values.scalar(branch->getCondition()), ways[0], ways[1]);
    const LaneValues::Known known = lanes_.values.known();
    for (unsigned i = 0; i < 2; ++i) {
        ir_.SetInsertPoint(ways[i]);
        lanes_.values.set_known(known);
        take(edge_to(*node.block, i), mask, false);
    }
}

void Emitter::go_to_join(Frame& frame, const Node& node) {
    if (node.join != Node::kEnd)
        return places_.go_to(places_.of(&first_block(frame.scope.nodes[node.join])));
    if (frame.header != nullptr && frame.latch == nullptr)
        throw Rejection("the loops of the kernel are too complex");
    places_.go_to(frame.latch != nullptr ? frame.latch : frame.after);
}

// Returns the mask of the active lanes in a scope, or nullptr if all lanes are active.
Value* Emitter::mask_in(const Frame& frame) {
    if (frame.mask != nullptr) return lanes_.slots.load(*frame.mask);
    return frame.is_whole ? nullptr : lanes_.values.lanes_with_threads();
}

// --- loops ---

// Builds a loop. The builder must be positioned in code that runs before the loop.
void Emitter::build_loop(Frame& outer, const Node& node, Value* mask, bool in_version) {
    edges_.clear_exits(node);
    llvm::BasicBlock* skipped =
        may_be_empty(outer) && !node.is_masked() ? skip_if_empty(node, mask) : nullptr;
    Frame frame{.scope = *node.loop, .in_version = in_version};
    if (node.loop->diverges) {
        build_diverging_loop(frame, mask);
    } else {
        frame.mask = outer.mask;
        frame.is_whole = outer.is_whole;
        frame.leaves_by_mask = node.is_masked() || node.splits || skipped != nullptr;
        build_uniform_loop(frame, node, mask);
    }
    places_.meet(skipped);
    if (!places_.has_ended()) pass_on_exits(node);
}

void Emitter::build_diverging_loop(Frame frame, Value* mask) {
    if (frame.scope.has_barrier)
        throw Rejection("threads may leave a loop with a barrier in different iterations");
    frame.mask = &edges_.make_slot("live");
    frame.header = places_.make("loop");
    frame.latch = places_.make("loop.latch");
    frame.after = places_.make("loop.done");
    frame.next_mask = &edges_.make_slot("next");
    lanes_.slots.store(*frame.mask, lanes_.under(mask).mask_or_full());
    places_.go_to(frame.header);
    places_.stand_in(frame.header);
    edges_.clear(*frame.next_mask);
    build_frame(frame);
    places_.stand_in(frame.latch);
    Value* next = lanes_.slots.load(*frame.next_mask);
    lanes_.slots.store(*frame.mask, next);
    ir_.CreateCondBr(any_lane(ir_, next), frame.header, frame.after);
    places_.stand_in(frame.after);
}

void Emitter::build_uniform_loop(Frame frame, const Node& node, Value* mask) {
    if (node.is_masked()) {
        frame.mask = &edges_.make_slot("entered");
        frame.is_whole = false;
        lanes_.slots.store(*frame.mask, lanes_.under(mask).mask_or_full());
    }
    frame.header = places_.make("loop");
    frame.after = places_.make("loop.done");
    if (node.loop->has_barrier)
        enter_together(frame, node, mask);
    else
        places_.go_to(frame.header);
    places_.stand_in(frame.header);
    if (node.loop->has_barrier) loops_.open();
    build_frame(frame);
    places_.stand_in(frame.after);
    if (node.loop->has_barrier)
        loops_.open();
    else if (!frame.leaves_by_mask)
        ir_.CreateUnreachable();  // unreachable, because every exit jumps to its target
}

// Continues with the lanes that have left a loop: builds a jump if all lanes take the same edge,
// otherwise records in masks which lanes take which edge.
void Emitter::pass_on_exits(const Node& node) {
    const std::size_t depth = frames_.size() - 1;
    if (!node.splits && !node.is_masked())
        return route(depth, node.edges.front(), mask_in(*frames_.back()), false);
    for (std::size_t i = 0; i < node.edges.size(); ++i)
        if (node.successors[i] == Node::kEnd)
            route(depth, node.edges[i], edges_.lanes_of(node.edges[i], *node.loop), true);
}

// --- edges ---

void Emitter::take(const Edge& edge, Value* mask, bool by_mask, llvm::BasicBlock* skipped) {
    // Lanes may leave a loop in different iterations. They must not overwrite the values of lanes
    // that left earlier.
    const bool blends = by_mask || scopes_.diverges_around(edge);
    edges_.store_phis(edge, blends ? lanes_.under(mask).mask_or_full() : nullptr);
    places_.meet(skipped);
    route(frames_.size() - 1, edge, mask, by_mask);
}

void Emitter::route(std::size_t depth, const Edge& edge, Value* mask, bool by_mask) {
    Frame& frame = *frames_[depth];
    if (frame.scope.repeats(edge)) return repeat(frame, mask, by_mask);
    if (!frame.scope.leaves(edge)) {
        // If the edge leaves an inner loop, that loop has already recorded the lanes that take the
        // edge.
        if (!by_mask) return places_.go_to(places_.of(edge.to));
        if (&scopes_.scope_of(edge.from) == &frame.scope) edges_.add(edge, frame.scope, mask);
        return;
    }
    if (frame.latch != nullptr) {
        // Lanes leave this loop in different iterations, so a mask records the lanes that leave.
        edges_.add(edge, frame.scope, mask);
        if (!by_mask) places_.go_to(frame.latch);
        return;
    }
    if (frame.leaves_by_mask) {
        edges_.add(edge, frame.scope, mask_in(frame));
        return places_.go_to(frame.after);
    }
    route(depth - 1, edge, mask, by_mask);
}

void Emitter::repeat(Frame& frame, Value* mask, bool by_mask) {
    if (frame.latch != nullptr) {
        edges_.add(*frame.next_mask, mask);
        if (!by_mask) places_.go_to(frame.latch);
        return;
    }
    if (by_mask) throw Rejection("the loops of the kernel are too complex");
    if (frame.scope.has_barrier) loops_.close();
    llvm::BranchInst* back = ir_.CreateBr(frame.header);
    if (llvm::MDNode* hints = frame.scope.loop->getLoopID())
        back->setMetadata(llvm::LLVMContext::MD_loop, hints);
}

}  // namespace glint::cpu
