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

/// A source as an unoptimized LLVM module. Uses of threadIdx and similar variables are calls to
/// placeholders, and shared variables are globals.
struct ParsedSource {
    std::unique_ptr<llvm::LLVMContext> context;
    std::unique_ptr<llvm::Module> module;
    std::vector<KernelDescription> kernels;
    std::map<std::string, std::string> symbols;  ///< symbol of each requested instantiation
    std::vector<compiler::Diagnostic> warnings;

    ParsedSource();
    ~ParsedSource();
    ParsedSource(ParsedSource&&) noexcept;
    ParsedSource& operator=(ParsedSource&&) = delete;
};

/// Parses CUDA C++, preceded by the prelude. Throws CompileError.
ParsedSource parse(const compiler::Source& source);

/// Returns the front end's options for `source`; the last one is the source's name.
std::vector<std::string> arguments_for(const compiler::Source& source);

/// Name and version of the compiler: "clang 19.1.7".
std::string front_end_version();

}  // namespace glint::cpu
