// SPDX-License-Identifier: MIT
#pragma once

#include <glint/base/shared_library.hpp>

namespace glint::driver {

/// Loads the CPU backend's library on the first call: from `$GLINT_CPU_LIBRARY`, next to the
/// program, or from glint's install or build folder. Throws Error(unsupported) with the reason and
/// what to install, or with the file's name if it is another library or has another version.
const SharedLibrary& cpu_library();

}  // namespace glint::driver
