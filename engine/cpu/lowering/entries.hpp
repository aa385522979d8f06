// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <glint/cpu/frontend/kernel_description.hpp>

namespace glint::cpu {

/// A function through which the runtime runs a kernel. It calls the kernel; later, the kernel is
/// inlined into it.
struct Entry {
    llvm::Function* function = nullptr;
    llvm::Value* shared = nullptr;           ///< shared memory of the block
    std::array<llvm::Value*, 12> indices{};  ///< values that replace the calls of names::kIndices
    llvm::MDNode* thread_loop = nullptr;     ///< ID of the innermost loop, or nullptr
};

/// Returns the symbol of the entry of `kernel` for blocks of this shape, or for all shapes if
/// `block` is nullopt.
std::string entry_symbol(const std::string& kernel, const std::optional<driver::Dim3>& block);

/// Adds a LoopsEntry (see abi.hpp). It loops over blocks, and in each block over threads along z, y
/// and x.
Entry add_loops_entry(llvm::Module& module, const KernelDescription& kernel);

/// Adds a FiberEntry (see abi.hpp), which runs a single thread.
Entry add_fiber_entry(llvm::Module& module, const KernelDescription& kernel);

/// Adds a function that runs one thread of a block of this shape. Its parameters are the launch
/// (LaunchView*) and the block's shared memory. The thread and block indices in the result are
/// nullptr, because the caller defines them later.
Entry add_body(llvm::Module& module, const KernelDescription& kernel, const driver::Dim3& block);

/// Builds a store of `block` to SharedHeader::block. `block` is the linear index (i64) of the block
/// that runs next.
void store_block_index(llvm::IRBuilderBase& builder, llvm::Value& shared, llvm::Value& block);
/// Builds a store of `count` to SharedHeader::together. `count` is the maximum number of blocks
/// that may run in one group of lanes.
void store_block_count(llvm::IRBuilderBase& builder, llvm::Value& shared, unsigned count);

/// Replaces calls of placeholder functions in the entry with the values in `entry.indices`. Does
/// not replace calls whose value in `entry.indices` is nullptr.
void replace_placeholders(const Entry& entry);

}  // namespace glint::cpu
