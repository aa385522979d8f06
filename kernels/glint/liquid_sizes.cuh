// SPDX-License-Identifier: MIT
// The balls that liquids of particles are drawn as; for the host, too.
#pragma once

namespace glint {
namespace liquid {

/// Balls with this radius, in distances of particles, overlap to a surface without holes, and have
/// so many times the volume of a particle.
constexpr float kBallRadius = 0.75f, kBallVolume = 1.77f;

}  // namespace liquid
}  // namespace glint
