// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace glint::compiler {

/// Returns the parameter types of the kernel `name` as declared in `source`. For example,
/// `__global__ void saxpy(size_t n, const float* x)` gives {"size_t", "const float*"}. Needed for
/// extern "C" kernels, whose symbols do not encode types.
///
/// Parses the text without a compiler. Comments are skipped, but macros and conditions are not
/// evaluated. Returns an empty vector if there is no declaration, or if there are several different
/// ones. Callers must check the types against the compiled kernel.
std::vector<std::string> declared_parameters(std::string_view source, std::string_view name);

/// Returns the element type of the `__device__` or `__constant__` variable `name`, or
/// "space::name", as declared in `source`. For example, `__constant__ float factors[4];` gives
/// "float". Parses the text like declared_parameters(). Returns "" if the type cannot be
/// determined.
std::string declared_variable(std::string_view source, std::string_view name);

}  // namespace glint::compiler
