#pragma once

#include <cstdint>
#include <optional>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>

namespace glint::cpu {

/// Whether a value may have wrapped before it was extended.
enum class Extended { no, as_signed, as_unsigned };

/// Values of a loop as numbers of its index.
class IndexedValues {
public:
    IndexedValues(const llvm::Loop& loop, const llvm::PHINode& index)
        : loop_(loop), index_(index) {}

    /// By how much a number grows from one round to the next, if that is known.
    std::optional<std::int64_t> step(const llvm::Value* value, Extended extended = Extended::no,
                                     unsigned depth = 0) const;

    /// Builds the value in the round of number `round`; nullptr if that is not plain arithmetic.
    /// Without a round, it must be the same in all.
    llvm::Value* copy(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Value* round,
                      unsigned depth = 0) const;

private:
    std::optional<std::int64_t> step_of(const llvm::Instruction& instruction, Extended extended,
                                        unsigned depth) const;
    const llvm::Instruction* inside(const llvm::Value* value) const {
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
        return instruction != nullptr && loop_.contains(instruction) ? instruction : nullptr;
    }

    const llvm::Loop& loop_;
    const llvm::PHINode& index_;
};

}  // namespace glint::cpu
