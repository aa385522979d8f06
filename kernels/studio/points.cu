// Points as balls with depth, and which point is at a pixel.
#include <studio/places.cuh>

using namespace glint::studio;

namespace {

constexpr float kLargest_px = 64.0f;

struct Ball {
    float x_px, y_px, depth, radius_px;
};

__device__ Ball ball_at(const Values& places, unsigned long long i, const PointCamera& camera) {
    const Clip clip = clip_at(places, i, camera);
    const float per_depth = 1 / clip.w;
    Ball ball;
    ball.depth = clip.w;
    ball.x_px = (0.5f + 0.5f * clip.x * per_depth) * camera.width;
    ball.y_px = (0.5f - 0.5f * clip.y * per_depth) * camera.height;
    ball.radius_px =
        fminf(fmaxf(camera.radius * camera.focal_px * per_depth, camera.smallest_px), kLargest_px);
    return ball;
}

/// Not behind the camera, and nowhere near infinity.
__device__ bool is_seen(const Ball& ball) {
    return ball.depth > 0 && is_finite(ball.depth) && is_finite(ball.x_px) && is_finite(ball.y_px);
}

__device__ bool is_outside(const Ball& ball, const PointCamera& camera) {
    return ball.x_px + ball.radius_px < 0 || ball.y_px + ball.radius_px < 0 ||
           ball.x_px - ball.radius_px >= camera.width ||
           ball.y_px - ball.radius_px >= camera.height;
}

/// The upper half of a pixel's key.
__device__ unsigned long long depth_key(float depth) {
    return static_cast<unsigned long long>(__float_as_uint(depth)) << 32;
}

__device__ unsigned int rgba_of(uchar4 c) { return c.x | c.y << 8 | c.z << 16 | 255u << 24; }

__device__ bool is_nearer(const unsigned long long* nearest, unsigned long long pixel,
                          unsigned long long key) {
    return key < *const_cast<const volatile unsigned long long*>(&nearest[pixel]);
}

/// The nearest wins. A plain read spares most of the atomic operations.
__device__ void put(unsigned long long* nearest, unsigned long long pixel, unsigned long long key) {
    if (is_nearer(nearest, pixel, key)) atomicMin(&nearest[pixel], key);
}

__device__ uchar4 lit(uchar4 colour, float light) {
    return make_uchar4(byte_of(colour.x * light), byte_of(colour.y * light),
                       byte_of(colour.z * light), 255);
}

__device__ uchar4 colour_at(const Values& values, unsigned long long i, const ColourScale& scale,
                            const uchar4* colours) {
    return values.first ? shown_colour(values, i, scale, colours) : make_uchar4(210, 220, 235, 255);
}

__device__ void draw_ball(const Ball& ball, uchar4 colour, const PointCamera& camera,
                          unsigned long long* nearest) {
    const float ball_size = ball.radius_px * ball.depth / camera.focal_px;
    const int top = max(static_cast<int>(ceilf(ball.y_px - ball.radius_px - 0.5f)), 0);
    const int bottom =
        min(static_cast<int>(floorf(ball.y_px + ball.radius_px - 0.5f)), camera.height - 1);
    for (int y = top; y <= bottom; ++y) {
        const float dy = (y + 0.5f - ball.y_px) / ball.radius_px;
        const float half = ball.radius_px * sqrtf(fmaxf(1 - dy * dy, 0.0f));
        const int left = max(static_cast<int>(ceilf(ball.x_px - half - 0.5f)), 0);
        const int right = min(static_cast<int>(floorf(ball.x_px + half - 0.5f)), camera.width - 1);
        for (int x = left; x <= right; ++x) {
            const float dx = (x + 0.5f - ball.x_px) / ball.radius_px;
            const float towards = sqrtf(fmaxf(1 - dx * dx - dy * dy, 0.0f));
            const unsigned long long pixel = static_cast<unsigned long long>(y) * camera.width + x;
            const unsigned long long depth = depth_key(ball.depth - towards * ball_size);
            if (!is_nearer(nearest, pixel, depth)) continue;
            // The light comes from above, to the left of the eye.
            const float light =
                0.35f + 0.65f * fmaxf(0.8f * towards - 0.42f * dy - 0.42f * dx, 0.0f);
            put(nearest, pixel, depth | rgba_of(lit(colour, light)));
        }
    }
}

}  // namespace

/// A thread for each point; `nearest` has a key of depth and colour for each pixel, all bits set at
/// the start.
extern "C" __global__ void draw_points(Values places, unsigned long long count, PointCamera camera,
                                       Values values, ColourScale scale, const uchar4* colours,
                                       unsigned long long* nearest) {
    const unsigned long long i =
        blockIdx.x * static_cast<unsigned long long>(blockDim.x) + threadIdx.x;
    if (i >= count) return;
    const Ball ball = ball_at(places, i, camera);
    if (!is_seen(ball) || is_outside(ball, camera)) return;
    if (ball.radius_px >= 1.0f)
        return draw_ball(ball, colour_at(values, i, scale, colours), camera, nearest);
    const int x = static_cast<int>(floorf(ball.x_px)), y = static_cast<int>(floorf(ball.y_px));
    if (x < 0 || y < 0 || x >= camera.width || y >= camera.height) return;
    // Most points of a crowd are behind others, and their values need not be read.
    const unsigned long long pixel = static_cast<unsigned long long>(y) * camera.width + x;
    const unsigned long long depth = depth_key(ball.depth);
    if (is_nearer(nearest, pixel, depth))
        put(nearest, pixel, depth | rgba_of(colour_at(values, i, scale, colours)));
}

/// Of the points whose balls, or a circle of `reach_px` round them, cover a place of the picture,
/// the nearest: by its centre on the picture if they are `flat`, else by its depth. The bits of
/// that distance and its index are in *found, whose bits are all set at the start.
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
