// SPDX-License-Identifier: MIT
// What the kernels of Poisson's equation are compiled for. The host writes this text for each plan
// and passes it under this name; this one stands for it where those kernels are compiled by
// themselves.
#pragma once

namespace glint::poisson {

using Value = float;
constexpr int kRank = 3;      // of the grid: 2 or 3
constexpr bool kOpen = true;  // whether there is the openness of faces

}  // namespace glint::poisson
