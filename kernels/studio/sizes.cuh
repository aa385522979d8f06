// SPDX-License-Identifier: MIT
// Sizes shared by the kernels in this folder and the host code that launches them.
#pragma once

namespace glint {
namespace studio {
namespace sizes {

constexpr unsigned int kReducers = 256;      // threads per block of a monitor
constexpr unsigned int kSummers = 256;       // threads per block that adds up words
constexpr unsigned int kRangeThreads = 256;  // threads per block that finds the minimum and maximum
constexpr int kGroupBytes = 16;              // in which a thread searches for numbers
constexpr int kPointsPerThread = 4;          // enough loads in flight to keep memory busy
constexpr int kMortonSide = 1024;            // cells along a box's longest side

constexpr int kBrickBits = 3, kBrick = 1 << kBrickBits;  // cells along a brick of a volume

constexpr int kLightGrids = 6;
constexpr int kExtraNodes = 4;  // per dimension of a light grid, which starts one pixel outside
constexpr int kTileBits = 6, kTile = 1 << kTileBits;  // pixels along a tile, which has light or not
constexpr float kGridRadius_px = 1.83f;               // of a point in the finest grid, as displayed

}  // namespace sizes
}  // namespace studio
}  // namespace glint
