// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace glint::cpu {

/// Tells builds of this library apart, so that no cache gives out the code of another one: the
/// size and time of its file, and LLVM's version.
const std::string& library_stamp();

}  // namespace glint::cpu
