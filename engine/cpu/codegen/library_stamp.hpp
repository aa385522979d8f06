// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace glint::cpu {

/// Identifies the build of this library, so that caches never return code from another build.
/// Consists of the size and modification time of the library's file, and LLVM's version.
const std::string& library_stamp();

}  // namespace glint::cpu
