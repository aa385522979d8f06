// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <glint/backend/source/source_compiler.hpp>

namespace glint::compiler {

/// Returns PTX in which the variables that `find` knows are not defined, but accessed at the
/// addresses that `find` returns. The text is valid only in this process. The input must be a whole
/// program in the format that NVRTC writes: one statement per line.
///
/// Constant memory is private to each module, so former constants are read as global memory:
/// `.const` is replaced by `.global` throughout. Strings and tables that the compiler numbers, and
/// variables that hold function addresses, stay unchanged. See "PTX ISA", "State Spaces" and
/// "Initializers".
std::string with_shared_variables(std::string_view ptx, const FindVariable& find);

}  // namespace glint::compiler
