// SPDX-License-Identifier: MIT
// Sizes that the kernels in this folder and those who launch them agree on; both sides include it.
#pragma once

namespace glint {
namespace studio {
namespace sizes {

constexpr unsigned int kReducers = 256;      // threads of a block of a monitor
constexpr unsigned int kSummers = 256;       // of one that adds up words
constexpr unsigned int kRangeThreads = 256;  // of one that looks for the least and the greatest
constexpr int kGroupBytes = 16;              // that a thread looks for numbers in
constexpr int kPointsPerThread = 4;          // enough reads at once to keep memory busy
constexpr int kMortonSide = 1024;            // cells along a box's longest side

constexpr int kBrickBits = 3, kBrick = 1 << kBrickBits;  // cells along a brick of a volume

constexpr int kLightGrids = 6;
constexpr int kExtraNodes = 4;  // of a grid of light, whose first is one pixel outside
constexpr int kTileBits = 6, kTile = 1 << kTileBits;  // pixels along a tile that has light or not
constexpr float kGridRadius_px = 1.83f;  // of a point in the finest grid, as it is shown

}  // namespace sizes
}  // namespace studio
}  // namespace glint
