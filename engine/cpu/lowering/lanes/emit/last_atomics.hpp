// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <glint/cpu/lowering/lanes/emit/group_loops.hpp>
#include <glint/cpu/lowering/lanes/emit/slots.hpp>

namespace glint::cpu {

/// Atomic operations whose effect is not visible before their block ends. Their result is not used,
/// and the thread does not read memory afterwards. For example, each block may add its sums to the
/// sums of the grid at the end. The operands of many blocks are combined before memory is accessed,
/// so that fewer threads compete for the same address.
class LastAtomics {
public:
    LastAtomics(llvm::Function& body, Slots& slots, const GroupLoops& loops);

    bool contains(const llvm::AtomicRMWInst& atomic) const { return sums_.contains(&atomic); }

    /// Operands of an atomic operation from one group. The address must be the same in all blocks.
    struct Addition {
        llvm::Value* place = nullptr;  ///< address of all lanes, or of lane 0
        std::int64_t stride_bytes = 0;
        llvm::Value* operand = nullptr;  ///< combined operand of all lanes, or a vector of operands
        llvm::Value* lanes = nullptr;    ///< active lanes as bits of an i32 if `operand` is a
                                         ///< vector, else nullptr
    };

    /// Combines the operands of `addition` with those of earlier blocks. `neutral` is the neutral
    /// element of the operation and has the type of the operand.
    void add(llvm::IRBuilder<>& builder, const llvm::AtomicRMWInst& atomic,
             const Addition& addition, llvm::Constant* neutral);

    /// Builds code at `end` that applies the combined operands to memory, and code in `entry` that
    /// resets them. The code at `end` must run once, after all thread blocks.
    void finish(llvm::Instruction& end, llvm::BasicBlock& entry);

private:
    /// Combined operands. The arrays have one element per group, or a single element if all groups
    /// use the same address.
    struct Sum {
        llvm::AllocaInst* total = nullptr;
        llvm::AllocaInst* places = nullptr;
        llvm::AllocaInst* lanes = nullptr;  ///< lanes that have an operand, as bits
        llvm::Constant* neutral = nullptr;
        std::int64_t stride_bytes = 0;
        unsigned groups = 1;
    };

    Sum make(llvm::IRBuilder<>& builder, const Addition& addition, llvm::Constant* neutral);
    static void clear(llvm::IRBuilder<>& builder, const Sum& sum);
    static void store_sum(llvm::IRBuilder<>& builder, const llvm::AtomicRMWInst& atomic,
                          const Sum& sum);

    Slots& slots_;
    const GroupLoops& loops_;
    std::map<const llvm::AtomicRMWInst*, Sum> sums_;
};

}  // namespace glint::cpu
