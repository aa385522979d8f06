// SPDX-License-Identifier: MIT
#pragma once

namespace glint::bench::openmp {

/// The numbers of a step of apps/waves.
struct Waves {
    int width, height, depth;  ///< a plane has a depth of 1
    float courant;             ///< where the medium is 1
    float border;              ///< cells
    float force[2];            ///< of the sources, in each half of the step
};

extern "C" {

/// A step of apps/waves: two half steps, each in the place of the level half a step before it.
void openmp_waves(const Waves* waves, const float* medium, float* level, float* before);
}

}  // namespace glint::bench::openmp
