// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <glint/cpu/lowering/lanes/emit/group_loops.hpp>
#include <glint/cpu/lowering/lanes/emit/slots.hpp>

namespace glint::cpu {

/// Atomic operations whose effect is not visible in their block: the result is not used, and
/// nothing is read after them. For example, each block adds its sums to the grid's sums at the end.
/// The operands of many blocks are combined before they reach memory, which reduces contention.
class LastAtomics {
public:
    LastAtomics(llvm::Function& body, Slots& slots, const GroupLoops& loops);

    bool contains(const llvm::AtomicRMWInst& atomic) const { return sums_.contains(&atomic); }

    /// Operands that a group of threads adds. The addresses must be equal for all blocks.
    struct Addition {
        llvm::Value* place = nullptr;  ///< common address of all lanes, or first lane's address
        std::int64_t stride_bytes = 0;
        llvm::Value* operand = nullptr;  ///< all lanes' operands combined, or a vector of them
        llvm::Value* lanes = nullptr;    ///< active lanes as bits of an i32, if `operand` is a
                                         ///< vector
    };

    /// Records an addition. `neutral`, of the operand's type, is the neutral element.
    void add(llvm::IRBuilder<>& builder, const llvm::AtomicRMWInst& atomic,
             const Addition& addition, llvm::Constant* neutral);

    /// Writes the totals to memory, after all blocks of the function have run.
    void finish(llvm::Instruction& end, llvm::BasicBlock& entry);

private:
    /// Accumulated operands: one element per group, or a single element if all groups use one
    /// address.
    struct Sum {
        llvm::AllocaInst* total = nullptr;
        llvm::AllocaInst* places = nullptr;
        llvm::AllocaInst* lanes = nullptr;  ///< lanes that have added anything, as bits
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
