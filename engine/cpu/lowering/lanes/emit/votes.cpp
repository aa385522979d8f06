// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/emit/votes.hpp>

#include <llvm/IR/Intrinsics.h>

#include <glint/cpu/lowering/lanes/polish/whole_tests.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;

Value* count_votes(const LaneBuilder& lanes, const Value& predicate) {
    llvm::IRBuilder<>& ir = lanes.ir;
    Value* votes = lanes.values.vector(&predicate);
    Value* yes = ir.CreateICmpNE(votes, llvm::Constant::getNullValue(votes->getType()));
    Value* bits = bits_of_lanes(ir, ir.CreateFreeze(yes));
    return ir.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, ir.CreateAnd(bits, lanes.mask_bits()));
}

// Builds an i1 that is true if `condition` may be true in some active lane.
Value* holds_in_some_lane(const LaneBuilder& lanes, const Value& condition) {
    Value* yes = lanes.ir.CreateFreeze(lanes.values.vector(&condition));
    if (lanes.mask != nullptr) yes = lanes.ir.CreateAnd(yes, lanes.mask);
    Value* some = any_lane(lanes.ir, yes);
    mark_whole_test(*some);
    return some;
}

}  // namespace

Votes::Votes(const LaneBuilder& lanes) : lanes_(lanes) {
    llvm::IRBuilder<>& ir = lanes.ir;
    votes_ = lanes.slots.memory(ir.getInt32Ty(), "votes");
    ir.CreateStore(ir.getInt32(0), votes_);
    some_enter_ = lanes.slots.memory(ir.getInt1Ty(), "some.enter");
    ir.CreateStore(ir.getFalse(), some_enter_);
}

void Votes::add(const LaneBuilder& lanes, const llvm::CallInst& barrier) {
    llvm::IRBuilder<>& ir = lanes.ir;
    const Operation operation = operation_of(barrier);
    if (operation == Operation::barrier) return;
    const Value& asked = *barrier.getArgOperand(0);
    Value* vote = operation == Operation::barrier_count
                      ? count_votes(lanes, asked)
                      : ir.CreateZExt(holds_in_some_lane(lanes, asked), ir.getInt32Ty());
    Value* before = ir.CreateLoad(ir.getInt32Ty(), votes_);
    ir.CreateStore(ir.CreateAdd(before, vote), votes_);
}

void Votes::define_result(const llvm::CallInst& barrier) {
    llvm::IRBuilder<>& ir = lanes_.ir;
    const Operation operation = operation_of(barrier);
    if (operation == Operation::barrier) return;
    Value* votes = ir.CreateLoad(ir.getInt32Ty(), votes_);
    lanes_.values.define(barrier, operation == Operation::barrier_count
                                      ? votes
                                      : ir.CreateICmpNE(votes, ir.getInt32(0)));
    ir.CreateStore(ir.getInt32(0), votes_);
}

void Votes::add_entering(Value* mask) {
    llvm::IRBuilder<>& ir = lanes_.ir;
    Value* before = ir.CreateLoad(ir.getInt1Ty(), some_enter_);
    ir.CreateStore(ir.CreateOr(before, any_lane(ir, mask)), some_enter_);
}

Value* Votes::guard_some_enter() {
    llvm::IRBuilder<>& ir = lanes_.ir;
    Value* some_enter = ir.CreateLoad(ir.getInt1Ty(), some_enter_);
    ir.CreateStore(ir.getFalse(), some_enter_);
    return some_enter;
}

}  // namespace glint::cpu
