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

/// The new values that replace the values of the scalar function. A strided value is represented by
/// its value in lane 0. Any other value is a vector with one element per lane.
class LaneValues {
public:
    struct Analyses {
        const LaneLayout& layout;
        Shapes& shapes;              ///< shapes among the lanes of a group
        const Shapes& block_shapes;  ///< shapes among all threads of a block
        const PrivateMemory& memory;
        bool has_barriers = false;
        LanesPasses passes{};
    };

    LaneValues(llvm::IRBuilder<>& builder, GroupLoops& loops, Slots& slots,
               const Analyses& analyses);

    /// Sets the new value for an argument, or for a value that is equal for the whole block from
    /// now on.
    void set_constant(const llvm::Value* old, llvm::Value* value) { constants_[old] = value; }
    bool is_constant(const llvm::Value* old) const { return constants_.contains(old); }
    /// Sets the block and, in a layout with strips, its row.
    void set_place(const std::array<llvm::Value*, 3>& block, llvm::Value* row) {
        block_index_ = block;
        row_ = row;
    }

    /// Sets the position of lane 0, in a layout that joins blocks.
    void set_place(const PlaceInRow& place) { place_ = place; }

    /// Call this where code built so far does not dominate the code that is built next.
    void begin_block();

    /// Values known at the builder's position, to be restored where code branches.
    struct Known {
        llvm::DenseMap<const llvm::Value*, llvm::Value*> values;
        llvm::DenseMap<const llvm::Value*, llvm::Value*> vectors;  // vectors of strided values
        llvm::DenseMap<const llvm::Value*, llvm::AllocaInst*> addresses;
    };
    const Known& known() const noexcept { return known_; }
    bool is_built(const llvm::Instruction& old) const { return known_.values.contains(&old); }
    bool is_known(const llvm::Value* old) const {
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(old);
        return instruction == nullptr || is_constant(old) || is_built(*instruction);
    }
    void set_known(const Known& known) { known_ = known; }

    /// Value in lane 0, for a strided value.
    llvm::Value* scalar(const llvm::Value* old);
    /// Value in all lanes.
    llvm::Value* vector(const llvm::Value* old);
    /// `scalar` or `vector`, depending on the shape.
    llvm::Value* natural(const llvm::Value* old);

    /// Memory that holds the addresses of a pointer in all lanes; nullptr until a caller sets it.
    llvm::AllocaInst*& stored_addresses(const llvm::Value* old) { return known_.addresses[old]; }

    /// Slot that holds a value for other blocks. Edges write the slots of phis.
    Slot& slot_of(const llvm::Instruction& old);
    /// True if a value can be read in blocks other than the one that computes it.
    bool is_readable_later(const llvm::Value* old) const;

    /// Gives an instruction its value: a scalar if its shape is strided, else a vector.
    void define(const llvm::Instruction& old, llvm::Value* value);

    /// Value of a strided instruction in lane 0, computed from its operands' values in lane 0.
    llvm::Value* build_scalar(const llvm::Instruction& old);

    /// Tests whether a strided value can be computed ahead of its position in its block, and
    /// computes it.
    bool can_look_ahead(const llvm::Value* old, unsigned depth = 0) const;
    llvm::Value* look_ahead(const llvm::Value* old);

    /// The addresses that a varying GEP yields, in all lanes.
    llvm::Value* build_vector_step(const llvm::GetElementPtrInst& old);

    /// The only index of a GEP that differs from lane to lane, if nothing else makes the GEP differ
    /// and all of its operands are known; otherwise nullptr.
    const llvm::Use* varying_index(const llvm::GetElementPtrInst& old) const;
    /// The address that a GEP yields if one of its indices is `value`.
    llvm::Value* build_step(const llvm::GetElementPtrInst& old, const llvm::Use& index,
                            llvm::Value* value);

    llvm::Type* lanes_of(llvm::Type* type) const;
    llvm::Value* splat(llvm::Value* value);
    /// {0, stride, 2 stride...} in `type`, an integer type.
    llvm::Constant* steps(llvm::Type* type, std::int64_t stride) const;
    /// Mask of the group's lanes that have a thread; nullptr for all of them.
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
