// SPDX-License-Identifier: MIT
// Draws points as the surface of a liquid. Balls give the depth and thickness of the liquid at each
// pixel, the depth is smoothed, and light is reflected at the surface and attenuated inside.
#include <glint/liquid.cuh>
#include <studio/balls.cuh>
#include <studio/dither.cuh>

using namespace glint::studio;
namespace liquid = glint::liquid;

namespace {

/// The resolution of the thickness: units per ball radius.
constexpr float kParts = 512.0f;

struct LiquidEye : LiquidView<float3> {
    __device__ float3 ray(float x, float y) const {
        return ahead + ((2 * x + 1) / width - 1) * right + (1 - (2 * y + 1) / height) * up;
    }
};

/// Returns the unit vector toward the light.
__device__ float3 to_sun() { return make_float3(-0.48f, 0.72f, 0.5f); }

/// Returns the light of sky and sun that comes from a direction. The surface reflects this light.
__device__ float3 sky(float3 way) {
    const float sun = fmaxf(glint::dot(way, to_sun()), 0.0f), high = 0.5f + 0.5f * way.y;
    const float glint_of_sun = powf(sun, 180.0f);
    return glint::lerp(make_float3(0.10f, 0.12f, 0.15f), make_float3(0.95f, 1.15f, 1.4f),
                       high * high) +
           glint_of_sun * make_float3(14, 13, 11);
}

__device__ float3 linear(uchar4 color) {
    const auto one = [](unsigned char c) { return powf(c * (1.0f / 255), 2.2f); };
    return make_float3(one(color.x), one(color.y), one(color.z));
}

/// Filmic tone mapping: K. Narkowicz, "ACES Filmic Tone Mapping Curve", 2016.
__device__ unsigned char filmed(float light, float noise) {
    const float film = light * (2.51f * light + 0.03f) / (light * (2.43f * light + 0.59f) + 0.14f);
    return byte_of(255 * powf(fminf(fmaxf(film, 0.0f), 1.0f), 1 / 2.2f) + noise);
}

/// Returns the light that leaves the liquid. The thickness is in units of the length at which the
/// liquid's own color appears. `behind` is the color that is seen through the liquid.
__device__ float3 body(float3 own, float3 behind, float thickness, float3 normal) {
    const float lit = 0.5f + 0.9f * fmaxf(glint::dot(normal, to_sun()), 0.0f);
    const float most = fmaxf(fmaxf(own.x, own.y), fmaxf(own.z, 1e-3f));
    // The weakest components of the liquid's color are absorbed first.
    const auto left = [&](float part) { return expf(-thickness * (1.6f - 1.2f * part / most)); };
    const float3 through = make_float3(left(own.x), left(own.y), left(own.z));
    return behind * through + lit * own * (make_float3(1, 1, 1) - through);
}

}  // namespace

/// Writes the key of the nearest ball at each pixel, and adds up the balls' thickness in integers,
/// whose sum does not depend on the order. All bits of `nearest` must be set before the launch.
extern "C" __global__ void add_balls(Values places, unsigned long long count, PointCamera camera,
                                     unsigned long long* nearest, unsigned* thickness) {
    const unsigned long long i =
        blockIdx.x * static_cast<unsigned long long>(blockDim.x) + threadIdx.x;
    if (i >= count) return;
    const Ball ball = ball_at(places, i, camera);
    if (!is_seen(ball) || is_outside(ball, camera)) return;
    const float ball_size = size_of(ball, camera);
    // Enlarging a ball to make it visible does not add liquid.
    const float shrunk = fminf(camera.radius / ball_size, 1.0f), area = shrunk * shrunk;
    for_pixels(ball, camera, [&](unsigned long long pixel, float towards) {
        atomicMin(&nearest[pixel],
                  depth_key(ball.depth - towards * ball_size) | static_cast<unsigned>(i));
        atomicAdd(&thickness[pixel],
                  static_cast<unsigned>(2 * towards * area * kParts / liquid::kBallVolume));
    });
}

/// Writes the depth of the nearest balls, and their color with the thickness in ball radii.
extern "C" __global__ void take_surface(int pixels, const unsigned long long* nearest,
                                        const unsigned* thickness, Values values, ColorScale scale,
                                        const uchar4* colors, float* depth, float4* look) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels) return;
    const unsigned long long key = nearest[i];
    depth[i] = key == kNothing ? liquid::kFar : depth_in(key);
    float3 own = make_float3(0.012f, 0.2f, 0.38f);
    if (key != kNothing && values.first)
        own = linear(shown_color(values, static_cast<unsigned>(key), scale, colors));
    look[i] = make_float4(own.x, own.y, own.z, thickness[i] / kParts);
}

/// Smooths depths, colors and thickness along rows or columns.
extern "C" __global__ void smooth_surface(LiquidEye eye, float spacing, int along_x,
                                          const float* depth, const float4* look,
                                          float* depth_after, float4* look_after) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= eye.width || y >= eye.height) return;
    const int i = y * eye.width + x;
    float4 sum = make_float4(0, 0, 0, 0);
    float all = 0;
    depth_after[i] = liquid::smoothed(depth, x, y, along_x != 0, eye, spacing, 10 * spacing,
                                      [&](int pixel, float weight) {
                                          sum += weight * look[pixel];
                                          all += weight;
                                      });
    look_after[i] = all > 0 ? sum / all : look[i];
}

/// Draws the surface over the image.
/// `clear` is how far one can see in the liquid, in ball radii.
extern "C" __global__ void show_liquid(LiquidEye eye, float clear, const float* depth,
                                       const float4* look, cudaSurfaceObject_t picture) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= eye.width || y >= eye.height) return;
    const int i = y * eye.width + x;
    if (depth[i] >= liquid::kFar) return;
    const int byte = x * static_cast<int>(sizeof(uchar4));
    const float3 behind = linear(surf2Dread<uchar4>(picture, byte, y));
    const float3 to = glint::normalize(eye.ray(x, y));
    const float3 normal = liquid::normal_at(depth, x, y, eye);
    const float cosine = fminf(fmaxf(-glint::dot(normal, to), 0.0f), 1.0f);
    const float mirror = liquid::mirrored(cosine);
    const float3 inside = body(glint::xyz(look[i]), behind, look[i].w / clear, normal);
    const float3 light = mirror * sky(to + 2 * cosine * normal) + (1 - mirror) * inside;
    const float noise = dither(x, y);
    surf2Dwrite(
        make_uchar4(filmed(light.x, noise), filmed(light.y, noise), filmed(light.z, noise), 255),
        picture, byte, y);
}
