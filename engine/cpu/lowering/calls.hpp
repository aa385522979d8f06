// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Module.h>

namespace glint::cpu {

using FunctionSet = llvm::SmallSetVector<llvm::Function*, 16>;

/// The call graph of a module, and queries about what its functions do directly or through calls.
class CallAnalysis {
public:
    explicit CallAnalysis(llvm::Module& module);

    /// Returns all defined functions that may run when `function` runs, including `function`. A
    /// call through a pointer may run every function whose address is taken.
    FunctionSet reachable(llvm::Function& function) const;

    /// Returns true if LLVM can inline `function` into its callers. This is impossible for
    /// recursive functions.
    bool can_merge(const llvm::Function& function) const {
        return !unmergeable_.contains(&function);
    }

    /// Returns true if `function` is needed as a separate function, because it cannot be inlined or
    /// its address is taken.
    bool exists_separately(const llvm::Function& function) const;

    /// Returns true if `kernel` may execute a barrier or a warp operation.
    bool waits_for_threads(llvm::Function& kernel) const;

    /// Returns true if `kernel` may run a separate function that reads a thread, block or lane
    /// index, directly or through calls.
    bool hides_indices(llvm::Function& kernel) const;

    /// Returns all separate functions, and all functions that they may run.
    FunctionSet reachable_from_separate() const;

private:
    void add_callees(llvm::Function& function, FunctionSet& functions) const;

    FunctionSet defined_;
    FunctionSet address_taken_;
    llvm::SmallPtrSet<const llvm::Function*, 8> unmergeable_;
};

}  // namespace glint::cpu
