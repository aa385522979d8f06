// SPDX-License-Identifier: MIT
#include <algorithm>

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>
#include <glint/cpu/lowering/lanes/rejection.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;

bool is_no_op(const llvm::CallInst& call) {
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
    if (intrinsic == nullptr) return false;
    switch (intrinsic->getIntrinsicID()) {
        case llvm::Intrinsic::assume:
        case llvm::Intrinsic::lifetime_start:
        case llvm::Intrinsic::lifetime_end:
        case llvm::Intrinsic::experimental_noalias_scope_decl: return true;
        default: return intrinsic->isDebugOrPseudoInst();
    }
}

// Builds the intrinsic for vectors. Operands that LLVM requires to be scalars stay scalars.
void build_vector_intrinsic(const LaneBuilder& lanes, const llvm::CallInst& call) {
    const llvm::Intrinsic::ID id = call.getIntrinsicID();
    llvm::SmallVector<Value*, 4> operands;
    llvm::SmallVector<llvm::Type*, 2> types;
    if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, -1))
        types.push_back(lanes.values.lanes_of(call.getType()));
    for (unsigned i = 0; i < call.arg_size(); ++i) {
        const Value* operand = call.getArgOperand(i);
        operands.push_back(llvm::isVectorIntrinsicWithScalarOpAtArg(id, i)
                               ? lanes.values.scalar(operand)
                               : lanes.values.vector(operand));
        if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(i)))
            types.push_back(operands.back()->getType());
    }
    llvm::CallInst* built = lanes.ir.CreateIntrinsic(id, types, operands);
    built->copyIRFlags(&call);
    lanes.values.define(call, built);
}

// Prefetches each cache line that contains the address of a lane. Does nothing if the distance
// between the addresses of adjacent lanes is unknown, negative, or larger than a cache line.
void build_prefetch(const LaneBuilder& lanes, const llvm::CallInst& call) {
    constexpr std::int64_t kLine = 64;
    const Shape shape = lanes.values.shape(call.getArgOperand(0));
    if (shape.is_varying() || shape.stride < 0 || shape.stride > kLine) return;
    Value* first = lanes.values.scalar(call.getArgOperand(0));
    const std::int64_t bytes = shape.stride * lanes.width();
    for (std::int64_t offset = 0; offset == 0 || offset < bytes; offset += kLine) {
        auto* copy = llvm::cast<llvm::CallInst>(call.clone());
        copy->setArgOperand(0, lanes.ir.CreateConstGEP1_64(lanes.ir.getInt8Ty(), first,
                                                           static_cast<std::uint64_t>(offset)));
        lanes.ir.Insert(copy);
    }
}

bool is_vectorizable(llvm::Intrinsic::ID id) {
    return llvm::isTriviallyVectorizable(id) || id == llvm::Intrinsic::arithmetic_fence;
}

bool has_scalar_operands_only(const LaneBuilder& lanes, const llvm::CallInst& call) {
    const llvm::Intrinsic::ID id = call.getIntrinsicID();
    for (unsigned i = 0; i < call.arg_size(); ++i)
        if (llvm::isVectorIntrinsicWithScalarOpAtArg(id, i) &&
            !lanes.values.shape(call.getArgOperand(i)).is_uniform())
            return false;
    return true;
}

llvm::CallInst* copy_of(const LaneBuilder& lanes, const llvm::CallInst& call,
                        llvm::ArrayRef<Value*> operands) {
    auto* copy = llvm::cast<llvm::CallInst>(call.clone());
    for (unsigned i = 0; i < operands.size(); ++i) copy->setArgOperand(i, operands[i]);
    return lanes.ir.Insert(copy);
}

// Builds a loop that makes one call per active lane.
void build_each(const LaneBuilder& lanes, const llvm::CallInst& call) {
    llvm::SmallVector<const Value*, 8> operands(call.args());
    if (call.isIndirectCall()) operands.push_back(call.getCalledOperand());
    const bool is_used = !call.getType()->isVoidTy() && !call.use_empty();
    if (is_used && (call.getType()->isStructTy() || call.getType()->isVectorTy()))
        throw Rejection("the kernel calls a function that returns a struct and cannot be inlined");
    Value* results = for_each_lane(lanes, operands, is_used ? call.getType() : nullptr,
                                   [&](Value*, llvm::ArrayRef<Value*> values) -> Value* {
                                       llvm::CallInst* copy =
                                           copy_of(lanes, call, values.take_front(call.arg_size()));
                                       if (call.isIndirectCall())
                                           copy->setCalledOperand(values.back());
                                       return copy;
                                   });
    if (is_used) lanes.values.define(call, results);
}

void build_once(const LaneBuilder& lanes, const llvm::CallInst& call) {
    llvm::SmallVector<Value*, 8> operands;
    for (const Value* operand : call.args()) operands.push_back(lanes.values.scalar(operand));
    llvm::CallInst* copy = copy_of(lanes, call, operands);
    if (!call.getType()->isVoidTy()) lanes.values.define(call, copy);
}

bool same_for_all(const LaneBuilder& lanes, const llvm::CallInst& call) {
    if (call.isIndirectCall() || call.getType()->isVoidTy()) return false;
    return lanes.values.shape(&call).is_uniform() && call.doesNotAccessMemory();
}

}  // namespace

void build_call(const LaneBuilder& lanes, const llvm::CallInst& call) {
    if (is_no_op(call)) return;
    if (const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&call))
        if (lanes.values.analyses().memory.element_bytes(fill->getDest()) != 0)
            return build_fill(lanes, *fill);
    if (is_index(call) || operation_of(call) == Operation::lane_index)
        return lanes.values.define(call, lanes.values.build_scalar(call));
    if (operation_of(call) != Operation::none) return build_warp_operation(lanes, call);
    if (same_for_all(lanes, call)) return build_once(lanes, call);
    const llvm::Intrinsic::ID id = call.getIntrinsicID();
    if (id == llvm::Intrinsic::readcyclecounter || id == llvm::Intrinsic::x86_rdtsc)
        return build_once(lanes, call);
    if (id == llvm::Intrinsic::prefetch) return build_prefetch(lanes, call);
    if (Value* result = build_vector_math(lanes, call)) return lanes.values.define(call, result);
    if (is_vectorizable(id) && has_scalar_operands_only(lanes, call))
        return build_vector_intrinsic(lanes, call);
    build_each(lanes, call);
}

}  // namespace glint::cpu
