// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include <glint/backend/source/source_compiler.hpp>

namespace glint::compiler::nvrtc {

/// Returns the parameter types of kernels that are declared extern "C", outside of namespaces.
/// Compiles `source` again with a template that is instantiated for the type of each kernel. The
/// symbol of the instance encodes the type. Returns an empty map if that fails, for example for a
/// kernel in a namespace.
std::map<std::string, std::vector<std::string>> signatures(const Source& source,
                                                           const std::string& target,
                                                           const std::vector<std::string>& kernels);

}  // namespace glint::compiler::nvrtc
