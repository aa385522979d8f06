// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace glint::compiler {

/// Returns the types of the parameters of the kernel `name`, as `source` declares them: {"size_t",
/// "const float*"} for `__global__ void saxpy(size_t n, const float* x)`. extern "C" kernels need
/// this function, because their symbols do not encode types.
///
/// Parses the text without a compiler. Skips comments, but does not evaluate macros and conditions.
/// Returns an empty vector if the declaration is not found, or if several declarations differ.
/// Callers must compare the types with the compiled kernel.
std::vector<std::string> declared_parameters(std::string_view source, std::string_view name);

/// Returns the element type of the `__device__` or `__constant__` variable `name` (or
/// "space::name"), as `source` declares it: "float" for `__constant__ float factors[4];`. Parses
/// the text as declared_parameters() does. Returns "" if it cannot determine the type.
std::string declared_variable(std::string_view source, std::string_view name);

}  // namespace glint::compiler
