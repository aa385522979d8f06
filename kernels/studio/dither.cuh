// SPDX-License-Identifier: MIT
// Dithering, which hides banding in slow gradients.
#pragma once

namespace glint {
namespace studio {

/// A dither value from -0.5 to 0.5, in steps of an 8-bit channel: Jimenez, "Next Generation Post
/// Processing in Call of Duty: Advanced Warfare", 2014.
__device__ inline float dither(int x, int y) {
    const float a = 0.06711056f * (x + 0.5f) + 0.00583715f * (y + 0.5f);
    const float b = 52.9829189f * (a - floorf(a));
    return b - floorf(b) - 0.5f;
}

}  // namespace studio
}  // namespace glint
