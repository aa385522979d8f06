// SPDX-License-Identifier: MIT
// Sizes shared by the kernels for Poisson's equation and the host code that
// launches them.
#pragma once

namespace glint::poisson_solver {

constexpr int kSegment = 64;     // cells of a row that share a flag in LevelOf::clear
constexpr int kBlockWidth = 64;  // threads of a block along x; all others are along y
constexpr int kColumn = 16;      // cells along z per thread
/// The height of a tile along y, in cells, for numbers of `Bytes` bytes.
template <int Bytes>
constexpr int kTileHeightOf = Bytes == 4 ? 16 : 8;
constexpr int kTileDepth = 32;  // layers that a block processes
constexpr int kLanes = 32;      // threads of a block that processes rows
constexpr int kBottomThreads = 1024;
constexpr int kMaxBottom = 5;  // maximum number of levels that a single block processes

}  // namespace glint::poisson_solver
