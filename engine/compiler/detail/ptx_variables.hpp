// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <glint/backend/source/source_compiler.hpp>

namespace glint::compiler {

/// Returns a copy of `ptx` that shares variables with other modules. If `find` returns an address
/// for a variable, the copy does not define the variable, but accesses it at this address. The
/// result is valid only in this process. `ptx` must be a whole program in the format that NVRTC
/// writes, with one statement per line.
///
/// Constant memory is private to each module. Therefore `.const` is replaced by `.global` in the
/// whole text, and shared constants are read as global memory. Strings and tables that the compiler
/// numbers, and variables that hold addresses of functions, are not shared. See "PTX ISA", "State
/// Spaces" and "Initializers".
std::string with_shared_variables(std::string_view ptx, const FindVariable& find);

}  // namespace glint::compiler
