// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace glint::cpu {

/// Returns a text that is different for each build of this library, so that a cache never returns
/// code from another build. The text contains the size and modification time of the library's file,
/// and LLVM's version.
const std::string& library_stamp();

}  // namespace glint::cpu
