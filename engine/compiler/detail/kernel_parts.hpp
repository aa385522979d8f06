// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <glint/compiler/detail/include_scan.hpp>

namespace glint::compiler {

/// Divides the kernels of a source among up to `most` texts, which can be compiled in parallel. In
/// each text the kernels of the others are `__device__` functions, which the compiler leaves out.
/// All lines stay the same. The division depends only on the text.
///
/// Returns an empty vector if the source has too few kernels, and if it may have variables, which
/// all its kernels must share: a `__device__`, `__constant__` or `__managed__` variable, or a
/// `static` one in a function. Glint's own headers have none. Also returns an empty vector for a
/// kernel that launches others, for declarations of kernels that are not understood, and for
/// includes that are not known. Does not expand macros, so compiling a text may still fail.
std::vector<std::string> kernel_parts(const IncludeScan& includes, unsigned most);

/// Returns the text with all its kernels as `__device__` functions; see above. Returns it unchanged
/// if a declaration is not understood.
std::string without_kernels(std::string_view text);

}  // namespace glint::compiler
