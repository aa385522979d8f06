// SPDX-License-Identifier: MIT
#pragma once

#include <glint/backend/source/source_compiler.hpp>

namespace glint::cpu {

/// Compiles `source` for this machine and reports how each kernel was lowered. Throws the same
/// errors as compiler::SourceCompiler::inspect. Also throws Error(unsupported) if the source or
/// `$GLINT_CPU_LOWERING` forces a lowering that is impossible.
compiler::Listing inspect(const compiler::Source& source, const compiler::InspectOptions& options);

}  // namespace glint::cpu
