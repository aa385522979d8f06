// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "ast.hpp"
#include "interpreter.hpp"

namespace glint::fuzz {

/// Describes the first cell that differs, as "out_int[5]: expected 3, got 4"; empty if none does.
std::string first_difference(const Kernel& kernel, const Memory& expected, const Memory& got);

}  // namespace glint::fuzz
