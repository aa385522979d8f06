// SPDX-License-Identifier: MIT
// The nine directions of the 2D lattice Boltzmann method.
#pragma once

namespace d2q9 {

// Directions come in opposite pairs. Direction 0 is at rest, and the last one does not point to
// negative x, so loads beyond the ends of a row stay in the array and need no bounds check.
__device__ constexpr int cx(int d) {
    return d == 1 || d == 5 || d == 8 ? 1 : d == 2 || d == 6 || d == 7 ? -1 : 0;
}
__device__ constexpr int cy(int d) {
    return d == 3 || d == 6 || d == 8 ? 1 : d == 4 || d == 5 || d == 7 ? -1 : 0;
}
__device__ constexpr int opposite(int d) { return d == 0 ? 0 : d % 2 == 1 ? d + 1 : d - 1; }
__device__ constexpr int upside_down(int d) {
    return d < 3 ? d : d < 5 ? 7 - d : d == 5 ? 8 : d == 8 ? 5 : d == 6 ? 7 : 6;
}
__device__ constexpr float weight(int d) {
    return d == 0 ? 4.0f / 9 : d < 5 ? 1.0f / 9 : 1.0f / 36;
}

}  // namespace d2q9
