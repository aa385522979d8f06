// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Module.h>

namespace glint::cpu {

using FunctionSet = llvm::SmallSetVector<llvm::Function*, 16>;

/// Who calls whom in a module, and what functions need of the runtime.
class CallAnalysis {
public:
    explicit CallAnalysis(llvm::Module& module);

    /// All defined functions that may run when `function` runs, itself included. A call through
    /// a pointer reaches every function whose address is taken.
    FunctionSet reachable(llvm::Function& function) const;

    /// Whether calls of `function` can be replaced by its body: it is not recursive, and LLVM
    /// knows how.
    bool can_merge(const llvm::Function& function) const {
        return !unmergeable_.contains(&function);
    }

    /// Whether `function` exists on its own beside the copies merged into its callers: it cannot
    /// be merged, or its address is taken.
    bool stands_alone(const llvm::Function& function) const;

    /// Whether running `kernel` may reach a barrier or a warp operation.
    bool waits_for_threads(llvm::Function& kernel) const;

    /// Whether a function that stands alone, reachable from `kernel`, needs to know which thread
    /// runs it.
    bool hides_indices(llvm::Function& kernel) const;

    /// The functions that all functions which stand alone may reach, themselves included.
    FunctionSet reachable_alone() const;

private:
    void add_callees(llvm::Function& function, FunctionSet& functions) const;

    FunctionSet defined_;
    FunctionSet address_taken_;
    llvm::SmallPtrSet<const llvm::Function*, 8> unmergeable_;
};

}  // namespace glint::cpu
