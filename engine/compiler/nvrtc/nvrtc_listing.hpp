// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <glint/backend/source/source_compiler.hpp>

namespace glint::compiler::nvrtc {

/// Compiles for `target`, such as "sm_90", and returns a report on the kernels. Throws what
/// SourceCompiler::inspect throws.
Listing list_kernels(const Source& source, const std::string& target,
                     const InspectOptions& options);

}  // namespace glint::compiler::nvrtc
