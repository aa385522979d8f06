// SPDX-License-Identifier: MIT
#pragma once

namespace glint {

/// Returns true if `$GLINT_DEBUG` turns on debug mode, which applies to everything that this
/// process compiles and allocates. The variable must be set, not empty, and not 0.
bool is_debug_mode();

}  // namespace glint
