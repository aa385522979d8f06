// Points as balls with depth. PLACE is the type of the numbers that a place has, PLACE_COMPONENTS
// how many it has; SCALAR and COMPONENTS are of the values that give the colours.
#include <studio/values.cuh>

#ifndef PLACE
#define PLACE float
#define PLACE_COMPONENTS 3
#endif

using namespace glint::studio;

/// How places become pixels.
struct Camera {
    float to_clip[16];  ///< column by column; clip w is the depth
    float focal_px;     ///< what has this size at depth 1 is so many pixels high
    float radius;       ///< of a ball, in the unit of places
    float smallest_px;  ///< radius that no ball falls below
    int width, height;  ///< of the picture
};

namespace {

constexpr float kLargest_px = 64.0f;

struct Ball {
    float x_px, y_px, depth, radius_px;
};

__device__ Ball ball_at(const Values& places, unsigned long long i, const Camera& camera) {
    const auto* place = reinterpret_cast<const PLACE*>(places.first + i * places.stride_bytes);
    const float x = static_cast<float>(place[0]), y = static_cast<float>(place[1]);
    const float z =
        PLACE_COMPONENTS > 2 ? static_cast<float>(place[PLACE_COMPONENTS > 2 ? 2 : 0]) : 0.0f;
    const float* m = camera.to_clip;
    const float w = m[3] * x + m[7] * y + m[11] * z + m[15];
    const float clip_x = m[0] * x + m[4] * y + m[8] * z + m[12];
    const float clip_y = m[1] * x + m[5] * y + m[9] * z + m[13];
    Ball ball;
    ball.depth = w;
    ball.x_px = (0.5f + 0.5f * clip_x / w) * camera.width;
    ball.y_px = (0.5f - 0.5f * clip_y / w) * camera.height;
    ball.radius_px =
        fminf(fmaxf(camera.radius * camera.focal_px / w, camera.smallest_px), kLargest_px);
    return ball;
}

__device__ unsigned long long key_of(float depth, uchar4 colour) {
    const unsigned int rgba = colour.x | colour.y << 8 | colour.z << 16 | 255u << 24;
    return static_cast<unsigned long long>(__float_as_uint(depth)) << 32 | rgba;
}

/// The nearest wins. A plain read spares most of the atomic operations.
__device__ void put(unsigned long long* nearest, unsigned long long pixel, unsigned long long key) {
    if (key < *const_cast<volatile unsigned long long*>(&nearest[pixel]))
        atomicMin(&nearest[pixel], key);
}

__device__ uchar4 lit(uchar4 colour, float light) {
    return make_uchar4(byte_of(colour.x * light), byte_of(colour.y * light),
                       byte_of(colour.z * light), 255);
}

__device__ void draw_ball(const Ball& ball, uchar4 colour, const Camera& camera,
                          unsigned long long* nearest) {
    const int left = max(static_cast<int>(floorf(ball.x_px - ball.radius_px)), 0);
    const int right = min(static_cast<int>(ceilf(ball.x_px + ball.radius_px)), camera.width - 1);
    const int top = max(static_cast<int>(floorf(ball.y_px - ball.radius_px)), 0);
    const int bottom = min(static_cast<int>(ceilf(ball.y_px + ball.radius_px)), camera.height - 1);
    const float ball_size = ball.radius_px * ball.depth / camera.focal_px;
    for (int y = top; y <= bottom; ++y) {
        for (int x = left; x <= right; ++x) {
            const float dx = (x + 0.5f - ball.x_px) / ball.radius_px;
            const float dy = (y + 0.5f - ball.y_px) / ball.radius_px;
            const float square = dx * dx + dy * dy;
            if (square > 1) continue;
            const float towards = sqrtf(1 - square);
            // The light comes from above, to the left of the eye.
            const float light =
                0.35f + 0.65f * fmaxf(0.8f * towards - 0.42f * dy - 0.42f * dx, 0.0f);
            put(nearest, static_cast<unsigned long long>(y) * camera.width + x,
                key_of(ball.depth - towards * ball_size, lit(colour, light)));
        }
    }
}

}  // namespace

/// A thread for each point; `nearest` has a key of depth and colour for each pixel, all bits set at
/// the start.
extern "C" __global__ void draw_points(Values places, unsigned long long count, Camera camera,
                                       Values values, ColourScale scale, const uchar4* colours,
                                       unsigned long long* nearest) {
    const unsigned long long i =
        blockIdx.x * static_cast<unsigned long long>(blockDim.x) + threadIdx.x;
    if (i >= count) return;
    const Ball ball = ball_at(places, i, camera);
    if (!(ball.depth > 0) || !is_finite(ball.x_px) || !is_finite(ball.y_px)) return;
    if (ball.x_px + ball.radius_px < 0 || ball.y_px + ball.radius_px < 0 ||
        ball.x_px - ball.radius_px >= camera.width || ball.y_px - ball.radius_px >= camera.height)
        return;
    const uchar4 colour =
        values.first ? shown_colour(values, i, scale, colours) : make_uchar4(210, 220, 235, 255);
    if (ball.radius_px >= 1.0f) return draw_ball(ball, colour, camera, nearest);
    const int x = static_cast<int>(floorf(ball.x_px)), y = static_cast<int>(floorf(ball.y_px));
    if (x >= 0 && y >= 0 && x < camera.width && y < camera.height)
        put(nearest, static_cast<unsigned long long>(y) * camera.width + x,
            key_of(ball.depth, colour));
}

/// Of the points whose balls, or a circle of `reach_px` round them, cover a place of the picture,
/// the nearest: its depth's bits and its index in *found, whose bits are all set at the start.
extern "C" __global__ void pick_point(Values places, unsigned long long count, Camera camera,
                                      float x_px, float y_px, float reach_px,
                                      unsigned long long* found) {
    const unsigned long long i =
        blockIdx.x * static_cast<unsigned long long>(blockDim.x) + threadIdx.x;
    if (i >= count) return;
    const Ball ball = ball_at(places, i, camera);
    if (!(ball.depth > 0)) return;
    const float reach = fmaxf(ball.radius_px, reach_px);
    if (hypotf(ball.x_px - x_px, ball.y_px - y_px) > reach) return;
    atomicMin(found, static_cast<unsigned long long>(__float_as_uint(ball.depth)) << 32 | i);
}
