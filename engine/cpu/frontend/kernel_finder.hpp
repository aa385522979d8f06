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

/// Returns the name of the type alias for request number `index`. The front end appends a
/// declaration of this alias to the source.
std::string request_alias(std::size_t index);

/// The kernels that a source defines, and the symbols of the requested kernels.
struct FoundKernels {
    std::vector<KernelDescription> kernels;
    std::map<std::string, std::string> symbols;  ///< symbol of each requested kernel
    std::vector<compiler::Diagnostic> errors;
};

/// Finds all kernels that have a body, in any namespace, and the symbols of the requested kernels.
/// Call this function after Clang has parsed the source and `generator` has generated the module.
FoundKernels find_kernels(clang::ASTContext& context, clang::CodeGenerator& generator,
                          const std::vector<std::string>& requests);

}  // namespace glint::cpu
