// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <glint/backend/source/source_compiler.hpp>

namespace glint::compiler {

/// PTX whose variables lie where `find` says, as far as it knows them, and are not defined any
/// more; the text is good for this process alone. It is for PTX of whole programs as NVRTC writes
/// it: one statement a line.
///
/// Constant memory is each module's own, so what was in it is read as global memory: all of the
/// `.const` state space becomes `.global`. Texts and tables that the compiler numbers itself, and
/// variables that hold addresses of functions, stay as they are. See "PTX ISA", "State Spaces" and
/// "Initializers".
std::string with_shared_variables(std::string_view ptx, const FindVariable& find);

}  // namespace glint::compiler
