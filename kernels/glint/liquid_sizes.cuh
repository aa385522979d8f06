// SPDX-License-Identifier: MIT
// Sizes of the balls as which liquid particles are drawn; shared with the host.
#pragma once

namespace glint {
namespace liquid {

/// Ball radius, in particle distances, at which balls overlap to a surface without holes; and the
/// volume of a ball relative to that of a particle.
constexpr float kBallRadius = 0.75f, kBallVolume = 1.77f;

}  // namespace liquid
}  // namespace glint
