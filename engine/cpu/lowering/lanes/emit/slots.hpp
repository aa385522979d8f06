// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include <llvm/IR/IRBuilder.h>

#include <glint/cpu/lowering/lanes/emit/group_loops.hpp>

namespace glint::cpu {

/// Memory that carries a value from one basic block of the old function to another.
struct Slot {
    llvm::AllocaInst* memory = nullptr;
    /// True if the value is equal for all groups of the block.
    bool is_common = false;

    struct Access {
        llvm::Instruction* instruction;
        unsigned region;
    };
    std::vector<Access> accesses;
    unsigned last_stored_in = 0;                       // number of a region
    std::map<unsigned, llvm::Value*> loaded_before{};  // loaded values by region
};

/// Makes slots and accesses to them. Slots become registers again if they live in one region only.
/// A slot that lives across a barrier gets one element per group.
class Slots {
public:
    Slots(llvm::IRBuilder<>& builder, GroupLoops& loops, llvm::BasicBlock& entry)
        : builder_(builder), loops_(loops), entry_(entry) {}

    Slot& make(llvm::Type* type, bool is_common, const llvm::Twine& name);

    llvm::Value* load(Slot& slot);
    void store(Slot& slot, llvm::Value* value);

    /// Gives each slot that lives across regions an element per group. Returns the total size of
    /// these slots in bytes.
    std::uint64_t finish();

    /// Allocates memory of `type` at the function's start.
    llvm::AllocaInst* memory(llvm::Type* type, const llvm::Twine& name);

private:
    void forget(const Slot& slot) const;
    std::uint64_t spread(Slot& slot);

    llvm::IRBuilder<>& builder_;
    GroupLoops& loops_;
    llvm::BasicBlock& entry_;
    std::deque<Slot> slots_;
};

}  // namespace glint::cpu
