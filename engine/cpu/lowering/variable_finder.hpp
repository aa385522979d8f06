// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace glint::cpu {

/// Bounds of a variable, as values of the function that accesses it.
struct VariableBounds {
    llvm::Value* start = nullptr;
    llvm::Value* size_bytes = nullptr;
    llvm::Value* name = nullptr;  ///< a C string
    bool is_shared = false;       ///< true if the variable is, or may be, static `__shared__`
};

/// Finds the variables that a function's addresses belong to: local variables, module variables,
/// and static shared variables. Follows pointers that change in loops or that branches choose.
class VariableFinder {
public:
    explicit VariableFinder(llvm::Function& function) : function_(function) {}

    /// Returns nullopt if the address may belong to other memory. Adds instructions that select the
    /// bounds wherever the function selects between variables.
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
