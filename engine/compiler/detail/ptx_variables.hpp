// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <glint/backend/source/source_compiler.hpp>

namespace glint::compiler {

/// Returns a copy of `ptx` that shares variables with other modules. If `find` returns an address
/// for a variable, the copy accesses the variable at this address instead of defining it. The
/// result is valid only in this process. `ptx` must be a whole program in the format that NVRTC
/// writes, with one statement per line.
///
/// Constant memory is private to each module. Therefore, the copy replaces `.const` by `.global` in
/// the whole text, and reads shared constants as global memory. It does not share strings and
/// tables that the compiler numbers, and variables that contain addresses of functions. See the
/// sections "State Spaces" and "Initializers" of "PTX ISA".
std::string with_shared_variables(std::string_view ptx, const FindVariable& find);

}  // namespace glint::compiler
