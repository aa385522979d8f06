// SPDX-License-Identifier: MIT
#pragma once

#include <glint/base/shared_library.hpp>

namespace glint::driver {

/// Loads the CPU backend's library at the first call: `$GLINT_CPU_LIBRARY`, then beside the
/// program, then where glint was installed or built. Throws Error(unsupported) with the reason and
/// what to install, or with the file's name if that is another library or one of another version.
const SharedLibrary& cpu_library();

}  // namespace glint::driver
