#include <utility>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Intrinsics.h>

#include <glint/cpu/lowering/lanes/emit/emitter.hpp>
#include <glint/cpu/lowering/lanes/polish/whole_tests.hpp>
#include <glint/cpu/lowering/lanes/rejection.hpp>

namespace glint::cpu {

using llvm::Value;

// --- barriers ---

void Emitter::build_barrier(const llvm::BasicBlock& block) {
    const auto& call = llvm::cast<llvm::CallInst>(block.front());
    const Operation operation = operation_of(call);
    if (operation == Operation::barrier_count) add_vote(count_votes(*call.getArgOperand(0)));
    if (operation == Operation::barrier_any)
        add_vote(ir_.CreateZExt(may_hold(*call.getArgOperand(0)), ir_.getInt32Ty()));
    loops_.close();
    lanes_.values.begin_block();
    if (operation != Operation::barrier) {
        Value* votes = ir_.CreateLoad(ir_.getInt32Ty(), votes_);
        lanes_.values.define(call, operation == Operation::barrier_count
                                       ? votes
                                       : ir_.CreateICmpNE(votes, ir_.getInt32(0)));
        ir_.CreateStore(ir_.getInt32(0), votes_);
    }
    loops_.open();
    lanes_.values.begin_block();
}

void Emitter::add_vote(Value* vote) {
    Value* before = ir_.CreateLoad(ir_.getInt32Ty(), votes_);
    ir_.CreateStore(ir_.CreateAdd(before, vote), votes_);
}

Value* Emitter::count_votes(const Value& predicate) {
    Value* votes = lanes_.values.vector(&predicate);
    Value* yes = ir_.CreateICmpNE(votes, llvm::Constant::getNullValue(votes->getType()));
    Value* bits = bits_of_lanes(ir_, ir_.CreateFreeze(yes));
    return ir_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop,
                                    ir_.CreateAnd(bits, lanes_.mask_bits()));
}

// Whether a condition may hold in some lane.
Value* Emitter::may_hold(const Value& condition) {
    Value* lanes = ir_.CreateFreeze(lanes_.values.vector(&condition));
    if (lanes_.mask != nullptr) lanes = ir_.CreateAnd(lanes, lanes_.mask);
    Value* some = any_lane(ir_, lanes);
    mark_whole_test(*some);
    return some;
}

// --- branches and loops between them ---

// The branch of a loop with barriers: the whole block takes it, so it comes after the group loop.
// Phis whose values are known only here are written before that, for both ways: the one that is not
// taken now writes its own again before it is. Others are written on the way that is taken.
void Emitter::branch_between_regions(Frame& frame, const llvm::BranchInst& branch,
                                     llvm::BasicBlock* skipped) {
    const Value* condition = branch.getCondition();
    if (!lanes_.values.analyses().block_shapes.of(condition).is_uniform())
        throw Rejection(
            "a loop with a barrier ends by a condition that may differ from thread to "
            "thread");
    const llvm::BasicBlock& block = *branch.getParent();
    Slot& decision = lanes_.slots.make(ir_.getInt1Ty(), true, "decision");
    lanes_.slots.store(decision, lanes_.values.scalar(condition));
    store_phis_of_both(frame, edge_to(block, 0), edge_to(block, 1));
    meet(skipped);
    loops_.close();
    llvm::BasicBlock* ways[2] = {new_block("yes"), new_block("no")};
    ir_.CreateCondBr(lanes_.slots.load(decision), ways[0], ways[1]);
    // The way that stays in the loop leaves its region open for the next node, so it comes last.
    const bool first_stays = !ends(frame, edge_to(block, 0));
    for (const unsigned i : {first_stays ? 1u : 0u, first_stays ? 0u : 1u}) {
        stand_in(ways[i]);
        go_on_between_regions(frame, edge_to(block, i));
    }
}

// Whether what an edge out of the loop brings along can be read once it is taken. In a block that
// also ends a round, the next round's values have been written by then.
bool Emitter::can_wait(const Frame& frame, const Edge& edge) {
    const auto repeats = [&](const llvm::BasicBlock* next) {
        return frame.scope.repeats({edge.from, next});
    };
    return frame.scope.leaves(edge) && llvm::none_of(llvm::successors(edge.from), repeats);
}

void Emitter::store_phis_of_both(const Frame& frame, Edge first, Edge second) {
    // What leaves the loop may be a phi that the next round overwrites.
    if (frame.scope.leaves(second)) std::swap(first, second);
    for (const Edge& edge : {first, second})
        store_phis(edge, nullptr, can_wait(frame, edge) ? Which::others : Which::all);
}

bool Emitter::ends(const Frame& frame, const Edge& edge) {
    return frame.scope.leaves(edge) || frame.scope.repeats(edge);
}

void Emitter::go_on_between_regions(Frame& frame, const Edge& edge) {
    if (frame.scope.repeats(edge)) return go_to(frame.header);
    loops_.open();
    if (!frame.scope.leaves(edge)) return go_to(block_of(edge.to));
    if (can_wait(frame, edge)) store_phis(edge, nullptr, Which::readable_later);
    if (frame.leaves_by_mask) add_to(edge_slot(edge, frame.scope), or_full(mask_in(frame)));
    loops_.close();
    go_to(frame.after);
}

// Into a loop with barriers goes the whole block, less the threads that have left it, or nobody.
void Emitter::enter_together(const Frame& frame, const Node& node) {
    if (!node.is_masked()) {
        loops_.close();
        return go_to(frame.header);
    }
    Value* before = ir_.CreateLoad(ir_.getInt1Ty(), some_enter_);
    ir_.CreateStore(ir_.CreateOr(before, any_lane(ir_, lanes_.mask)), some_enter_);
    loops_.close();
    Value* some_enter = ir_.CreateLoad(ir_.getInt1Ty(), some_enter_);
    ir_.CreateStore(ir_.getFalse(), some_enter_);
    ir_.CreateCondBr(some_enter, frame.header, frame.after);
}

}  // namespace glint::cpu
