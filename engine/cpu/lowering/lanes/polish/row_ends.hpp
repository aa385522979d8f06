#pragma once

#include <utility>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace glint::cpu {

/// Builds whether a mask may be set in some lane, from the ends of the rows of numbers that it
/// compares: numbers of which each is one more than that in the lane before.
class RowEnds {
public:
    explicit RowEnds(llvm::IRBuilder<>& builder) : builder_(builder) {}
    virtual ~RowEnds() = default;

    /// nullptr where that would take vectors after all. With `opposite`, whether it may be clear.
    llvm::Value* may_hold(llvm::Value* mask, bool opposite = false, unsigned depth = 0);

protected:
    /// What all lanes have in common; nullptr if it cannot be had where the builder stands.
    virtual llvm::Value* common(llvm::Value* value) { return value; }
    /// The first and the last number of a row that begins with `first`; nullptrs as above. The last
    /// is less than half the numbers of the type beyond the first.
    virtual std::pair<llvm::Value*, llvm::Value*> ends(llvm::Value* first, unsigned width);

    llvm::IRBuilder<>& builder() { return builder_; }

private:
    llvm::Value* both(llvm::Value* left, llvm::Value* right, bool opposite, bool is_or,
                      unsigned depth);
    llvm::Value* of_select(llvm::SelectInst& select, bool opposite, unsigned depth);
    llvm::Value* at_ends(llvm::ICmpInst& compare, bool opposite);

    llvm::IRBuilder<>& builder_;
};

}  // namespace glint::cpu
