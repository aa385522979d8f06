// SPDX-License-Identifier: MIT
#pragma once

namespace glint::bench::openmp {

/// The parameters of a step of apps/waves.
struct Waves {
    int width, height, depth;  ///< depth is 1 in 2D
    float courant;             ///< Courant number where the medium is 1
    float border;              ///< width of the border in cells
    float force[2];            ///< force of the sources in each half step
};

extern "C" {

/// Runs a step of apps/waves: a half step that advances `before`, and one that advances `level`.
void openmp_waves(const Waves* waves, const float* medium, float* level, float* before);
}

}  // namespace glint::bench::openmp
