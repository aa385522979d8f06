// SPDX-License-Identifier: MIT
#pragma once

namespace glint::studio {
class Simulation;
}

namespace glint::apps {

/// Throws Error(invalid_argument), with values that work, if a 2D or 3D wind tunnel is unstable
/// because the Reynolds number is too high for its size, or if no air can flow through the tunnel.
/// Waits for the device.
void require_flow(studio::Simulation& tunnel);

}  // namespace glint::apps
