// SPDX-License-Identifier: MIT
#pragma once

#include <glint/backend/source/source_compiler.hpp>

namespace glint::cpu {

/// Compiles for this machine and tells what became of the kernels. Throws as
/// compiler::SourceCompiler::inspect does, and Error(unsupported) if the source or
/// `$GLINT_CPU_LOWERING` forces a lowering that is impossible.
compiler::Listing inspect(const compiler::Source& source, const compiler::InspectOptions& options);

}  // namespace glint::cpu
