// SPDX-License-Identifier: MIT
// Sizes shared by the kernels in this folder and the host code that launches them.
#pragma once

namespace glint::sizes {

constexpr int kSerialItems = 16384;  // elements of a tile that a single thread processes on the CPU
constexpr int kRunItems = 2048;      // elements per block in the search for runs of equal keys
constexpr int kCandidateBytes = 16;  // bytes for a key in sort order and its index

}  // namespace glint::sizes
