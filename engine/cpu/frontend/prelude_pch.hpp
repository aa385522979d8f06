// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include <glint/backend/source/source_compiler.hpp>

namespace glint::cpu {

/// Returns the prelude as a Clang precompiled header for the options of `source`. The header is
/// created once for each set of options and stored in the disk cache, because parsing the prelude
/// takes most of the compile time of a small source. Returns nullptr if the disk cache is disabled,
/// if `source` has flags for Clang, or if `source` defines a macro whose name the prelude uses.
std::shared_ptr<const std::string> precompiled_prelude(const compiler::Source& source);

/// Path of the precompiled prelude in the compiler's file system.
inline constexpr const char* kPrecompiledPrelude = "/__glint_prelude/prelude.pch";

}  // namespace glint::cpu
