// SPDX-License-Identifier: MIT
// Builds atomic operations: one for each lane, or one for the combined operands of many lanes.
#include <algorithm>
#include <optional>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;

// Returns true if `pointer` points to shared memory. Other CPU threads do not access it, because
// one CPU thread runs all threads of the block.
bool is_shared(const LaneBuilder& lanes, const Value* pointer) {
    return llvm::getUnderlyingObject(pointer, 0) == lanes.old_shared;
}

Value* build_single(const LaneBuilder& lanes, const llvm::AtomicRMWInst& atomic, Value* pointer,
                    Value* operand) {
    if (!is_shared(lanes, atomic.getPointerOperand()))
        return lanes.ir.CreateAtomicRMW(atomic.getOperation(), pointer, operand, atomic.getAlign(),
                                        atomic.getOrdering(), atomic.getSyncScopeID());
    Value* before = lanes.ir.CreateAlignedLoad(operand->getType(), pointer, atomic.getAlign());
    Value* after = llvm::buildAtomicRMWValue(atomic.getOperation(), lanes.ir, before, operand);
    lanes.ir.CreateAlignedStore(after, pointer, atomic.getAlign());
    return before;
}

/// An operation whose operands can be combined before memory is accessed.
struct Combination {
    llvm::Intrinsic::ID reduce;
    llvm::Constant* neutral;
};

std::optional<Combination> combination_of(const llvm::AtomicRMWInst& atomic) {
    using Op = llvm::AtomicRMWInst;
    llvm::Type* type = atomic.getValOperand()->getType();
    if (type->isFloatingPointTy())
        return atomic.getOperation() == Op::FAdd
                   ? std::optional(Combination{llvm::Intrinsic::vector_reduce_fadd,
                                               llvm::ConstantFP::get(type, -0.0)})
                   : std::nullopt;
    if (!type->isIntegerTy()) return std::nullopt;
    const unsigned bits = type->getIntegerBitWidth();
    const auto constant = [&](const llvm::APInt& value) {
        return llvm::ConstantInt::get(type, value);
    };
    switch (atomic.getOperation()) {
        case Op::Add:
        case Op::Sub:
            return Combination{llvm::Intrinsic::vector_reduce_add, constant(llvm::APInt(bits, 0))};
        case Op::Or:
            return Combination{llvm::Intrinsic::vector_reduce_or, constant(llvm::APInt(bits, 0))};
        case Op::Xor:
            return Combination{llvm::Intrinsic::vector_reduce_xor, constant(llvm::APInt(bits, 0))};
        case Op::And:
            return Combination{llvm::Intrinsic::vector_reduce_and,
                               constant(llvm::APInt::getAllOnes(bits))};
        case Op::Max:
            return Combination{llvm::Intrinsic::vector_reduce_smax,
                               constant(llvm::APInt::getSignedMinValue(bits))};
        case Op::Min:
            return Combination{llvm::Intrinsic::vector_reduce_smin,
                               constant(llvm::APInt::getSignedMaxValue(bits))};
        case Op::UMax:
            return Combination{llvm::Intrinsic::vector_reduce_umax, constant(llvm::APInt(bits, 0))};
        case Op::UMin:
            return Combination{llvm::Intrinsic::vector_reduce_umin,
                               constant(llvm::APInt::getAllOnes(bits))};
        default: return std::nullopt;
    }
}

// Combines the operands of all active lanes, and builds a single atomic operation.
void build_combined(const LaneBuilder& lanes, const llvm::AtomicRMWInst& atomic,
                    const Combination& combination) {
    Value* values = lanes.values.vector(atomic.getValOperand());
    if (lanes.mask != nullptr)
        values = lanes.ir.CreateSelect(
            lanes.mask, values,
            llvm::ConstantVector::getSplat(llvm::ElementCount::getFixed(lanes.width()),
                                           combination.neutral));
    Value* total = nullptr;
    if (combination.reduce == llvm::Intrinsic::vector_reduce_fadd) {
        llvm::CallInst* sum = lanes.ir.CreateFAddReduce(combination.neutral, values);
        sum->setHasAllowReassoc(true);
        total = sum;
    } else {
        total = lanes.ir.CreateUnaryIntrinsic(combination.reduce, values);
    }
    Value* place = lanes.values.scalar(atomic.getPointerOperand());
    if (lanes.values.uses(LanesPass::last_atomics) && lanes.last_atomics.contains(atomic) &&
        lanes.values.is_constant(atomic.getPointerOperand()))
        lanes.last_atomics.add(lanes.ir, atomic, {.place = place, .operand = total},
                               combination.neutral);
    else
        build_single(lanes, atomic, place, total);
}

// Returns true if the address that a thread accesses is the same in all blocks.
bool depends_on_thread_only(const LaneBuilder& lanes, const Value* place, unsigned depth = 0) {
    constexpr unsigned kMaxDepth = 8;
    if (llvm::isa<llvm::Constant>(place) || lanes.values.is_constant(place)) return true;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(place);
    if (instruction == nullptr || depth == kMaxDepth) return false;
    if (is_index(*place)) return operation_of(*place) < Operation::block_x;
    if (!llvm::isa<llvm::GetElementPtrInst, llvm::CastInst, llvm::BinaryOperator>(place))
        return false;
    return std::all_of(instruction->op_begin(), instruction->op_end(),
                       [&](const llvm::Use& operand) {
                           return depends_on_thread_only(lanes, operand, depth + 1);
                       });
}

// Builds code that combines the operands of many blocks and accesses memory only once at the end.
// Returns false if this is not possible.
bool build_last(const LaneBuilder& lanes, const llvm::AtomicRMWInst& atomic) {
    const Value* pointer = atomic.getPointerOperand();
    const std::optional<Combination> combination = combination_of(atomic);
    const Shape shape = lanes.values.shape(pointer);
    if (!combination || !lanes.values.uses(LanesPass::last_atomics) ||
        !lanes.last_atomics.contains(atomic) || shape.is_varying() ||
        lanes.values.analyses().layout.in_strips || is_shared(lanes, pointer) ||
        !depends_on_thread_only(lanes, pointer))
        return false;
    llvm::Constant* neutral = llvm::ConstantVector::getSplat(
        llvm::ElementCount::getFixed(lanes.width()), combination->neutral);
    Value* operand =
        blend(lanes.ir, lanes.mask, lanes.values.vector(atomic.getValOperand()), neutral);
    lanes.last_atomics.add(lanes.ir, atomic,
                           {.place = lanes.values.scalar(pointer),
                            .stride_bytes = shape.stride,
                            .operand = operand,
                            .lanes = lanes.mask_bits()},
                           neutral);
    return true;
}

}  // namespace

void build_atomic(const LaneBuilder& lanes, const llvm::AtomicRMWInst& atomic) {
    const bool one_place = lanes.values.shape(atomic.getPointerOperand()).is_uniform();
    if (one_place && atomic.use_empty() && lanes.values.uses(LanesPass::combined_atomics))
        if (const auto combination = combination_of(atomic))
            return build_combined(lanes, atomic, *combination);
    if (build_last(lanes, atomic)) return;
    const bool is_used = !atomic.use_empty();
    const auto build = [&](Value*, llvm::ArrayRef<Value*> operands) {
        return build_single(lanes, atomic, operands[0], operands[1]);
    };
    const bool in_shared = is_shared(lanes, atomic.getPointerOperand());
    Value* before =
        for_each_lane(lanes, {atomic.getPointerOperand(), atomic.getValOperand()},
                      is_used ? atomic.getType() : nullptr, build, in_shared ? &atomic : nullptr);
    if (is_used) lanes.values.define(atomic, before);
}

void build_compare_exchange(const LaneBuilder& lanes, const llvm::AtomicCmpXchgInst& exchange) {
    Value* before = for_each_lane(
        lanes,
        {exchange.getPointerOperand(), exchange.getCompareOperand(), exchange.getNewValOperand()},
        exchange.getCompareOperand()->getType(),
        [&](Value*, llvm::ArrayRef<Value*> operands) -> Value* {
            Value* pair = lanes.ir.CreateAtomicCmpXchg(
                operands[0], operands[1], operands[2], exchange.getAlign(),
                exchange.getSuccessOrdering(), exchange.getFailureOrdering(),
                exchange.getSyncScopeID());
            return lanes.ir.CreateExtractValue(pair, 0);
        });
    // The exchange is always strong, even if the original is weak. Therefore, it succeeds if and
    // only if the old value equals the expected value.
    Value* equal = lanes.ir.CreateICmpEQ(before, lanes.values.vector(exchange.getCompareOperand()));
    for (const llvm::User* user : exchange.users()) {
        const auto& part = llvm::cast<llvm::ExtractValueInst>(*user);
        lanes.values.define(part, part.getIndices()[0] == 0 ? before : equal);
    }
}

}  // namespace glint::cpu
