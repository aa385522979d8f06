// SPDX-License-Identifier: MIT
#pragma once

namespace glint {

/// Whether `$GLINT_DEBUG` asks for the debug mode in all that this process compiles and allocates:
/// it is set, and neither empty nor 0.
bool is_debug_mode();

}  // namespace glint
