#include <glint/cpu/lowering/lanes/emit/emitter.hpp>

#include <algorithm>
#include <utility>

#include <llvm/IR/CFG.h>
#include <llvm/IR/Intrinsics.h>

#include <glint/cpu/lowering/lanes/emit/row_division.hpp>
#include <glint/cpu/lowering/lanes/emit/usual_answers.hpp>
#include <glint/cpu/lowering/lanes/polish/whole_tests.hpp>
#include <glint/cpu/lowering/lanes/rejection.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;

const llvm::BranchInst* branch_of(const llvm::BasicBlock& block) {
    return llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
}

bool costs_less_than_branch(const llvm::BasicBlock& block) {
    constexpr std::size_t kCheap = 12;  // simple instructions
    return block.size() <= kCheap && llvm::none_of(block, [](const llvm::Instruction& instruction) {
               const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
               return instruction.getOpcode() == llvm::Instruction::FDiv ||
                      (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::sqrt);
           });
}

const llvm::BasicBlock& first_block(const Node& node) {
    return node.block != nullptr ? *node.block : *node.loop->loop->getHeader();
}

// How many of the first nodes lanes come to by way of the first one only; that counts, too.
std::size_t nodes_behind_first(const Scope& scope, llvm::ArrayRef<unsigned> nodes) {
    std::size_t count = 1;
    const auto is_behind = [&](unsigned predecessor) {
        return llvm::is_contained(nodes.take_front(count), predecessor);
    };
    while (count < nodes.size() && llvm::all_of(scope.nodes[nodes[count]].predecessors, is_behind))
        ++count;
    return count;
}

}  // namespace

Emitter::Emitter(LaneBuilder& lanes, GroupLoops& loops, const Scopes& scopes)
    : lanes_(lanes), ir_(lanes.ir), loops_(loops), scopes_(scopes) {}

void Emitter::build() {
    votes_ = lanes_.slots.memory(ir_.getInt32Ty(), "votes");
    ir_.CreateStore(ir_.getInt32(0), votes_);
    some_enter_ = lanes_.slots.memory(ir_.getInt1Ty(), "some.enter");
    ir_.CreateStore(ir_.getFalse(), some_enter_);
    Frame root{.scope = scopes_.root()};
    root.is_whole = !lanes_.values.analyses().layout.has_idle_lanes();
    root.after = new_block("block.done");
    frames_.push_back(&root);
    loops_.open();
    go_to(block_of(&first_block(root.scope.nodes.front())));
    build_scope(root);
    stand_in(root.after);
    loops_.close();
    frames_.pop_back();
}

// --- scopes and their nodes ---

void Emitter::build_scope(Frame& frame) {
    for (unsigned i = 0; i < frame.scope.nodes.size(); ++i)
        if (!frame.scope.nodes[i].is_masked()) build_node(frame, i);
}

void Emitter::build_node(Frame& frame, unsigned index) {
    const Node& node = frame.scope.nodes[index];
    const bool starts_loop = index == 0 && frame.header != nullptr;
    if (!starts_loop) stand_in(block_of(&first_block(node)));
    lanes_.mask = mask_in(frame);
    if (node.loop != nullptr) {
        build_loop(frame, node);
        if (!node.splits) return;
        prepare_chain(frame, index);
    } else {
        if (node.splits) prepare_chain(frame, index);
        llvm::BasicBlock* skipped = may_be_empty(frame) ? skip_if_empty(node) : nullptr;
        build_instructions(*node.block);
        if (!node.splits) return branch(frame, node, skipped);
        branch_by_mask(*node.block);
        meet(skipped);
    }
    build_chain(frame, index);
    go_to_join(frame, node);
}

// A loop with barriers goes on while any group does, and brings along groups that are done.
bool Emitter::may_be_empty(const Frame& frame) {
    return frame.mask != nullptr && frame.scope.has_barrier;
}

// What a node does that would be wrong with no lane is left out then, up to the block returned.
llvm::BasicBlock* Emitter::skip_if_empty(const Node& node) {
    if (!needs_guard(node)) return nullptr;
    llvm::BasicBlock* some = new_block("some");
    llvm::BasicBlock* skipped = new_block("after.some");
    ir_.CreateCondBr(any_lane(ir_, lanes_.mask), some, skipped);
    ir_.SetInsertPoint(some);
    return skipped;
}

void Emitter::meet(llvm::BasicBlock* skipped) {
    if (skipped == nullptr) return;
    go_to(skipped);
    stand_in(skipped);
}

void Emitter::build_instructions(const llvm::BasicBlock& block) {
    lanes_.values.begin_block();
    for (const llvm::Instruction& instruction : block) {
        ir_.SetCurrentDebugLocation(instruction.getDebugLoc());
        if (instruction.isTerminator()) return;
        if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
            lanes_.values.define(*phi, lanes_.slots.load(lanes_.values.slot_of(*phi)));
        else if (is_barrier(instruction))
            build_barrier(block);
        else
            build_in_lanes(lanes_, instruction);
    }
}

// A branch that all lanes take together. Up to it, groups with no lane skip what they must.
void Emitter::branch(Frame& frame, const Node& node, llvm::BasicBlock* skipped) {
    const llvm::BranchInst* branch = branch_of(*node.block);
    if (branch == nullptr) return go_to(frame.after);  // a return
    lanes_.mask = mask_in(frame);
    if (!branch->isConditional()) return take(edge_to(*node.block, 0), lanes_.mask, false, skipped);
    if (frame.scope.has_barrier) return branch_between_regions(frame, *branch, skipped);
    llvm::BasicBlock* ways[2] = {new_block("yes"), new_block("no")};
    ir_.CreateCondBr(lanes_.values.scalar(branch->getCondition()), ways[0], ways[1]);
    const LaneValues::Known known = lanes_.values.known();
    for (unsigned i = 0; i < 2; ++i) {
        ir_.SetInsertPoint(ways[i]);
        lanes_.values.set_known(known);
        take(edge_to(*node.block, i), lanes_.mask, false);
    }
}

void Emitter::go_to_join(Frame& frame, const Node& node) {
    if (node.join != Node::kEnd) return go_to(block_of(&first_block(frame.scope.nodes[node.join])));
    if (frame.header != nullptr && frame.latch == nullptr)
        throw Rejection("its loops are too tangled");
    go_to(frame.latch != nullptr ? frame.latch : frame.after);
}

// --- loops ---

// Stands in code that runs before the loop, with the mask of the lanes that enter it.
void Emitter::build_loop(Frame& outer, const Node& node) {
    prepare_exits(node);
    llvm::BasicBlock* skipped =
        may_be_empty(outer) && !node.is_masked() ? skip_if_empty(node) : nullptr;
    if (node.loop->diverges)
        build_diverging_loop(node);
    else
        build_uniform_loop(outer, node, skipped != nullptr);
    meet(skipped);
    if (ir_.GetInsertBlock()->getTerminator() == nullptr) pass_on_exits(node);
}

// Exits are taken by nobody yet, and values that lanes bring along have not come.
void Emitter::prepare_exits(const Node& node) {
    for (const Edge& edge : node.edges) {
        clear(edge_slot(edge, *node.loop));
        const bool is_outermost = node.loop->diverges && !scopes_.diverges_around(*node.loop, edge);
        if (is_outermost) forget_phis(*edge.to);
    }
}

void Emitter::build_diverging_loop(const Node& node) {
    if (node.loop->has_barrier)
        throw Rejection("threads may leave a loop with a barrier one by one");
    Frame frame{.scope = *node.loop, .mask = &new_mask_slot("live")};
    frame.header = new_block("loop");
    frame.latch = new_block("loop.latch");
    frame.after = new_block("loop.done");
    frame.next_mask = &new_mask_slot("next");
    lanes_.slots.store(*frame.mask, lanes_.mask_or_full());
    go_to(frame.header);
    stand_in(frame.header);
    clear(*frame.next_mask);
    frames_.push_back(&frame);
    build_scope(frame);
    frames_.pop_back();
    stand_in(frame.latch);
    Value* next = lanes_.slots.load(*frame.next_mask);
    lanes_.slots.store(*frame.mask, next);
    ir_.CreateCondBr(any_lane(ir_, next), frame.header, frame.after);
    stand_in(frame.after);
}

// Lanes that left the loop go where their edge leads, by mask or, if all go one way, really.
void Emitter::pass_on_exits(const Node& node) {
    const std::size_t depth = frames_.size() - 1;
    if (!node.splits && !node.is_masked())
        return route(depth, node.edges.front(), mask_in(*frames_.back()), false);
    for (std::size_t i = 0; i < node.edges.size(); ++i)
        if (node.successors[i] == Node::kEnd)
            route(depth, node.edges[i], lanes_.slots.load(edge_slot(node.edges[i], *node.loop)),
                  true);
}

void Emitter::build_uniform_loop(Frame& outer, const Node& node, bool may_be_skipped) {
    Frame frame{.scope = *node.loop, .mask = outer.mask, .is_whole = outer.is_whole};
    if (node.is_masked()) {
        frame.mask = &new_mask_slot("entered");
        frame.is_whole = false;
        lanes_.slots.store(*frame.mask, lanes_.mask_or_full());
    }
    frame.leaves_by_mask = node.is_masked() || node.splits || may_be_skipped;
    frame.header = new_block("loop");
    frame.after = new_block("loop.done");
    if (node.loop->has_barrier)
        enter_together(frame, node);
    else
        go_to(frame.header);
    stand_in(frame.header);
    if (node.loop->has_barrier) loops_.open();
    frames_.push_back(&frame);
    build_scope(frame);
    frames_.pop_back();
    stand_in(frame.after);
    if (node.loop->has_barrier)
        loops_.open();
    else if (!frame.leaves_by_mask)
        ir_.CreateUnreachable();  // every exit has jumped to its target
}

// --- chains of masked nodes ---

void Emitter::prepare_chain(Frame& frame, unsigned splitter) {
    const Node& first = frame.scope.nodes[splitter];
    const auto leads_from_loop = [&](const llvm::BasicBlock& block) {
        return first.loop != nullptr &&
               std::any_of(first.edges.begin(), first.edges.end(),
                           [&](const Edge& edge) { return edge.to == &block; });
    };
    const auto forget = [&](const Node& node) {
        if (node.block != nullptr && llvm::pred_size(node.block) > 1 &&
            !leads_from_loop(*node.block))
            forget_phis(*node.block);
    };
    if (first.loop == nullptr) clear_edges(frame.scope, first);
    for (const unsigned index : chain_of(frame.scope, splitter)) {
        clear_edges(frame.scope, frame.scope.nodes[index]);
        forget(frame.scope.nodes[index]);
    }
    if (first.join != Node::kEnd) forget(frame.scope.nodes[first.join]);
}

// Edges that leave or repeat the scope count the lanes of all its rounds, so they are not cleared.
void Emitter::clear_edges(const Scope& scope, const Node& node) {
    for (std::size_t i = 0; i < node.edges.size(); ++i)
        if (node.loop != nullptr || node.successors[i] != Node::kEnd)
            clear(edge_slot(node.edges[i], node.loop != nullptr ? *node.loop : scope));
}

void Emitter::build_chain(Frame& frame, unsigned splitter) {
    const std::vector<unsigned> chain = chain_of(frame.scope, splitter);
    build_nodes(frame, chain, false);
}

// What only lanes of one node come to is left out as a whole where there are none.
void Emitter::build_nodes(Frame& frame, llvm::ArrayRef<unsigned> nodes, bool is_part) {
    while (!nodes.empty()) {
        const std::size_t count = nodes_behind_first(frame.scope, nodes);
        const bool skips = gains_from_skipping(frame.scope, nodes.take_front(count)) &&
                           (is_part || has_guard(frame.scope, nodes.drop_front(count)));
        llvm::BasicBlock* skipped = skips ? skip_if_none(frame, nodes.front()) : nullptr;
        build_masked(frame, nodes.front());
        if (skips) build_nodes(frame, nodes.slice(1, count - 1), true);
        meet(skipped);
        is_part = is_part || has_guard(frame.scope, nodes.front());
        nodes = nodes.drop_front(skips ? count : 1);
    }
}

bool Emitter::has_guard(const Scope& scope, llvm::ArrayRef<unsigned> nodes) const {
    return llvm::any_of(nodes, [&](unsigned index) { return needs_guard(scope.nodes[index]); });
}

bool Emitter::gains_from_skipping(const Scope& scope, llvm::ArrayRef<unsigned> nodes) const {
    constexpr std::ptrdiff_t kLeastGuards = 2;
    const auto is_guarded = [&](unsigned index) { return needs_guard(scope.nodes[index]); };
    return lanes_.values.uses(LanesPass::skipped_parts) && !scope.has_barrier &&
           llvm::count_if(nodes, is_guarded) >= kLeastGuards;
}

llvm::BasicBlock* Emitter::skip_if_none(const Frame& frame, unsigned index) {
    lanes_.values.begin_block();
    llvm::BasicBlock* some = new_block("some.part");
    llvm::BasicBlock* skipped = new_block("after.part");
    ir_.CreateCondBr(any_lane(ir_, mask_of(frame, index)), some, skipped);
    stand_in(some);
    return skipped;
}

void Emitter::build_masked(Frame& frame, unsigned index) {
    const Node& node = frame.scope.nodes[index];
    lanes_.values.begin_block();
    lanes_.mask = mask_of(frame, index);
    const bool with_whole = gains_from_whole(node);
    if (!with_whole && !needs_guard(node)) {
        build_masked_body(frame, node);
        // Behind a barrier it is another group that runs.
        if (has_barrier(node) && node.block != nullptr) lanes_.mask = mask_of(frame, index);
        if (node.block != nullptr) branch_by_mask(*node.block);
        return;
    }
    llvm::BasicBlock* after = new_block("after.some");
    if (with_whole) build_whole(frame, node, after);
    llvm::BasicBlock* body = new_block("some");
    ir_.CreateCondBr(any_lane(ir_, lanes_.mask), body, after);
    ir_.SetInsertPoint(body);
    build_guarded(frame, node, after);
    lanes_.unusual.clear();
    stand_in(after);
}

// A version of the node for the case that all lanes run: most groups of most kernels have all
// their threads inside the bounds that the kernel checks.
void Emitter::build_whole(Frame& frame, const Node& node, llvm::BasicBlock* after) {
    llvm::BasicBlock* whole = new_block("all");
    llvm::BasicBlock* rest = new_block("not.all");
    Value* mask = lanes_.mask;
    UsualAnswers answers;
    if (node.block != nullptr && lanes_.values.uses(LanesPass::usual_answers))
        answers = usual_answers(lanes_.values, *node.block);
    Value* usual = mask;
    for (const UsualAnswer& each : answers)
        usual = ir_.CreateAnd(usual, gets_usual_answer(lanes_.values, each));
    Value* some_are_out = any_lane(ir_, ir_.CreateNot(usual));
    mark_whole_test(*some_are_out);
    ir_.CreateCondBr(some_are_out, rest, whole);
    ir_.SetInsertPoint(whole);
    lanes_.mask = nullptr;
    if (node.block != nullptr) assume(*node.block, answers, rest);
    build_guarded(frame, node, after);
    assume_nothing();
    if (node.loop != nullptr)
        for (const llvm::BasicBlock* block : node.loop->loop->blocks()) blocks_.erase(block);
    stand_in(rest);
    lanes_.mask = mask;
    lanes_.unusual = std::move(answers);
}

// The version is also for the case that divisions of numbers in a row give numbers in a row, so
// that neighbours on a periodic grid, say, are read as such; and that no lane is at an edge.
void Emitter::assume(const llvm::BasicBlock& block, llvm::ArrayRef<UsualAnswer> answers,
                     llvm::BasicBlock* otherwise) {
    llvm::DenseMap<const llvm::Instruction*, Value*> assumed;
    for (const auto& [instruction, is_true, chosen] : answers)
        assumed[instruction] =
            chosen == nullptr ? ir_.getInt1(is_true) : lanes_.values.look_ahead(chosen);
    const auto divisions = row_divisions(lanes_.values, block);
    for (const llvm::BinaryOperator* division : divisions) {
        const RowDivision row(lanes_, *division, lanes_.values.look_ahead(division->getOperand(0)),
                              lanes_.values.look_ahead(division->getOperand(1)));
        assumed[division] = row.first_result();
        llvm::BasicBlock* regular = new_block("in.row");
        ir_.CreateCondBr(row.gives_row(), regular, otherwise);
        ir_.SetInsertPoint(regular);
    }
    lanes_.assumed = std::move(assumed);
    lanes_.values.analyses().shapes.assume(block, divisions, answers);
}

void Emitter::assume_nothing() {
    lanes_.assumed.clear();
    lanes_.values.analyses().shapes.assume_nothing();
}

void Emitter::build_guarded(Frame& frame, const Node& node, llvm::BasicBlock* after) {
    const bool was_in_version = std::exchange(in_version_, true);
    build_masked_body(frame, node);
    in_version_ = was_in_version;
    if (node.block != nullptr) branch_by_mask(*node.block);
    go_to(after);
}

// Inside a version of another node no more are made, or there would be too many.
bool Emitter::gains_from_whole(const Node& node) const {
    if (in_version_ || has_barrier(node) || !lanes_.values.uses(LanesPass::whole_versions))
        return false;
    if (node.loop != nullptr) return true;
    return std::any_of(node.block->begin(), node.block->end(),
                       [&](const llvm::Instruction& instruction) {
                           const Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
                           return pointer != nullptr && !lanes_.values.shape(pointer).is_uniform();
                       });
}

void Emitter::build_masked_body(Frame& frame, const Node& node) {
    if (node.loop != nullptr)
        build_loop(frame, node);
    else
        build_instructions(*node.block);
}

Value* Emitter::mask_of(const Frame& frame, unsigned index) {
    Value* mask = nullptr;
    for (const unsigned predecessor : frame.scope.nodes[index].predecessors) {
        const Node& from = frame.scope.nodes[predecessor];
        for (std::size_t i = 0; i < from.edges.size(); ++i) {
            if (from.successors[i] != index) continue;
            Value* some = lanes_.slots.load(
                edge_slot(from.edges[i], from.loop != nullptr ? *from.loop : frame.scope));
            mask = mask == nullptr ? some : ir_.CreateOr(mask, some);
        }
    }
    return mask;
}

bool Emitter::needs_guard(const Node& node) const {
    if (has_barrier(node)) return false;
    if (node.loop != nullptr || !costs_less_than_branch(*node.block)) return true;
    return std::any_of(
        node.block->begin(), node.block->end(),
        [&](const llvm::Instruction& instruction) { return needs_some_lane(lanes_, instruction); });
}

void Emitter::branch_by_mask(const llvm::BasicBlock& block) {
    const llvm::BranchInst* branch = branch_of(block);
    if (branch == nullptr) return;  // a return
    if (!branch->isConditional()) return take(edge_to(block, 0), lanes_.mask_or_full(), true);
    Value* condition = ir_.CreateFreeze(lanes_.values.vector(branch->getCondition()));
    Value* opposite = ir_.CreateNot(condition);
    Value* masks[2] = {condition, opposite};
    for (unsigned i = 0; i < 2; ++i) {
        Value* mask = lanes_.mask == nullptr ? masks[i] : ir_.CreateAnd(lanes_.mask, masks[i]);
        take(edge_to(block, i), mask, true);
    }
}

}  // namespace glint::cpu
