// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include <glint/cpu/lowering/lanes/emit/lane_values.hpp>
#include <glint/cpu/lowering/lanes/emit/last_atomics.hpp>
#include <glint/cpu/lowering/lanes/emit/slots.hpp>

namespace glint::cpu {

/// Context for building single instructions: a group of lanes, its active lanes, and assumptions
/// about them.
struct LaneBuilder {
    llvm::IRBuilder<>& ir;
    LaneValues& values;
    Slots& slots;
    LastAtomics& last_atomics;
    const llvm::Value* old_shared;  ///< the scalar function's shared memory
    llvm::Value* mask = nullptr;    ///< active lanes, a vector of i1; nullptr for all
    /// Assumed values. For a division known to give strided numbers, the result in lane 0. For a
    /// likely condition, its usual value.
    llvm::DenseMap<const llvm::Instruction*, llvm::Value*> assumed{};
    /// Likely conditions that do not hold in some lanes. Set in the version of the code for that
    /// case.
    LikelyConditions unusual{};

    /// Returns a copy of this group with different active lanes and without assumptions.
    LaneBuilder under(llvm::Value* other_mask) const {
        return {.ir = ir,
                .values = values,
                .slots = slots,
                .last_atomics = last_atomics,
                .old_shared = old_shared,
                .mask = other_mask};
    }

    unsigned width() const noexcept { return values.width(); }
    llvm::FunctionCallee runtime_function(std::string_view name, llvm::FunctionType* type) const;
    llvm::Value* full_mask() const;
    llvm::Value* mask_or_full() const { return mask != nullptr ? mask : full_mask(); }
    /// The active lanes as bits of an i32.
    llvm::Value* mask_bits() const;
};

/// Returns an i1 that is true if any lane of `mask` is set.
llvm::Value* any_lane(llvm::IRBuilder<>& builder, llvm::Value* mask);

/// Converts `mask`, a vector of i1, to the low bits of an i32, and back.
llvm::Value* bits_of_lanes(llvm::IRBuilder<>& builder, llvm::Value* mask);
llvm::Value* lanes_of_bits(llvm::IRBuilder<>& builder, llvm::Value* bits, unsigned width);

/// Returns `value` where `mask` is set and `otherwise` elsewhere; without a mask, `value`.
llvm::Value* blend(llvm::IRBuilder<>& builder, llvm::Value* mask, llvm::Value* value,
                   llvm::Value* otherwise);

/// Builds both alternatives, and code that runs one of them: the first if `condition`, an i1, is
/// true. Returns the result.
llvm::Value* either(llvm::IRBuilder<>& builder, llvm::Value* condition,
                    llvm::function_ref<llvm::Value*()> if_true,
                    llvm::function_ref<llvm::Value*()> if_false);

/// Builds code that runs `body` once per active lane, lowest first. Returns the vector of its
/// results, or nullptr if `result` is nullptr. `body` gets the lane number, an i32, and the values
/// of `operands` in that lane.
///
/// Pass `user` if `body` is short, worth unrolling for each lane, and changes only shared memory.
/// `user` is the old instruction with these operands, which may then be computed lane by lane.
using LaneBody = std::function<llvm::Value*(llvm::Value* lane, llvm::ArrayRef<llvm::Value*>)>;
llvm::Value* for_each_lane(const LaneBuilder& lanes, llvm::ArrayRef<const llvm::Value*> operands,
                           llvm::Type* result, const LaneBody& body,
                           const llvm::Instruction* user = nullptr);

/// Builds `instruction` in lanes. It must not be a branch, a phi, or a barrier. Throws Rejection if
/// lanes cannot run it.
void build_in_lanes(const LaneBuilder& lanes, const llvm::Instruction& instruction);

void build_load(const LaneBuilder& lanes, const llvm::LoadInst& load);
void build_store(const LaneBuilder& lanes, const llvm::StoreInst& store);
/// Fills part of an interleaved array.
void build_fill(const LaneBuilder& lanes, const llvm::MemSetInst& fill);
void build_atomic(const LaneBuilder& lanes, const llvm::AtomicRMWInst& atomic);
void build_compare_exchange(const LaneBuilder& lanes, const llvm::AtomicCmpXchgInst& exchange);
void build_division(const LaneBuilder& lanes, const llvm::BinaryOperator& division);
void build_call(const LaneBuilder& lanes, const llvm::CallInst& call);
void build_warp_operation(const LaneBuilder& lanes, const llvm::CallInst& call);

/// Builds a call to a math function for all lanes at once, with the system's vector math library.
/// Returns nullptr if the library has no such function.
llvm::Value* build_vector_math(const LaneBuilder& lanes, const llvm::CallInst& call);

}  // namespace glint::cpu
