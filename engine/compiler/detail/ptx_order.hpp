// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace glint::compiler {

/// Returns the kernels in `ptx` whose results may depend on the order of threads, with the reasons.
/// The instruction that is the reason may be in the kernel or in a function that the kernel may
/// call. See Binary::unordered_kernels.
std::map<std::string, std::string> unordered_kernels_in_ptx(std::string_view ptx);

}  // namespace glint::compiler
