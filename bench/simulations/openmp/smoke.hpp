// SPDX-License-Identifier: MIT
#pragma once

/// Advection of smoke, heat and velocity in apps/plume: MacCormack's method on a staggered grid, x
/// fastest. Nothing flows through the sides and the bottom; the top is open.
namespace glint::bench::openmp {

struct Smoke {
    int width, height, depth;  ///< depth is 1 in 2D
    float dt;
    float fade, cooling;  ///< fraction of smoke, and of heat, that remains after a step
};

extern "C" {

/// Fields: smoke, heat, and the horizontal and downward velocity on lower faces; four arrays each.
void openmp_carry_plane(const Smoke* smoke, const float* const* fields, float* const* ahead,
                        float* const* next);

/// Fields: smoke, heat, and the velocities across, up and into depth; five arrays each. `ways` has
/// space for six numbers per cell, and `ahead` for five.
void openmp_carry_space(const Smoke* smoke, const float* const* fields, float* ways, float* ahead,
                        float* const* next);
}

}  // namespace glint::bench::openmp
