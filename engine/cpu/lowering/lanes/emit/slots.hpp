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

/// Memory for a value that one basic block of the old function computes and another one uses.
struct Slot {
    llvm::AllocaInst* memory = nullptr;
    /// True if the value is the same for all groups of the block.
    bool is_common = false;

    struct Access {
        llvm::Instruction* instruction;
        unsigned region;
    };
    std::vector<Access> accesses;
    unsigned last_stored_in = 0;                       // last region that stored a value
    std::map<unsigned, llvm::Value*> loaded_before{};  // per region: value loaded before its loop
};

/// Creates slots, loads and stores. Later, a slot that is used in a single region becomes a
/// register. A slot whose value must survive a barrier gets one element per group.
class Slots {
public:
    Slots(llvm::IRBuilder<>& builder, GroupLoops& loops, llvm::BasicBlock& entry)
        : builder_(builder), loops_(loops), entry_(entry) {}

    Slot& make(llvm::Type* type, bool is_common, const llvm::Twine& name);

    llvm::Value* load(Slot& slot);
    void store(Slot& slot, llvm::Value* value);

    /// Gives each slot whose value must survive a region one element per group. Returns the total
    /// size of these slots in bytes.
    std::uint64_t finish();

    /// Allocates memory of type `type` at the start of the function.
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
