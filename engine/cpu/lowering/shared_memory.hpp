// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include <llvm/IR/GlobalVariable.h>

#include <glint/cpu/lowering/calls.hpp>

namespace glint::cpu {

/// Turns the annotations that the prelude adds to variables into attributes. Also adds the
/// attribute names::kSharedAnnotation to arrays that are declared but not defined, because they are
/// dynamic shared memory.
void mark_variables(llvm::Module& module);

bool is_shared_variable(const llvm::GlobalVariable& variable);

/// The `__shared__` variables of a module and their offsets in the shared memory of a block.
class SharedMemory {
public:
    /// Finds the variables that have the attribute names::kSharedAnnotation. Variables without a
    /// definition are dynamic.
    SharedMemory(llvm::Module& module, const CallAnalysis& calls);

    bool is_used_by(const FunctionSet& functions) const;

    /// Offsets of the static variables that the functions of one kernel use.
    struct Layout {
        std::map<llvm::GlobalVariable*, std::uint64_t> offsets;
        std::uint64_t size_bytes = 0;
    };
    Layout layout(const FunctionSet& functions) const;

    /// Returns the sum of the sizes of the variables in `layout`, without padding.
    std::uint64_t variable_bytes(const Layout& layout) const;

    /// Makes `function` access the variables relative to `base`, the shared memory of its block.
    void rewrite(llvm::Function& function, llvm::Value& base, const Layout& layout) const;

    /// Makes all other functions request the addresses of the variables from the runtime.
    void rewrite_rest(llvm::Module& module) const;

private:
    void add(Layout& layout, llvm::GlobalVariable& variable) const;

    std::vector<llvm::GlobalVariable*> fixed_;
    std::vector<llvm::GlobalVariable*> dynamic_;
    Layout common_;  // variables that separate functions use; same offsets in all kernels
};

}  // namespace glint::cpu
