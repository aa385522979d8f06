// SPDX-License-Identifier: MIT
// Sizes of the balls that liquid particles are drawn as; shared with the host.
#pragma once

namespace glint {
namespace liquid {

/// The radius of balls, in particle distances, that overlap to a surface without holes, and their
/// volume relative to that of a particle.
constexpr float kBallRadius = 0.75f, kBallVolume = 1.77f;

}  // namespace liquid
}  // namespace glint
