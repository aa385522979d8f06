// SPDX-License-Identifier: MIT
// Constants shared by kernels and host code.
#pragma once

namespace sand_snow {

enum Matter : unsigned char { kWater, kJelly, kSnow, kSand, kLeft, kInfinite };

constexpr int kThreads = 128;     ///< block size of a transfer
constexpr int kBlock = 4;         ///< cells along each side of a block
constexpr int kBitsInBlock = 9;   ///< low bits of a sort key: position in the block
constexpr float kHardest = 5.0f;  ///< factor for compacted snow; loose snow: its inverse

/// On CPUs: values per particle's share, and turns in which blocks are added.
constexpr int kShare = 17, kTurns = 8;

}  // namespace sand_snow
