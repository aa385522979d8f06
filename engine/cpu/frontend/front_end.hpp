// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <glint/backend/source/source_compiler.hpp>
#include <glint/cpu/frontend/kernel_description.hpp>

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace glint::cpu {

/// A parsed source as an LLVM module without optimizations. In this module, uses of threadIdx and
/// similar variables are calls of placeholder functions, and shared variables are global variables.
struct ParsedSource {
    std::unique_ptr<llvm::LLVMContext> context;
    std::unique_ptr<llvm::Module> module;
    std::vector<KernelDescription> kernels;
    std::map<std::string, std::string> symbols;  ///< symbol of each requested kernel, by request
    std::vector<compiler::Diagnostic> warnings;

    ParsedSource();
    ~ParsedSource();
    ParsedSource(ParsedSource&&) noexcept;
    ParsedSource& operator=(ParsedSource&&) = delete;
};

/// Parses CUDA C++. The prelude is included before the source. Throws CompileError if the source
/// has errors.
ParsedSource parse(const compiler::Source& source);

/// Returns the options that Clang's front end gets for `source`. The last element is the name of
/// the source.
std::vector<std::string> arguments_for(const compiler::Source& source);

/// Returns the name and version of the compiler, for example "clang 19.1.7".
std::string front_end_version();

}  // namespace glint::cpu
