// SPDX-License-Identifier: MIT
// A perspective eye for kernels that draw pictures of their own: which ray goes through a pixel,
// and at which pixel a place is seen. Row 0 of the picture is at the bottom.
#pragma once

#include <glint/vector.cuh>

namespace glint {

struct Eye {
    float3 at;                ///< its place
    float3 ahead, right, up;  ///< unit vectors
    float distance;           ///< of what it looks at
    float focal;              ///< pixels that a length of 1 covers, 1 ahead
    int width, height;        ///< of the picture, in pixels

    /// Looks at `middle`, `away` from it: `turn` degrees about the y axis, where 0 looks along
    /// -z, and `tilt` degrees above the x-z plane. From the picture's bottom to its top is an angle
    /// of `view` degrees.
    __device__ Eye(float3 middle, float away, float turn, float tilt, float view, int columns,
                   int rows)
        : distance(away),
          focal(0.5f * rows / tanf(0.5f * radians(view))),
          width(columns),
          height(rows) {
        float sine, cosine, height, level;
        sincosf(radians(turn), &sine, &cosine);
        sincosf(radians(tilt), &height, &level);
        const float3 back = make_float3(level * sine, height, level * cosine);
        at = middle + away * back;
        ahead = -back;
        right = make_float3(cosine, 0, -sine);
        up = cross(right, ahead);
    }

    /// Through a place in the picture, in pixels, of which the first one's middle is (0, 0). It is
    /// not of length 1: it ends 1 ahead.
    __device__ float3 ray(float x, float y) const {
        return ahead + (x + 0.5f - 0.5f * width) / focal * right +
               (y + 0.5f - 0.5f * height) / focal * up;
    }

    /// Where a place is seen: x and y in pixels, as ray() takes them, and how far ahead it is; not
    /// above 0 is behind.
    __device__ float3 seen(float3 place) const {
        const float3 way = place - at;
        const float depth = dot(way, ahead), scale = focal / depth;
        return make_float3(0.5f * width - 0.5f + scale * dot(way, right),
                           0.5f * height - 0.5f + scale * dot(way, up), depth);
    }

private:
    __device__ static float radians(float degrees) { return 0.0174532925f * degrees; }
};

}  // namespace glint
