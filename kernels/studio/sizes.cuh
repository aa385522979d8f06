// SPDX-License-Identifier: MIT
// Sizes shared by the kernels in this folder and the host code that launches them.
#pragma once

namespace glint {
namespace studio {
namespace sizes {

constexpr unsigned int kReducers = 256;      // threads per block of kernels that compute monitors
constexpr unsigned int kSummers = 256;       // threads per block of kernels that compute checksums
constexpr unsigned int kRangeThreads = 256;  // threads per block of kernels that find a range
constexpr int kGroupBytes = 16;              // bytes per thread in the search for NaN and infinity
constexpr int kPointsPerThread = 4;          // gives enough loads in flight to keep memory busy
constexpr int kMortonSide = 1024;            // cells along a box's longest side

constexpr int kBrickBits = 3, kBrick = 1 << kBrickBits;  // cells along a side of a brick

constexpr int kLightGrids = 6;
constexpr int kExtraNodes = 4;  // per dimension of a light grid, which starts one pixel outside
constexpr int kTileBits = 6, kTile = 1 << kTileBits;  // pixels along each side of a tile of light
constexpr float kGridRadius_px = 1.83f;               // displayed radius of points in finest grid

}  // namespace sizes
}  // namespace studio
}  // namespace glint
