// SPDX-License-Identifier: MIT
// Sizes shared by the kernels in this folder and the host code that launches them.
#pragma once

namespace glint::sizes {

constexpr int kSerialItems = 16384;  // elements of a tile for a single thread on the CPU
constexpr int kRunItems = 2048;      // elements in which a block searches for runs of equal keys
constexpr int kCandidateBytes = 16;  // of a key's order and its place

}  // namespace glint::sizes
