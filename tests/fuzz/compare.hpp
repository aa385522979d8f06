// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "ast.hpp"
#include "interpreter.hpp"

namespace glint::fuzz {

/// The first cell that differs, as "out_int[5]: expected 3, got 4"; empty if all bytes are equal.
std::string first_difference(const Kernel& kernel, const Memory& expected, const Memory& got);

}  // namespace glint::fuzz
