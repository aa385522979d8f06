// SPDX-License-Identifier: MIT
#pragma once

namespace glint::studio {
class Simulation;
}

namespace glint::apps {

/// Throws Error(invalid_argument), with values that work, for a 2D or 3D wind tunnel that is
/// unstable because the Reynolds number is too high for its size, or through which no air can flow.
/// Waits.
void require_flow(studio::Simulation& tunnel);

}  // namespace glint::apps
