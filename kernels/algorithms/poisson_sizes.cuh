// SPDX-License-Identifier: MIT
// Sizes that the kernels of Poisson's equation and those who launch them agree on; both sides
// include it.
#pragma once

namespace glint::poisson {

constexpr int kSegment = 64;     // cells of a row that are marked together
constexpr int kBlockWidth = 64;  // threads of a block along x; the others are along y
constexpr int kColumn = 16;      // cells along z that a thread does
/// Cells along y of a tile of numbers of so many bytes.
template <int Bytes>
constexpr int kTileHeightOf = Bytes == 4 ? 16 : 8;
constexpr int kTileDepth = 32;  // layers that a block goes along
constexpr int kLanes = 32;      // threads of a block that goes along rows
constexpr int kBottomThreads = 1024;
constexpr int kMostBottom = 5;  // levels that one block does

}  // namespace glint::poisson
