// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "ast.hpp"

namespace glint::fuzz {

/// Prints the kernel as CUDA C++, with the tables, device variables, and functions that it uses,
/// but without layout_definitions().
std::string print(const Kernel& kernel);

/// Prints a complete source file with several kernels.
std::string print(const std::vector<Kernel>& kernels);

}  // namespace glint::fuzz
