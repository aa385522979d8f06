// SPDX-License-Identifier: MIT
// Constants shared by kernels and host code.
#pragma once

namespace sand_snow {

enum Matter : unsigned char { kWater, kJelly, kSnow, kSand, kLeft, kInfinite };

constexpr int kThreads = 128;     ///< number of threads per block in a transfer
constexpr int kBlock = 4;         ///< number of cells along each side of a block of cells
constexpr int kBitsInBlock = 9;   ///< low bits of a sort key: position in the block
constexpr float kHardest = 5.0f;  ///< maximum stiffness factor of snow; minimum: 1 / kHardest

/// On CPUs: floats stored per particle, to be added to nodes; passes in which blocks add them.
constexpr int kShare = 17, kTurns = 8;

}  // namespace sand_snow
