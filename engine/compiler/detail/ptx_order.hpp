// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace glint::compiler {

/// The kernels in `ptx` whose results may depend on the order in which threads come, because of
/// what they do themselves or in functions that they may call; see Binary::unordered_kernels.
std::map<std::string, std::string> unordered_kernels_in_ptx(std::string_view ptx);

}  // namespace glint::compiler
