// SPDX-License-Identifier: MIT
// Draws points as balls with depth, and finds the point at a pixel.
//
// A pixel's key has the depth of the nearest point in its upper half and the point's index in its
// lower half. The smallest key is therefore the nearest point, in any order of threads. At equal
// depths the first point wins. Colors, light and relief are computed per pixel, not per point.
#include <studio/balls.cuh>
#include <studio/sizes.cuh>

using namespace glint::studio;
using namespace glint::studio::sizes;

namespace {

/// Reads the current value, which any thread may have written, not a cached value.
__device__ unsigned long long read_now(const unsigned long long* key) {
    return *const_cast<const volatile unsigned long long*>(key);
}

/// Returns the pixel of a ball, or kNone if the ball is larger than a pixel or outside the image.
__device__ unsigned int pixel_of(const Ball& ball, const PointCamera& camera) {
    constexpr unsigned int kNone = ~0u;
    if (!is_seen(ball) || ball.radius_px >= 1.0f) return kNone;
    // Compares floats, because values beyond the range of int are also outside the image.
    const bool is_inside =
        ball.x_px >= 0 && ball.y_px >= 0 && ball.x_px < camera.width && ball.y_px < camera.height;
    return is_inside ? static_cast<unsigned int>(ball.y_px) * camera.width +
                           static_cast<unsigned int>(ball.x_px)
                     : kNone;
}

/// Keeps the nearest ball. The plain read in this function avoids most atomic operations.
__device__ void draw_ball(const Ball& ball, unsigned int index, const PointCamera& camera,
                          unsigned long long* nearest) {
    const float ball_size = size_of(ball, camera);
    for_pixels(ball, camera, [&](unsigned long long pixel, float towards) {
        const unsigned long long key = depth_key(ball.depth - towards * ball_size) | index;
        if (key < read_now(&nearest[pixel])) atomicMin(&nearest[pixel], key);
    });
}

/// Returns the light on a ball at a pixel. The light comes from above, to the left of the eye.
__device__ float light_on(const Ball& ball, int x, int y) {
    if (ball.radius_px < 1.0f) return 1.0f;
    const float dx = (x + 0.5f - ball.x_px) / ball.radius_px;
    const float dy = (y + 0.5f - ball.y_px) / ball.radius_px;
    return 0.35f + 0.65f * fmaxf(0.8f * towards_eye(dx, dy) - 0.42f * dy - 0.42f * dx, 0.0f);
}

/// Darkens pixels that are behind their neighbors: eye-dome lighting as in Christian Boucheny's
/// thesis (Universite Joseph Fourier, Grenoble 2009), with eight neighbors at one distance. Depth
/// steps are measured as ratios, so near and far edges look alike.
__device__ float relief_at(const unsigned long long* nearest, const PointCamera& camera, int x,
                           int y, float relief) {
    constexpr int kApart_px = 2;
    constexpr float kSteepness = 30.0f;
    const float depth =
        logf(depth_in(nearest[static_cast<unsigned long long>(y) * camera.width + x]));
    float behind = 0;
    for (int i = 0; i < 9; ++i) {
        const int nx = x + kApart_px * (i % 3 - 1), ny = y + kApart_px * (i / 3 - 1);
        if (nx < 0 || ny < 0 || nx >= camera.width || ny >= camera.height) continue;
        const unsigned long long key =
            nearest[static_cast<unsigned long long>(ny) * camera.width + nx];
        if (key != kNothing) behind += fmaxf(depth - logf(depth_in(key)), 0.0f);
    }
    return expf(-kSteepness * relief * behind / 8.0f);
}

__device__ uchar4 lit(uchar4 color, float light) {
    return make_uchar4(byte_of(color.x * light), byte_of(color.y * light), byte_of(color.z * light),
                       255);
}

}  // namespace

/// Writes each pixel's key of the nearest point. Set all bits of `nearest` before the launch. Each
/// thread draws four points, a block's width apart. There must be fewer than 2^32 points.
extern "C" __global__ void draw_points(Values places, unsigned long long count, PointCamera camera,
                                       unsigned long long* nearest) {
    const unsigned long long first =
        blockIdx.x * static_cast<unsigned long long>(kPointsPerThread * blockDim.x) + threadIdx.x;
    if (first >= count) return;
    // Threads past the end draw the last point again, which changes nothing.
    PlaceOf place[kPointsPerThread];
    unsigned int index[kPointsPerThread], pixel[kPointsPerThread];
    unsigned long long key[kPointsPerThread], before[kPointsPerThread];
#pragma unroll
    for (int k = 0; k < kPointsPerThread; ++k) {
        const unsigned long long i = first + static_cast<unsigned long long>(k) * blockDim.x;
        index[k] = static_cast<unsigned int>(i < count ? i : count - 1);
        place[k] = place_at(places, index[k]);
    }
    bool is_large = false;
#pragma unroll
    for (int k = 0; k < kPointsPerThread; ++k) {
        const Ball ball = ball_of(clip_of(place[k], camera), camera);
        pixel[k] = pixel_of(ball, camera);
        key[k] = depth_key(ball.depth) | index[k];
        is_large = is_large || ball.radius_px >= 1.0f;
    }
#pragma unroll
    for (int k = 0; k < kPointsPerThread; ++k)
        before[k] = pixel[k] == ~0u ? 0ull : read_now(&nearest[pixel[k]]);
#pragma unroll
    for (int k = 0; k < kPointsPerThread; ++k)
        if (key[k] < before[k]) atomicMin(&nearest[pixel[k]], key[k]);
    if (!is_large) return;
    for (int k = 0; k < kPointsPerThread; ++k) {
        const Ball ball = ball_at(places, index[k], camera);
        if (ball.radius_px >= 1.0f && is_seen(ball) && !is_outside(ball, camera))
            draw_ball(ball, index[k], camera, nearest);
    }
}

/// Draws the colors of the nearest points over the image.
extern "C" __global__ void show_points(Values places, PointCamera camera, Values values,
                                       ColorScale scale, const uchar4* colors, float relief,
                                       const unsigned long long* nearest,
                                       cudaSurfaceObject_t picture) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= camera.width || y >= camera.height) return;
    const unsigned long long key = nearest[static_cast<unsigned long long>(y) * camera.width + x];
    if (key == kNothing) return;
    const unsigned int i = static_cast<unsigned int>(key);
    float light = light_on(ball_at(places, i, camera), x, y);
    if (relief > 0) light *= relief_at(nearest, camera, x, y, relief);
    surf2Dwrite(lit(color_at(values, i, scale, colors), light), picture,
                x * static_cast<int>(sizeof(uchar4)), y);
}

/// Finds the nearest point whose ball, or a circle of `reach_px` around it, covers a position in
/// the image. If `flat`, compares the distances of centers in the image, otherwise depths. Writes
/// the bits of that distance and the index to *found, whose bits must all be set before the launch.
extern "C" __global__ void pick_point(Values places, unsigned long long count, PointCamera camera,
                                      float x_px, float y_px, float reach_px, int flat,
                                      unsigned long long* found) {
    const unsigned long long i =
        blockIdx.x * static_cast<unsigned long long>(blockDim.x) + threadIdx.x;
    if (i >= count) return;
    const Ball ball = ball_at(places, i, camera);
    if (!is_seen(ball)) return;
    const float reach = flat ? reach_px : fmaxf(ball.radius_px, reach_px);
    const float distance = hypotf(ball.x_px - x_px, ball.y_px - y_px);
    if (distance <= reach) atomicMin(found, depth_key(flat ? distance : ball.depth) | i);
}
