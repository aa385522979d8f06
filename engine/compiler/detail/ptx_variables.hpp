// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <glint/backend/source/source_compiler.hpp>

namespace glint::compiler {

/// Returns PTX that does not define the variables for which `find` returns an address, but accesses
/// them at these addresses. The result is valid only in this process. The input must be a whole
/// program in the format that NVRTC writes, with one statement per line.
///
/// Constant memory is private to each module. Therefore `.const` is replaced by `.global` in the
/// whole text, and shared constants are read as global memory. Strings and tables that the compiler
/// numbers, and variables that hold addresses of functions, are not shared. See "PTX ISA", "State
/// Spaces" and "Initializers".
std::string with_shared_variables(std::string_view ptx, const FindVariable& find);

}  // namespace glint::compiler
