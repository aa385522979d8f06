// SPDX-License-Identifier: MIT
#pragma once

/// The OpenMP reference for apps/plume: advects smoke, heat and velocity by MacCormack's method on
/// a staggered grid, where x is the fastest index. Nothing flows through sides and bottom; the top
/// is open.
namespace glint::bench::openmp {

struct Smoke {
    int width, height, depth;  ///< depth is 1 in 2D
    float dt;
    float fade, cooling;  ///< fractions of smoke and of heat that remain after a step
};

extern "C" {

/// Advects smoke, heat, and the horizontal (on left faces) and downward velocity (on upper faces).
/// Each of the other arguments points to four arrays.
void openmp_carry_plane(const Smoke* smoke, const float* const* fields, float* const* ahead,
                        float* const* next);

/// Advects five fields: smoke, heat, and the velocities across, up and into depth. `fields` and
/// `next` point to five arrays. `ways` has space for six numbers per cell, and `ahead` for five.
void openmp_carry_space(const Smoke* smoke, const float* const* fields, float* ways, float* ahead,
                        float* const* next);
}

}  // namespace glint::bench::openmp
