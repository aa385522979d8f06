// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <glint/cpu/lowering/lanes/emit/group_loops.hpp>
#include <glint/cpu/lowering/lanes/emit/slots.hpp>

namespace glint::cpu {

/// Atomic operations that nothing in their block can see the effect of: their result is not used,
/// and nothing is read behind them, as where each block adds its sums to the grid's in the end.
/// Many blocks' operands are combined before memory sees them, so that threads do not fight over
/// it.
class LastAtomics {
public:
    LastAtomics(llvm::Function& body, Slots& slots, const GroupLoops& loops);

    bool contains(const llvm::AtomicRMWInst& atomic) const { return sums_.contains(&atomic); }

    /// What a group of threads adds. The places must be the same for all blocks.
    struct Addition {
        llvm::Value* place = nullptr;  ///< of all lanes, or of the first
        std::int64_t stride_bytes = 0;
        llvm::Value* operand = nullptr;  ///< of all lanes together, or a vector
        llvm::Value* lanes = nullptr;    ///< those that run, as bits of an i32, if it is a vector
    };

    /// Takes note of an addition. `neutral`, of the operand's type, changes nothing.
    void add(llvm::IRBuilder<>& builder, const llvm::AtomicRMWInst& atomic,
             const Addition& addition, llvm::Constant* neutral);

    /// Tells memory, where all blocks of the function have run.
    void finish(llvm::Instruction& end, llvm::BasicBlock& entry);

private:
    /// What has been added, with an element for each group, or one if all add at one place.
    struct Sum {
        llvm::AllocaInst* total = nullptr;
        llvm::AllocaInst* places = nullptr;
        llvm::AllocaInst* lanes = nullptr;  ///< that have added anything, as bits
        llvm::Constant* neutral = nullptr;
        std::int64_t stride_bytes = 0;
        unsigned groups = 1;
    };

    Sum make(llvm::IRBuilder<>& builder, const Addition& addition, llvm::Constant* neutral);
    static void clear(llvm::IRBuilder<>& builder, const Sum& sum);
    static void tell(llvm::IRBuilder<>& builder, const llvm::AtomicRMWInst& atomic, const Sum& sum);

    Slots& slots_;
    const GroupLoops& loops_;
    std::map<const llvm::AtomicRMWInst*, Sum> sums_;
};

}  // namespace glint::cpu
