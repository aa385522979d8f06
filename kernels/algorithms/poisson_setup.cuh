// SPDX-License-Identifier: MIT
// Compile-time parameters of the kernels for Poisson's equation. The host replaces this header with
// a generated one for each plan. This version is used only when those kernels are compiled
// standalone.
#pragma once

namespace glint::poisson_solver {

using Value = float;
constexpr int kRank = 3;      // dimensions of the grid: 2 or 3
constexpr bool kOpen = true;  // true if faces have an openness

}  // namespace glint::poisson_solver
