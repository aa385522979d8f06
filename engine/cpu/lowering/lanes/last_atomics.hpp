#pragma once

#include <map>

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <glint/cpu/lowering/lanes/slots.hpp>

namespace glint::cpu {

/// Atomic operations that nothing in their block can see the effect of: their result is not used,
/// and nothing is read behind them, as where each block adds its sum to the grid's in the end. Many
/// blocks' operands are combined before memory sees them, so that threads do not fight over it.
class LastAtomics {
public:
    LastAtomics(llvm::Function& body, Slots& slots);

    bool contains(const llvm::AtomicRMWInst& atomic) const { return sums_.contains(&atomic); }

    /// Takes note of what one block adds at `place`, which must be the same for all blocks.
    /// `neutral` changes nothing.
    void add(llvm::IRBuilder<>& builder, const llvm::AtomicRMWInst& atomic, llvm::Value* place,
             llvm::Value* operand, llvm::Constant* neutral);

    /// Tells memory, where all blocks of the function have run.
    void finish(llvm::Instruction& end, llvm::BasicBlock& entry);

private:
    struct Sum {
        llvm::Value* place = nullptr;
        llvm::AllocaInst* memory = nullptr;
        llvm::AllocaInst* is_needed = nullptr;
        llvm::Constant* neutral = nullptr;
    };

    Slots& slots_;
    std::map<const llvm::AtomicRMWInst*, Sum> sums_;
};

}  // namespace glint::cpu
