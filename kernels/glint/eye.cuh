// SPDX-License-Identifier: MIT
// A perspective camera for kernels that render images. Computes the ray through a pixel, and the
// pixel at which a point appears. Row 0 of the image is at the bottom.
#pragma once

#include <glint/vector.cuh>

namespace glint {

struct Eye {
    float3 at;                ///< position
    float3 ahead, right, up;  ///< unit vectors
    float distance;           ///< distance to the point that the camera looks at
    float focal;              ///< pixels per unit length at distance 1
    int width, height;        ///< size of the image in pixels

    /// A camera that looks at `middle` from distance `away`. It is turned by `turn` degrees about
    /// the y axis (0 looks along -z) and raised by `tilt` degrees above the x-z plane. `view` is
    /// the vertical field of view in degrees.
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

    /// Returns the ray through a position in the image, in pixels; the center of the first pixel is
    /// (0, 0). The ray is not normalized: its component along `ahead` is 1.
    __device__ float3 ray(float x, float y) const {
        return ahead + (x + 0.5f - 0.5f * width) / focal * right +
               (y + 0.5f - 0.5f * height) / focal * up;
    }

    /// Projects a point. Returns x and y in pixels, as for ray(), and the distance along `ahead`,
    /// which is not positive if the point is behind the camera.
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
