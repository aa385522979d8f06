// SPDX-License-Identifier: MIT
// Sizes that kernels in this folder and those who launch them agree on; both sides include it.
#pragma once

namespace glint::sizes {

constexpr int kSerialItems = 16384;  // elements of a tile that one thread has to itself, on the CPU
constexpr int kRunItems = 2048;      // elements in which a block looks for runs of equal keys
constexpr int kCandidateBytes = 16;  // of a key's order and its place

}  // namespace glint::sizes
