// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace glint::compiler {

/// Returns the text with its kernels changed to `__device__` functions, which compilers remove if
/// they are not called. Line numbers stay the same. Macros are not expanded, so the result may not
/// compile. Returns the text unchanged if a kernel has internal linkage or if its declaration
/// cannot be parsed.
std::string without_kernels(std::string_view text);

}  // namespace glint::compiler
