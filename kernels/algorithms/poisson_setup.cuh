// SPDX-License-Identifier: MIT
// Compile-time parameters of the kernels for Poisson's equation. The host generates this text for
// each plan and passes it under this name. This version is used when those kernels are compiled
// standalone.
#pragma once

namespace glint::poisson {

using Value = float;
constexpr int kRank = 3;      // dimensions of the grid: 2 or 3
constexpr bool kOpen = true;  // true if faces have an openness

}  // namespace glint::poisson
