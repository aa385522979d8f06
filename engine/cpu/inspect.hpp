// SPDX-License-Identifier: MIT
#pragma once

#include <glint/backend/source/source_compiler.hpp>

namespace glint::cpu {

/// Compiles for this machine and reports how each kernel was lowered. Throws like
/// compiler::SourceCompiler::inspect, and Error(unsupported) if the source or `$GLINT_CPU_LOWERING`
/// forces an impossible lowering.
compiler::Listing inspect(const compiler::Source& source, const compiler::InspectOptions& options);

}  // namespace glint::cpu
