// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include <glint/cpu/lowering/lanes/emit/lane_values.hpp>
#include <glint/cpu/lowering/lanes/emit/last_atomics.hpp>
#include <glint/cpu/lowering/lanes/emit/slots.hpp>

namespace glint::cpu {

/// The context in which single instructions are built: the lanes of a group, the mask of the active
/// lanes, and assumptions about values.
struct LaneBuilder {
    llvm::IRBuilder<>& ir;
    LaneValues& values;
    Slots& slots;
    LastAtomics& last_atomics;
    const llvm::Value* old_shared;  ///< shared memory in the scalar function
    llvm::Value* mask = nullptr;    ///< active lanes (vector of i1); nullptr: all lanes
    /// Values that are assumed in the current version of the code. For a division that gives
    /// strided numbers, the assumed value is the result in lane 0. For a likely condition, it is
    /// the usual value.
    llvm::DenseMap<const llvm::Instruction*, llvm::Value*> assumed{};
    /// Likely conditions that may not have their usual value in some lanes. Only set in the code
    /// for groups in which a lane is inactive or does not meet a likely condition.
    LikelyConditions unusual{};

    /// Returns a copy of this context with other active lanes and without assumptions.
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
    /// Returns the mask of the active lanes as the bits of an i32.
    llvm::Value* mask_bits() const;
};

/// Builds an i1 that is true if any lane of `mask` is set.
llvm::Value* any_lane(llvm::IRBuilder<>& builder, llvm::Value* mask);

/// Convert between `mask`, a vector of i1, and the low bits of an i32.
llvm::Value* bits_of_lanes(llvm::IRBuilder<>& builder, llvm::Value* mask);
llvm::Value* lanes_of_bits(llvm::IRBuilder<>& builder, llvm::Value* bits, unsigned width);

/// Returns `value` in lanes that are set in `mask`, and `otherwise` in all other lanes. If `mask`
/// is nullptr, returns `value`.
llvm::Value* blend(llvm::IRBuilder<>& builder, llvm::Value* mask, llvm::Value* value,
                   llvm::Value* otherwise);

/// Builds two alternatives and a branch that runs one of them: the first if `condition` (i1) is
/// true, else the second. Returns the result of the alternative that ran.
llvm::Value* either(llvm::IRBuilder<>& builder, llvm::Value* condition,
                    llvm::function_ref<llvm::Value*()> if_true,
                    llvm::function_ref<llvm::Value*()> if_false);

/// Builds a loop that runs `body` once per active lane, from the lowest to the highest lane. `body`
/// gets the index of the lane (i32) and the values of `operands` in this lane. Returns a vector of
/// the results of `body`, or nullptr if `result` is nullptr.
///
/// Pass `user` only if `body` is short enough to be unrolled for each lane, and if it writes only
/// to shared memory. `user` is the instruction of the old function that has these operands. If it
/// is given, the code may compute the operands separately in each lane.
using LaneBody = std::function<llvm::Value*(llvm::Value* lane, llvm::ArrayRef<llvm::Value*>)>;
llvm::Value* for_each_lane(const LaneBuilder& lanes, llvm::ArrayRef<const llvm::Value*> operands,
                           llvm::Type* result, const LaneBody& body,
                           const llvm::Instruction* user = nullptr);

/// Builds the code of `instruction` for all lanes. `instruction` must not be a branch, a phi or a
/// barrier. Throws Rejection if lanes cannot run the instruction.
void build_in_lanes(const LaneBuilder& lanes, const llvm::Instruction& instruction);

void build_load(const LaneBuilder& lanes, const llvm::LoadInst& load);
void build_store(const LaneBuilder& lanes, const llvm::StoreInst& store);
/// Builds a memset of elements of an interleaved array.
void build_fill(const LaneBuilder& lanes, const llvm::MemSetInst& fill);
void build_atomic(const LaneBuilder& lanes, const llvm::AtomicRMWInst& atomic);
void build_compare_exchange(const LaneBuilder& lanes, const llvm::AtomicCmpXchgInst& exchange);
void build_division(const LaneBuilder& lanes, const llvm::BinaryOperator& division);
void build_call(const LaneBuilder& lanes, const llvm::CallInst& call);
void build_warp_operation(const LaneBuilder& lanes, const llvm::CallInst& call);

/// Builds a call of a math function for all lanes with the system's vector math library. Returns
/// nullptr if the library does not have this function.
llvm::Value* build_vector_math(const LaneBuilder& lanes, const llvm::CallInst& call);

}  // namespace glint::cpu
