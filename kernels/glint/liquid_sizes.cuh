// SPDX-License-Identifier: MIT
// Sizes of the balls that represent liquid particles in images; shared with the host.
#pragma once

namespace glint {
namespace liquid {

/// The radius, in particle distances, at which balls overlap enough to form a surface without
/// holes; and the volume of a ball divided by that of a particle.
constexpr float kBallRadius = 0.75f, kBallVolume = 1.77f;

}  // namespace liquid
}  // namespace glint
