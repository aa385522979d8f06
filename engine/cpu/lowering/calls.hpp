// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Module.h>

namespace glint::cpu {

using FunctionSet = llvm::SmallSetVector<llvm::Function*, 16>;

/// Call graph of a module, and what its functions need from the runtime.
class CallAnalysis {
public:
    explicit CallAnalysis(llvm::Module& module);

    /// Returns all defined functions that may run when `function` runs, including itself. A call
    /// through a pointer reaches every function whose address is taken.
    FunctionSet reachable(llvm::Function& function) const;

    /// True if calls to `function` can be inlined: it is not recursive, and LLVM can inline it.
    bool can_merge(const llvm::Function& function) const {
        return !unmergeable_.contains(&function);
    }

    /// True if `function` also exists as a separate function, next to its inlined copies: it cannot
    /// be inlined, or its address is taken.
    bool exists_separately(const llvm::Function& function) const;

    /// True if `kernel` may reach a barrier or a warp operation.
    bool waits_for_threads(llvm::Function& kernel) const;

    /// True if `kernel` can reach a separate function that reads an index of the thread or block.
    bool hides_indices(llvm::Function& kernel) const;

    /// All functions that separate functions may reach, including themselves.
    FunctionSet reachable_from_separate() const;

private:
    void add_callees(llvm::Function& function, FunctionSet& functions) const;

    FunctionSet defined_;
    FunctionSet address_taken_;
    llvm::SmallPtrSet<const llvm::Function*, 8> unmergeable_;
};

}  // namespace glint::cpu
