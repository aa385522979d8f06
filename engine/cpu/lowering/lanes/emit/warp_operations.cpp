// SPDX-License-Identifier: MIT
#include <algorithm>

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>
#include <glint/cpu/lowering/lanes/rejection.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;

bool is_all_ones(const Value* mask) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(mask);
    return constant != nullptr && constant->isMinusOne();
}

/// The lanes that take part in a warp operation: the active lanes that are set in the operation's
/// mask. The mask of each lane contains the lane itself.
class Participants {
public:
    Participants(const LaneBuilder& lanes, const Value* named) : lanes_(lanes) {
        all_ = lanes.mask == nullptr && is_all_ones(named);
        running_ = lanes.mask_bits();
        uniform_ = lanes.values.shape(named).is_uniform();
        named_ = named;
    }

    bool are_all() const { return all_; }

    /// Returns the participating lanes as bits of an i32. Only valid if the mask is the same in all
    /// lanes.
    Value* bits() const {
        return is_all_ones(named_) ? running_
                                   : lanes_.ir.CreateAnd(running_, lanes_.values.scalar(named_));
    }

    /// Returns a vector whose element for each lane contains the participating lanes as bits.
    Value* bits_in_lanes() const {
        llvm::IRBuilder<>& ir = lanes_.ir;
        if (uniform_) return lanes_.values.splat(bits());
        return ir.CreateAnd(lanes_.values.splat(running_), lanes_.values.vector(named_));
    }

    bool are_uniform() const { return uniform_; }

private:
    const LaneBuilder& lanes_;
    const Value* named_;
    Value* running_;
    bool all_;
    bool uniform_;
};

// If `value` was widened to 64 bits in the same block, returns the value before the widening, else
// `value`.
const Value* narrowest(const Value* value, const llvm::CallInst& call) {
    const auto* widened = llvm::dyn_cast<llvm::ZExtInst>(value);
    if (widened == nullptr) return value;
    const auto* source = llvm::dyn_cast<llvm::Instruction>(widened->getOperand(0));
    const bool is_near = source != nullptr && source->getParent() == call.getParent();
    return is_near ? source : value;
}

Value* permuted(const LaneBuilder& lanes, Value* values, Value* sources) {
    llvm::IRBuilder<>& ir = lanes.ir;
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(sources)) {
        llvm::SmallVector<int, 32> order;
        for (unsigned lane = 0; lane < lanes.width(); ++lane)
            order.push_back(
                static_cast<int>(llvm::cast<llvm::ConstantInt>(constant->getAggregateElement(lane))
                                     ->getZExtValue()));
        return ir.CreateShuffleVector(values, order);
    }
    if (values->getType()->isIntOrIntVectorTy(1)) {  // memory cannot hold single i1
        Value* bytes = ir.CreateZExt(values, lanes.values.lanes_of(ir.getInt8Ty()));
        return ir.CreateTrunc(permuted(lanes, bytes, sources), values->getType());
    }
    llvm::Type* type = values->getType()->getScalarType();
    llvm::AllocaInst* all =
        lanes.slots.memory(llvm::ArrayType::get(type, lanes.width()), "shuffled");
    all->setAlignment(llvm::Align(64));
    ir.CreateAlignedStore(values, all, all->getAlign());
    Value* places =
        ir.CreateGEP(type, all, ir.CreateZExt(sources, lanes.values.lanes_of(ir.getInt64Ty())));
    const llvm::DataLayout& layout = ir.GetInsertBlock()->getModule()->getDataLayout();
    return ir.CreateMaskedGather(values->getType(), places, layout.getABITypeAlign(type),
                                 lanes.full_mask());
}

// Builds a shuffle. If the source lane does not take part, a lane gets its own value.
void build_shuffle(const LaneBuilder& lanes, const llvm::CallInst& call) {
    llvm::IRBuilder<>& ir = lanes.ir;
    const Participants participants(lanes, call.getArgOperand(2));
    const Value* value = narrowest(call.getArgOperand(0), call);
    Value* own = lanes.values.vector(value);
    Value* sources = ir.CreateAnd(lanes.values.vector(call.getArgOperand(1)),
                                  lanes.values.splat(ir.getInt32(lanes.width() - 1)));
    Value* result = nullptr;
    const bool one_source = lanes.values.shape(call.getArgOperand(1)).is_uniform();
    if (one_source)
        result = lanes.values.splat(
            ir.CreateExtractElement(own, ir.CreateAnd(lanes.values.scalar(call.getArgOperand(1)),
                                                      ir.getInt32(lanes.width() - 1))));
    else
        result = permuted(lanes, own, sources);
    if (!participants.are_all()) {
        Value* set = ir.CreateAnd(ir.CreateLShr(participants.bits_in_lanes(), sources),
                                  lanes.values.splat(ir.getInt32(1)));
        Value* takes_part = ir.CreateICmpNE(set, llvm::Constant::getNullValue(set->getType()));
        result = ir.CreateSelect(takes_part, result, own);
    }
    lanes.values.define(call, ir.CreateZExt(result, lanes.values.lanes_of(call.getType())));
}

// Defines the result of a call (bits of an i32). `bits` is a scalar for all lanes or a vector.
void define_bits(const LaneBuilder& lanes, const llvm::CallInst& call, Value* bits) {
    const bool varying = lanes.values.shape(&call).is_varying();
    const bool is_vector = bits->getType()->isVectorTy();
    lanes.values.define(call, varying && !is_vector ? lanes.values.splat(bits) : bits);
}

void build_ballot(const LaneBuilder& lanes, const llvm::CallInst& call) {
    llvm::IRBuilder<>& ir = lanes.ir;
    const Participants participants(lanes, call.getArgOperand(1));
    Value* votes = lanes.values.vector(call.getArgOperand(0));
    Value* set =
        ir.CreateFreeze(ir.CreateICmpNE(votes, llvm::Constant::getNullValue(votes->getType())));
    Value* bits = bits_of_lanes(ir, set);
    if (participants.are_uniform())
        return define_bits(lanes, call, ir.CreateAnd(bits, participants.bits()));
    define_bits(lanes, call, ir.CreateAnd(lanes.values.splat(bits), participants.bits_in_lanes()));
}

void build_match(const LaneBuilder& lanes, const llvm::CallInst& call) {
    llvm::IRBuilder<>& ir = lanes.ir;
    const Participants participants(lanes, call.getArgOperand(1));
    const Value* value = narrowest(call.getArgOperand(0), call);
    Value* all = lanes.values.vector(value);
    Value* equal =
        for_each_lane(lanes, {value}, ir.getInt32Ty(), [&](Value*, llvm::ArrayRef<Value*> own) {
            Value* same = ir.CreateFreeze(ir.CreateICmpEQ(all, lanes.values.splat(own[0])));
            return bits_of_lanes(ir, same);
        });
    lanes.values.define(call, ir.CreateAnd(equal, participants.bits_in_lanes()));
}

struct Reduction {
    llvm::Intrinsic::ID intrinsic;
    std::uint32_t neutral;
};

// The order must be the same as in the prelude, which passes the index of the reduction.
constexpr Reduction kReductions[] = {
    {llvm::Intrinsic::vector_reduce_add, 0},
    {llvm::Intrinsic::vector_reduce_smin, 0x7fffffffu},
    {llvm::Intrinsic::vector_reduce_smax, 0x80000000u},
    {llvm::Intrinsic::vector_reduce_umin, 0xffffffffu},
    {llvm::Intrinsic::vector_reduce_umax, 0},
    {llvm::Intrinsic::vector_reduce_and, 0xffffffffu},
    {llvm::Intrinsic::vector_reduce_or, 0},
    {llvm::Intrinsic::vector_reduce_xor, 0},
};

void build_reduce(const LaneBuilder& lanes, const llvm::CallInst& call) {
    llvm::IRBuilder<>& ir = lanes.ir;
    const auto* kind = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
    if (kind == nullptr)
        throw Rejection("the kind of a warp reduction is not a compile-time constant");
    const Reduction& reduction = kReductions[kind->getZExtValue()];
    const Participants participants(lanes, call.getArgOperand(2));
    const auto reduce = [&](Value* bits) {
        Value* values = ir.CreateSelect(lanes_of_bits(ir, bits, lanes.width()),
                                        lanes.values.vector(call.getArgOperand(1)),
                                        lanes.values.splat(ir.getInt32(reduction.neutral)));
        return ir.CreateUnaryIntrinsic(reduction.intrinsic, values);
    };
    if (participants.are_uniform()) return define_bits(lanes, call, reduce(participants.bits()));
    Value* running = lanes.mask_bits();
    lanes.values.vector(call.getArgOperand(1));  // computed before the loop starts
    lanes.values.define(call, for_each_lane(lanes, {call.getArgOperand(2)}, ir.getInt32Ty(),
                                            [&](Value*, llvm::ArrayRef<Value*> named) {
                                                return reduce(ir.CreateAnd(running, named[0]));
                                            }));
}

}  // namespace

void build_warp_operation(const LaneBuilder& lanes, const llvm::CallInst& call) {
    switch (operation_of(call)) {
        case Operation::warp_sync: return;  // nothing to do, because lanes run in lockstep
        case Operation::warp_shuffle: return build_shuffle(lanes, call);
        case Operation::warp_ballot: return build_ballot(lanes, call);
        case Operation::warp_match: return build_match(lanes, call);
        case Operation::warp_reduce: return build_reduce(lanes, call);
        case Operation::active_mask: return define_bits(lanes, call, lanes.mask_bits());
        default: throw Rejection("the kernel uses an operation that lanes do not support");
    }
}

}  // namespace glint::cpu
