// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace glint::cpu {

/// The bounds of a variable, as values in the function that accesses the variable.
struct VariableBounds {
    llvm::Value* start = nullptr;
    llvm::Value* size_bytes = nullptr;
    llvm::Value* name = nullptr;  ///< name as a C string
    bool is_shared = false;       ///< true if the variable may be static `__shared__`
};

/// Finds the variable that an address belongs to: a local variable, a variable of the module, or a
/// static shared variable. Follows pointers through loops, branches and selects.
class VariableFinder {
public:
    explicit VariableFinder(llvm::Function& function) : function_(function) {}

    /// Returns the bounds of the variable that `address` belongs to, or nullopt if it may belong to
    /// other memory. If the function selects between variables, adds instructions that select the
    /// bounds.
    std::optional<VariableBounds> bounds_of(llvm::Value& address);

private:
    std::optional<VariableBounds> variable_at(llvm::Value& start);
    const VariableBounds& chosen(llvm::Value& start);
    VariableBounds chosen_by(llvm::SelectInst& choice);
    void merge(llvm::PHINode& merged, VariableBounds& bounds);
    llvm::Value* text(llvm::StringRef content);

    llvm::Function& function_;
    std::map<llvm::Value*, VariableBounds> known_;
};

}  // namespace glint::cpu
