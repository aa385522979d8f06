// SPDX-License-Identifier: MIT
// Morton codes: the interleaved bits of a cell's coordinates, with x in the lowest bit. Cells with
// similar codes are close in space.
#pragma once

#include <glint/annotations.cuh>

namespace glint {

namespace detail {

// Each step below moves the upper half of every group of bits to its new position.

GLINT_ANY unsigned long long spread_by_1(unsigned int bits) {
    unsigned long long x = bits;
    x = (x | x << 16) & 0x0000ffff0000ffffull;
    x = (x | x << 8) & 0x00ff00ff00ff00ffull;
    x = (x | x << 4) & 0x0f0f0f0f0f0f0f0full;
    x = (x | x << 2) & 0x3333333333333333ull;
    return (x | x << 1) & 0x5555555555555555ull;
}
GLINT_ANY unsigned int gather_by_1(unsigned long long x) {
    x &= 0x5555555555555555ull;
    x = (x | x >> 1) & 0x3333333333333333ull;
    x = (x | x >> 2) & 0x0f0f0f0f0f0f0f0full;
    x = (x | x >> 4) & 0x00ff00ff00ff00ffull;
    x = (x | x >> 8) & 0x0000ffff0000ffffull;
    return static_cast<unsigned int>(x | x >> 16);
}
GLINT_ANY unsigned long long spread_by_2(unsigned int bits) {
    unsigned long long x = bits & 0x1fffffu;
    x = (x | x << 32) & 0x001f00000000ffffull;
    x = (x | x << 16) & 0x001f0000ff0000ffull;
    x = (x | x << 8) & 0x100f00f00f00f00full;
    x = (x | x << 4) & 0x10c30c30c30c30c3ull;
    return (x | x << 2) & 0x1249249249249249ull;
}
GLINT_ANY unsigned int gather_by_2(unsigned long long x) {
    x &= 0x1249249249249249ull;
    x = (x | x >> 2) & 0x10c30c30c30c30c3ull;
    x = (x | x >> 4) & 0x100f00f00f00f00full;
    x = (x | x >> 8) & 0x001f0000ff0000ffull;
    x = (x | x >> 16) & 0x001f00000000ffffull;
    return static_cast<unsigned int>((x | x >> 32) & 0x1fffffu);
}
GLINT_ANY unsigned int spread_by_2_in_32(unsigned int x) {
    x = (x | x << 16) & 0x030000ffu;
    x = (x | x << 8) & 0x0300f00fu;
    x = (x | x << 4) & 0x030c30c3u;
    return (x | x << 2) & 0x09249249u;
}

}  // namespace detail

/// Returns the code of two 32-bit coordinates.
GLINT_ANY unsigned long long morton2(unsigned int x, unsigned int y) {
    return detail::spread_by_1(x) | detail::spread_by_1(y) << 1;
}
/// Returns the code of the lower 21 bits of three coordinates.
GLINT_ANY unsigned long long morton3(unsigned int x, unsigned int y, unsigned int z) {
    return detail::spread_by_2(x) | detail::spread_by_2(y) << 1 | detail::spread_by_2(z) << 2;
}
/// Returns a 32-bit code of the lower 10 bits of three coordinates. Takes half as much work as
/// morton3, and sort keys are half as large.
GLINT_ANY unsigned int morton3_32(unsigned int x, unsigned int y, unsigned int z) {
    return detail::spread_by_2_in_32(x & 1023) | detail::spread_by_2_in_32(y & 1023) << 1 |
           detail::spread_by_2_in_32(z & 1023) << 2;
}

/// Extracts coordinate 0 or 1 from a morton2 code.
GLINT_ANY unsigned int morton2_coordinate(unsigned long long code, int axis) {
    return detail::gather_by_1(code >> axis);
}
/// Extracts coordinate 0, 1 or 2 from a morton3 or morton3_32 code.
GLINT_ANY unsigned int morton3_coordinate(unsigned long long code, int axis) {
    return detail::gather_by_2(code >> axis);
}

}  // namespace glint
