// SPDX-License-Identifier: MIT
#pragma once

#include <glint/base/shared_library.hpp>

namespace glint::driver {

/// Returns the CPU backend's library. The first call loads it from `$GLINT_CPU_LIBRARY`, from the
/// program's folder, or from glint's install or build folder. Throws Error(unsupported) with the
/// reason and a hint. If the file is a different library or has another version, throws
/// Error(unsupported) with the name of the file.
const SharedLibrary& cpu_library();

}  // namespace glint::driver
