// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <glint/compiler/detail/include_scan.hpp>

namespace glint::compiler {

/// Divides the kernels of a source among up to `most` texts, which can be compiled in parallel.
/// Each text contains all kernels, but those that belong to other texts become `__device__`
/// functions, which the compiler removes. Line numbers stay the same. The division depends only on
/// the text.
///
/// Returns an empty vector if the source has too few kernels, or if it may have variables that all
/// its kernels must share: a `__device__`, `__constant__` or `__managed__` variable, or a `static`
/// variable in a function. Glint's own headers do not have such variables. Also returns an empty
/// vector if a kernel launches other kernels, if a kernel declaration cannot be parsed, and if
/// included files are unknown. Macros are not expanded, so a text may still fail to compile.
std::vector<std::string> kernel_parts(const IncludeScan& includes, unsigned most);

/// Returns the text with all its kernels as `__device__` functions, as described above. Returns it
/// unchanged if a declaration cannot be parsed.
std::string without_kernels(std::string_view text);

}  // namespace glint::compiler
