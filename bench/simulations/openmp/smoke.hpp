// SPDX-License-Identifier: MIT
#pragma once

/// What carries smoke, heat and the air itself in apps/plume: MacCormack's method on a staggered
/// grid, x fastest. Nothing flows through the sides and the bottom; the top is open.
namespace glint::bench::openmp {

struct Smoke {
    int width, height, depth;  ///< a plane has a depth of 1
    float dt;
    float fade, cooling;  ///< what is left of smoke and heat after a step
};

extern "C" {

/// Fields are smoke, heat, the speed across and that down, on lower faces; four each.
void openmp_carry_plane(const Smoke* smoke, const float* const* fields, float* const* ahead,
                        float* const* next);

/// Fields are smoke, heat, the speeds across, up and into depth; five each. `ways` has room for six
/// numbers of each cell, and `ahead` for five.
void openmp_carry_space(const Smoke* smoke, const float* const* fields, float* ways, float* ahead,
                        float* const* next);
}

}  // namespace glint::bench::openmp
