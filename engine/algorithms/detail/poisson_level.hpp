// SPDX-License-Identifier: MIT
#pragma once

#include <glint/algorithms/detail/poisson_grid.hpp>
#include <glint/algorithms/detail/poisson_plan.hpp>
#include <glint/kernels/algorithms/poisson_layouts.cuh>

namespace glint::detail {

/// A grid of a Poisson plan, with its data on the device.
struct PoissonPlan::Level {
    PoissonGrid grid;
    bool has_seams = false;  // some planes need more than two colors (see boxes_of)
    poisson_solver::LevelOf<void> device{};
    Memory tables{};
    Memory f{}, p{};        // coarser levels only
    bool is_large = false;  // a sweep writes p to a second array, `next`
    Memory next{};
    std::array<Memory, 3> open{};
    Memory clear{};  // one byte per segment of cells: 1 if all its faces are open
};

inline poisson_solver::AxisOf<void>& axis_of(poisson_solver::LevelOf<void>& level,
                                             std::size_t axis) {
    return axis == 0 ? level.x : axis == 1 ? level.y : level.z;
}

}  // namespace glint::detail
