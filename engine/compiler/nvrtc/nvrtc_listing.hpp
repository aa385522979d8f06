// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <glint/backend/source/source_compiler.hpp>

namespace glint::compiler::nvrtc {

/// Compiles for `target`, as "sm_90", and tells what became of the kernels. Throws as
/// SourceCompiler::inspect does.
Listing list_kernels(const Source& source, const std::string& target,
                     const InspectOptions& options);

}  // namespace glint::compiler::nvrtc
