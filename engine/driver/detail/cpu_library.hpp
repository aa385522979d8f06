// SPDX-License-Identifier: MIT
#pragma once

#include <glint/base/shared_library.hpp>

namespace glint::driver {

/// Returns the CPU backend's library. The first call loads it: from `$GLINT_CPU_LIBRARY`, next to
/// the program, or from glint's install or build folder. Throws Error(unsupported) with the reason
/// and a hint, or with the file's name if the file is another library or has another version.
const SharedLibrary& cpu_library();

}  // namespace glint::driver
