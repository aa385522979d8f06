// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace glint::compiler {

/// The types in the parameter list of the kernel `name` as `source` declares it,
/// `__global__ void saxpy(size_t n, const float* x)`: {"size_t", "const float*"}. For kernels
/// whose symbol does not tell, that is extern "C" ones.
///
/// Reads the text without a compiler: comments are skipped, but macros and conditions are not
/// followed. Nothing if there is no such declaration, or if there are several that differ. Whoever
/// uses the types compares them with what the compiled kernel tells.
std::vector<std::string> declared_parameters(std::string_view source, std::string_view name);

/// The type of the elements of the `__device__` or `__constant__` variable `name`, or
/// "space::name", as `source` declares it, `__constant__ float factors[4];`: "float". Reads the
/// text as declared_parameters does; "" if it does not tell.
std::string declared_variable(std::string_view source, std::string_view name);

}  // namespace glint::compiler
