// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace glint::compiler {

/// Returns the kernels in `ptx` whose results may depend on thread order, because of their own code
/// or that of functions that they may call. See Binary::unordered_kernels.
std::map<std::string, std::string> unordered_kernels_in_ptx(std::string_view ptx);

}  // namespace glint::compiler
