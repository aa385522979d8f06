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

/// Optimises `module` (unless `debug`) and turns it into an object file for this machine; leaves
/// the optimised module in `dump`.
/// Throws CompileError, under `source_name`, if LLVM refuses.
std::vector<std::byte> generate_object(llvm::Module& module, bool debug,
                                       const std::string& source_name, const Dump& dump);

/// Code for people to read.
struct CodeTexts {
    std::string llvm{};      ///< the optimised module
    std::string assembly{};  ///< what `generate_object` would make an object of
};

/// Optimises `module` as `generate_object` does and writes it as texts. Throws CompileError, under
/// `source_name`, if LLVM refuses.
CodeTexts generate_texts(llvm::Module& module, bool debug, const std::string& source_name);

}  // namespace glint::cpu
