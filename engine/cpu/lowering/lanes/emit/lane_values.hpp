// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <glint/cpu/lowering/lanes/analyse/operations.hpp>
#include <glint/cpu/lowering/lanes/analyse/private_memory.hpp>
#include <glint/cpu/lowering/lanes/analyse/shapes.hpp>
#include <glint/cpu/lowering/lanes/emit/group_loops.hpp>
#include <glint/cpu/lowering/lanes/emit/slots.hpp>
#include <glint/cpu/lowering/lanes/lane_layout.hpp>
#include <glint/cpu/lowering/lanes_passes.hpp>

namespace glint::cpu {

/// What the values of the scalar function have become. A value whose shape is strided is known by
/// what it is in lane 0; any other is a vector with an element for each lane.
class LaneValues {
public:
    struct Analyses {
        const LaneLayout& layout;
        Shapes& shapes;              ///< among the lanes of a group
        const Shapes& block_shapes;  ///< among all threads of a block
        const PrivateMemory& memory;
        bool has_barriers = false;
        LanesPasses passes{};
    };

    LaneValues(llvm::IRBuilder<>& builder, GroupLoops& loops, Slots& slots,
               const Analyses& analyses);

    /// Says what an argument, or a value that is the same for the whole block, is from now on.
    void set_constant(const llvm::Value* old, llvm::Value* value) { constants_[old] = value; }
    bool is_constant(const llvm::Value* old) const { return constants_.contains(old); }
    /// Which block it is, and in a layout with strips which of its rows.
    void set_place(const std::array<llvm::Value*, 3>& block, llvm::Value* row) {
        block_index_ = block;
        row_ = row;
    }

    /// In a layout that joins blocks, where lane 0 is.
    void set_place(const PlaceInRow& place) { place_ = place; }

    /// From here on code is built that the code before does not dominate.
    void begin_block();

    /// What is known where the builder stands, to be known again where code branches.
    struct Known {
        llvm::DenseMap<const llvm::Value*, llvm::Value*> values;
        llvm::DenseMap<const llvm::Value*, llvm::Value*> vectors;  // of strided values
        llvm::DenseMap<const llvm::Value*, llvm::AllocaInst*> addresses;
    };
    const Known& known() const noexcept { return known_; }
    bool is_built(const llvm::Instruction& old) const { return known_.values.contains(&old); }
    bool is_known(const llvm::Value* old) const {
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(old);
        return instruction == nullptr || is_constant(old) || is_built(*instruction);
    }
    void set_known(const Known& known) { known_ = known; }

    /// The value in lane 0, for a strided one.
    llvm::Value* scalar(const llvm::Value* old);
    /// The value in all lanes.
    llvm::Value* vector(const llvm::Value* old);
    /// Whichever of the two its shape asks for.
    llvm::Value* natural(const llvm::Value* old);

    /// Where the addresses that a pointer has in the lanes are kept, if they are: nullptr until
    /// somebody says so.
    llvm::AllocaInst*& kept_addresses(const llvm::Value* old) { return known_.addresses[old]; }

    /// Where a value is kept for other blocks. A phi's slot is where its edges put the value.
    Slot& slot_of(const llvm::Instruction& old);
    /// Whether a value can be read in blocks other than that which computes it.
    bool is_readable_later(const llvm::Value* old) const;

    /// Gives an instruction its value: a scalar if its shape is strided, else a vector.
    void define(const llvm::Instruction& old, llvm::Value* value);

    /// The value of a strided instruction in lane 0, computed from those of its operands.
    llvm::Value* build_scalar(const llvm::Instruction& old);

    /// Whether a strided value can be computed before its turn in its block, and that.
    bool can_look_ahead(const llvm::Value* old, unsigned depth = 0) const;
    llvm::Value* look_ahead(const llvm::Value* old);

    /// The addresses that a varying step leads to, in all lanes.
    llvm::Value* build_vector_step(const llvm::GetElementPtrInst& old);

    /// The only index of a step that differs from lane to lane, if it alone makes the step differ,
    /// and if all of its operands are known; else nullptr.
    const llvm::Use* varying_index(const llvm::GetElementPtrInst& old) const;
    /// The address that a step leads to where one of its indices is `value`.
    llvm::Value* build_step(const llvm::GetElementPtrInst& old, const llvm::Use& index,
                            llvm::Value* value);

    llvm::Type* lanes_of(llvm::Type* type) const;
    llvm::Value* splat(llvm::Value* value);
    /// {0, stride, 2 stride...} in `type`, an integer.
    llvm::Constant* steps(llvm::Type* type, std::int64_t stride) const;
    /// Which lanes of the group have a thread; nullptr for all of them.
    llvm::Value* lanes_with_threads();

    const Shape shape(const llvm::Value* old) const { return analyses_.shapes.of(old); }
    const Analyses& analyses() const noexcept { return analyses_; }
    bool uses(LanesPass pass) const noexcept { return analyses_.passes.contains(pass); }
    unsigned width() const noexcept { return analyses_.layout.width; }
    llvm::IRBuilder<>& builder() noexcept { return builder_; }

private:
    bool is_kept(const llvm::Instruction& old) const;
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
