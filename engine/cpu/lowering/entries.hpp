#pragma once

#include <array>

#include <llvm/IR/Module.h>

#include <glint/cpu/frontend/kernel_description.hpp>

namespace glint::cpu {

/// The function through which the runtime starts a kernel. It calls the kernel, which is then
/// merged into it.
struct Entry {
    llvm::Function* function = nullptr;
    llvm::Value* shared = nullptr;           ///< the block's shared memory
    std::array<llvm::Value*, 12> indices{};  ///< in the order of names::kIndices
    llvm::MDNode* thread_loop = nullptr;     ///< the identity of the innermost loop, if any
};

/// A function like LoopsEntry in abi.hpp: loops over blocks, then over z, y and x of threads.
Entry add_loops_entry(llvm::Module& module, const KernelDescription& kernel);

/// A function like FibreEntry in abi.hpp.
Entry add_fibre_entry(llvm::Module& module, const KernelDescription& kernel);

/// Replaces calls of the placeholders in the entry by its own values.
void replace_placeholders(const Entry& entry);

}  // namespace glint::cpu
