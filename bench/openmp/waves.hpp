// SPDX-License-Identifier: MIT
#pragma once

namespace glint::bench::openmp {

/// The parameters of a step of apps/waves.
struct Waves {
    int width, height, depth;  ///< depth is 1 in 2-D
    float courant;             ///< where the medium is 1
    float border;              ///< cells
    float force[2];            ///< of the sources, in each half step
};

extern "C" {

/// A step of apps/waves: two half steps, each written over the level of half a step before.
void openmp_waves(const Waves* waves, const float* medium, float* level, float* before);
}

}  // namespace glint::bench::openmp
