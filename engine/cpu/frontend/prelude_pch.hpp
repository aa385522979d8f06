// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include <glint/backend/source/source_compiler.hpp>

namespace glint::cpu {

/// The prelude as a Clang precompiled header, for sources with the options of `source`. Built once
/// per set of options and kept in the disk cache, since parsing the prelude takes most of the front
/// end's time for a small source. Returns null if it cannot be used: without a disk cache, with
/// flags for Clang, or if a macro of `source` has a name that the prelude uses.
std::shared_ptr<const std::string> precompiled_prelude(const compiler::Source& source);

/// Path of the precompiled prelude in the compiler's file system.
inline constexpr const char* kPrecompiledPrelude = "/__glint_prelude/prelude.pch";

}  // namespace glint::cpu
