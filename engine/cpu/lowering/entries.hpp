// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <glint/cpu/frontend/kernel_description.hpp>

namespace glint::cpu {

/// The function through which the runtime starts a kernel. It calls the kernel, which is then
/// inlined into it.
struct Entry {
    llvm::Function* function = nullptr;
    llvm::Value* shared = nullptr;           ///< the block's shared memory
    std::array<llvm::Value*, 12> indices{};  ///< in the order of names::kIndices
    llvm::MDNode* thread_loop = nullptr;     ///< loop ID of the innermost loop, if any
};

/// Symbol of the entry of `kernel` for blocks of this shape, or for all shapes.
std::string entry_symbol(const std::string& kernel, const std::optional<driver::Dim3>& block);

/// Adds a LoopsEntry (see abi.hpp): loops over blocks, then over z, y, and x of threads.
Entry add_loops_entry(llvm::Module& module, const KernelDescription& kernel);

/// Adds a FiberEntry (see abi.hpp).
Entry add_fiber_entry(llvm::Module& module, const KernelDescription& kernel);

/// Adds a function of the launch (LaunchView*) and the block's shared memory that runs one thread
/// of a block of this shape. The thread and block indices are not defined yet: they are nullptr.
Entry add_body(llvm::Module& module, const KernelDescription& kernel, const driver::Dim3& block);

/// Builds the store that tells the runtime which block (64-bit linear index) runs from here on;
/// see SharedHeader.
void store_block_index(llvm::IRBuilderBase& builder, llvm::Value& shared, llvm::Value& block);
/// Builds the store that tells the runtime, once for all blocks, how many of them run together.
void store_block_count(llvm::IRBuilderBase& builder, llvm::Value& shared, unsigned count);

/// Replaces calls to placeholders in the entry with the entry's values. Keeps the calls for which
/// the entry has no value.
void replace_placeholders(const Entry& entry);

}  // namespace glint::cpu
