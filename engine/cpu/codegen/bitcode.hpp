// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace glint::cpu {

std::vector<std::byte> write_bitcode(const llvm::Module& module);

/// Reads a module from LLVM bitcode. Throws Error(bad_input) if the bytes are not a valid module.
std::unique_ptr<llvm::Module> parse_bitcode(std::span<const std::byte> bytes,
                                            llvm::LLVMContext& context);

}  // namespace glint::cpu
