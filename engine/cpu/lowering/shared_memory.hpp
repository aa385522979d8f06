// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include <llvm/IR/GlobalVariable.h>

#include <glint/cpu/lowering/calls.hpp>

namespace glint::cpu {

/// Turns the prelude's annotations into attributes of the variables of a module from the front end.
/// Also puts names::kSharedAnnotation on arrays that are declared but not defined: they are dynamic
/// shared memory.
void mark_variables(llvm::Module& module);

bool is_shared_variable(const llvm::GlobalVariable& variable);

/// The `__shared__` variables of a module, and their offsets in a block's shared memory.
class SharedMemory {
public:
    /// Finds the variables by their attribute. A variable without a definition is dynamic.
    SharedMemory(llvm::Module& module, const CallAnalysis& calls);

    bool is_used_by(const FunctionSet& functions) const;

    /// Offsets of the static variables that one kernel's functions use.
    struct Layout {
        std::map<llvm::GlobalVariable*, std::uint64_t> offsets;
        std::uint64_t size_bytes = 0;
    };
    Layout layout(const FunctionSet& functions) const;

    /// Total size of the variables of a layout, without padding.
    std::uint64_t variable_bytes(const Layout& layout) const;

    /// Makes `function` access the variables through `base`, its block's shared memory.
    void rewrite(llvm::Function& function, llvm::Value& base, const Layout& layout) const;

    /// Makes all other functions ask the runtime for the addresses of the variables.
    void rewrite_rest(llvm::Module& module) const;

private:
    void add(Layout& layout, llvm::GlobalVariable& variable) const;

    std::vector<llvm::GlobalVariable*> fixed_;
    std::vector<llvm::GlobalVariable*> dynamic_;
    Layout common_;  // variables used outside kernels, at the same offset in every kernel
};

}  // namespace glint::cpu
