// SPDX-License-Identifier: MIT
// Constants shared by kernels and host code.
#pragma once

namespace sand_snow {

enum Matter : unsigned char { kWater, kJelly, kSnow, kSand, kLeft, kInfinite };

constexpr int kThreads = 128;     ///< per block of a transfer
constexpr int kBlock = 4;         ///< cells along each side of a block
constexpr int kBitsInBlock = 9;   ///< of a sort key, below those of its block
constexpr float kHardest = 5.0f;  ///< of compacted snow; loose snow is softer by its inverse

/// On CPUs: numbers per particle, and turns of blocks.
constexpr int kShare = 17, kTurns = 8;

}  // namespace sand_snow
