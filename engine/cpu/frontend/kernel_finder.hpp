// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include <glint/backend/source/compile_error.hpp>
#include <glint/cpu/frontend/kernel_description.hpp>

namespace clang {
class ASTContext;
class CodeGenerator;
}  // namespace clang

namespace glint::cpu {

/// Name of the alias for request `index`, in the text after the source.
std::string request_alias(std::size_t index);

/// Kernels and requested symbols of a parsed source.
struct FoundKernels {
    std::vector<KernelDescription> kernels;
    std::map<std::string, std::string> symbols;  ///< symbol of each request
    std::vector<compiler::Diagnostic> errors;
};

/// Returns all kernels with code, in any namespace, and the symbols of `requests`. Call it after
/// the translation unit is complete and `generator` has made its module.
FoundKernels find_kernels(clang::ASTContext& context, clang::CodeGenerator& generator,
                          const std::vector<std::string>& requests);

}  // namespace glint::cpu
