#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glint/compiler/source_compiler.hpp>

namespace glint::compiler::nvrtc {

/// The parameter types in a function as a demangler writes it, "void f<int>(float const*, int)":
/// {"const float*", "int"}. Nothing for text without a parameter list.
std::optional<std::vector<std::string>> parameters_in(std::string_view demangled);

/// The parameter types of kernels that are declared extern "C" outside all namespaces, by compiling
/// `source` once more with a template that is instantiated for each kernel's type: its symbol
/// spells the type out. Empty where that fails, as for kernels in a namespace.
std::map<std::string, std::vector<std::string>> signatures(const Source& source,
                                                           const std::string& target,
                                                           const std::vector<std::string>& kernels);

}  // namespace glint::compiler::nvrtc
