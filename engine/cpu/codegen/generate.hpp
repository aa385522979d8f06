// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <glint/cpu/codegen/lowering_policy.hpp>

namespace llvm {
class Module;
}

namespace glint::cpu {

class Dump;

/// How a module is optimized.
enum class Optimization {
    debug,  ///< not at all
    full,   ///< by LLVM's O3 optimizations
    lanes,  ///< by `optimize_lanes`, for kernels that have been lowered to lanes
};

/// Returns `debug` if `debug` is true, `lanes` for kernels lowered to lanes, otherwise `full`.
Optimization optimization_for(Lowering lowering, bool debug) noexcept;

/// Compiles `module` to an object file for this machine. Optimizes the module first, and writes the
/// result to `dump`. Throws CompileError for `source_name` if LLVM reports errors.
std::vector<std::byte> generate_object(llvm::Module& module, Optimization optimization,
                                       const std::string& source_name, const Dump& dump);

/// A compiled module as text.
struct CodeTexts {
    std::string llvm{};      ///< the optimized module as LLVM assembly
    std::string assembly{};  ///< the machine code of `generate_object` as assembly
};

/// Like `generate_object`, but returns the code as text. Throws CompileError for `source_name` if
/// LLVM reports errors.
CodeTexts generate_texts(llvm::Module& module, Optimization optimization,
                         const std::string& source_name);

}  // namespace glint::cpu
