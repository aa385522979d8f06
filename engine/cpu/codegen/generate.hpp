// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace glint::cpu {

class Dump;

/// Optimizes `module` (unless `debug`), compiles it to an object file for this machine, and writes
/// the optimized module to `dump`. Throws CompileError for `source_name` if LLVM reports errors.
std::vector<std::byte> generate_object(llvm::Module& module, bool debug,
                                       const std::string& source_name, const Dump& dump);

/// Human-readable code.
struct CodeTexts {
    std::string llvm{};      ///< the optimized module
    std::string assembly{};  ///< assembly of the code that `generate_object` would emit
};

/// Optimizes `module` like `generate_object` and prints it. Throws CompileError for `source_name`
/// if LLVM reports errors.
CodeTexts generate_texts(llvm::Module& module, bool debug, const std::string& source_name);

}  // namespace glint::cpu
