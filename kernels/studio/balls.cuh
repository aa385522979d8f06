// SPDX-License-Identifier: MIT
// Points drawn as balls: their positions in an image, the pixels that they cover, and their colors.
// Files that include this must define the macros that places.cuh and values.cuh require.
#pragma once

#include <studio/places.cuh>

namespace glint {
namespace studio {

constexpr float kLargest_px = 64.0f;

/// The key of an empty pixel.
constexpr unsigned long long kNothing = ~0ull;

struct Ball {
    float x_px, y_px, depth, radius_px;
};

__device__ inline Ball ball_of(const Clip& clip, const PointCamera& camera) {
    const float per_depth = 1 / clip.w;
    Ball ball;
    ball.depth = clip.w;
    ball.x_px = (0.5f + 0.5f * clip.x * per_depth) * camera.width;
    ball.y_px = (0.5f - 0.5f * clip.y * per_depth) * camera.height;
    ball.radius_px =
        fminf(fmaxf(camera.radius * camera.focal_px * per_depth, camera.smallest_px), kLargest_px);
    return ball;
}

__device__ inline Ball ball_at(const Values& places, unsigned long long i,
                               const PointCamera& camera) {
    return ball_of(clip_at(places, i, camera), camera);
}

/// True if the ball is in front of the camera and finite.
__device__ inline bool is_seen(const Ball& ball) {
    return ball.depth > 0 && is_finite(ball.depth) && is_finite(ball.x_px) && is_finite(ball.y_px);
}

__device__ inline bool is_outside(const Ball& ball, const PointCamera& camera) {
    return ball.x_px + ball.radius_px < 0 || ball.y_px + ball.radius_px < 0 ||
           ball.x_px - ball.radius_px >= camera.width ||
           ball.y_px - ball.radius_px >= camera.height;
}

/// Returns the upper half of a pixel's key, which holds the depth.
__device__ inline unsigned long long depth_key(float depth) {
    return static_cast<unsigned long long>(__float_as_uint(depth)) << 32;
}

__device__ inline float depth_in(unsigned long long key) {
    return __uint_as_float(static_cast<unsigned int>(key >> 32));
}

/// Returns how much nearer to the eye the ball's surface is than its center, in radii.
__device__ inline float towards_eye(float dx, float dy) {
    return sqrtf(fmaxf(1 - dx * dx - dy * dy, 0.0f));
}

/// The radius of a ball in world units.
__device__ inline float size_of(const Ball& ball, const PointCamera& camera) {
    return ball.radius_px * ball.depth / camera.focal_px;
}

/// Calls `each(pixel, towards)` for all pixels whose centers a ball covers. `towards` is the result
/// of towards_eye() at the pixel.
template <class Each>
__device__ void for_pixels(const Ball& ball, const PointCamera& camera, Each each) {
    const int top = ::max(static_cast<int>(ceilf(ball.y_px - ball.radius_px - 0.5f)), 0);
    const int bottom =
        ::min(static_cast<int>(floorf(ball.y_px + ball.radius_px - 0.5f)), camera.height - 1);
    for (int y = top; y <= bottom; ++y) {
        const float dy = (y + 0.5f - ball.y_px) / ball.radius_px;
        const float half = ball.radius_px * sqrtf(fmaxf(1 - dy * dy, 0.0f));
        const int left = ::max(static_cast<int>(ceilf(ball.x_px - half - 0.5f)), 0);
        const int right =
            ::min(static_cast<int>(floorf(ball.x_px + half - 0.5f)), camera.width - 1);
        for (int x = left; x <= right; ++x) {
            const float dx = (x + 0.5f - ball.x_px) / ball.radius_px;
            each(static_cast<unsigned long long>(y) * camera.width + x, towards_eye(dx, dy));
        }
    }
}

__device__ inline uchar4 color_at(const Values& values, unsigned long long i,
                                  const ColorScale& scale, const uchar4* colors) {
    return values.first ? shown_color(values, i, scale, colors) : make_uchar4(210, 220, 235, 255);
}

}  // namespace studio
}  // namespace glint
