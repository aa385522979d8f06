// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <glint/cpu/lowering/lanes/analyze/operations.hpp>
#include <glint/cpu/lowering/lanes/analyze/private_memory.hpp>
#include <glint/cpu/lowering/lanes/analyze/shapes.hpp>
#include <glint/cpu/lowering/lanes/emit/group_loops.hpp>
#include <glint/cpu/lowering/lanes/emit/slots.hpp>
#include <glint/cpu/lowering/lanes/lane_layout.hpp>
#include <glint/cpu/lowering/lanes_passes.hpp>

namespace glint::cpu {

/// The values of the new function that replace the values of the scalar function. A strided value
/// is represented by its value in lane 0. A varying value is a vector with one element per lane.
class LaneValues {
public:
    struct Analyses {
        const LaneLayout& layout;
        Shapes& shapes;              ///< shapes within a group of lanes
        const Shapes& block_shapes;  ///< shapes within a whole block of threads
        const PrivateMemory& memory;
        bool has_barriers = false;
        LanesPasses passes{};
    };

    LaneValues(llvm::IRBuilder<>& builder, GroupLoops& loops, Slots& slots,
               const Analyses& analyses);

    /// Sets the value that replaces `old` in the whole code of a thread block. `old` is an
    /// argument, or an instruction whose value is known before this code.
    void set_constant(const llvm::Value* old, llvm::Value* value) { constants_[old] = value; }
    bool is_constant(const llvm::Value* old) const { return constants_.contains(old); }
    /// Sets the indices of the block. `row` is the current row of the block in a layout with
    /// strips, else nullptr.
    void set_place(const std::array<llvm::Value*, 3>& block, llvm::Value* row) {
        block_index_ = block;
        row_ = row;
    }

    /// Sets the position of lane 0 in a layout that joins blocks.
    void set_place(const PlaceInRow& place) { place_ = place; }

    /// Call this before building code that the code built so far does not dominate.
    void begin_block();

    /// Values that are known at the builder's position. Where the code branches, they can be saved
    /// and restored.
    struct Known {
        llvm::DenseMap<const llvm::Value*, llvm::Value*> values;
        llvm::DenseMap<const llvm::Value*, llvm::Value*> vectors;  // strided values as vectors
        llvm::DenseMap<const llvm::Value*, llvm::AllocaInst*> addresses;
    };
    const Known& known() const noexcept { return known_; }
    bool is_built(const llvm::Instruction& old) const { return known_.values.contains(&old); }
    bool is_known(const llvm::Value* old) const {
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(old);
        return instruction == nullptr || is_constant(old) || is_built(*instruction);
    }
    void set_known(const Known& known) { known_ = known; }

    /// Returns the value in lane 0. `old` must be strided.
    llvm::Value* scalar(const llvm::Value* old);
    /// Returns a vector of the values in all lanes.
    llvm::Value* vector(const llvm::Value* old);
    /// Returns `scalar(old)` if `old` is strided, and `vector(old)` if it is varying.
    llvm::Value* natural(const llvm::Value* old);

    /// Returns the memory in which the addresses of all lanes are stored. It is nullptr until a
    /// caller assigns it.
    llvm::AllocaInst*& stored_addresses(const llvm::Value* old) { return known_.addresses[old]; }

    /// Returns the slot in which other blocks find a value. For a phi, the edges write the slot.
    Slot& slot_of(const llvm::Instruction& old);
    /// Returns true if blocks other than the value's own block can read the value.
    bool is_readable_later(const llvm::Value* old) const;

    /// Sets the value of an instruction: a scalar if its shape is strided, else a vector.
    void define(const llvm::Instruction& old, llvm::Value* value);

    /// Builds the value of a strided instruction in lane 0 from the values of its operands in lane
    /// 0.
    llvm::Value* build_scalar(const llvm::Instruction& old);

    /// `can_look_ahead` returns true if a strided value can be computed before its position in its
    /// block. `look_ahead` computes it.
    bool can_look_ahead(const llvm::Value* old, unsigned depth = 0) const;
    llvm::Value* look_ahead(const llvm::Value* old);

    /// Builds a vector of the addresses that a varying GEP computes.
    llvm::Value* build_vector_step(const llvm::GetElementPtrInst& old);

    /// Returns the index of a GEP that differs from lane to lane. Returns nullptr if several
    /// indices differ, if the pointer also differs, or if an operand is not known yet.
    const llvm::Use* varying_index(const llvm::GetElementPtrInst& old) const;
    /// Builds the address that a GEP computes if `index` has the value `value`.
    llvm::Value* build_step(const llvm::GetElementPtrInst& old, const llvm::Use& index,
                            llvm::Value* value);

    llvm::Type* lanes_of(llvm::Type* type) const;
    llvm::Value* splat(llvm::Value* value);
    /// Returns the vector {0, stride, 2 * stride, ...}. `type` is the integer type of the elements.
    llvm::Constant* steps(llvm::Type* type, std::int64_t stride) const;
    /// Returns the mask of the lanes that have a thread, or nullptr if all lanes of all groups do.
    llvm::Value* lanes_with_threads();

    const Shape shape(const llvm::Value* old) const { return analyses_.shapes.of(old); }
    const Analyses& analyses() const noexcept { return analyses_; }
    bool uses(LanesPass pass) const noexcept { return analyses_.passes.contains(pass); }
    unsigned width() const noexcept { return analyses_.layout.width; }
    llvm::IRBuilder<>& builder() noexcept { return builder_; }

private:
    bool is_in_memory(const llvm::Instruction& old) const;
    bool can_repeat(const llvm::Instruction& old, unsigned depth) const;
    llvm::Value* find(const llvm::Value* old);
    llvm::Value* build_index(Operation operation);
    llvm::Value* private_array(const llvm::AllocaInst& old);
    llvm::Value* linear_index();
    llvm::Value* build_step(const llvm::GetElementPtrInst& old);
    using Read = llvm::function_ref<llvm::Value*(const llvm::Value*)>;
    llvm::Value* add_either(llvm::Value* a, llvm::Value* b);
    llvm::Value* interleaved_offset(const llvm::GetElementPtrInst& old, Read read);

    llvm::IRBuilder<>& builder_;
    GroupLoops& loops_;
    Slots& slots_;
    Analyses analyses_;
    std::array<llvm::Value*, 3> block_index_{};
    llvm::Value* row_ = nullptr;
    PlaceInRow place_;
    llvm::DenseMap<const llvm::Value*, llvm::Value*> constants_;
    Known known_;
    llvm::DenseMap<const llvm::AllocaInst*, llvm::AllocaInst*> arrays_;
    llvm::DenseMap<const llvm::Instruction*, Slot*> slot_of_;
};

}  // namespace glint::cpu
