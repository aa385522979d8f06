// SPDX-License-Identifier: MIT
// Rendering of flocks: many small spots of light on a dusk sky, hidden by obstacles. The light is
// summed as integers, so the order of the spots does not matter.
#pragma once

#include <glint/colour.cuh>
#include <glint/eye.cuh>
#include <glint/hash.cuh>
#include <glint/vector.cuh>

#include "neighbours.cuh"

namespace flock {

using glint::Eye;

constexpr float kFar = 1e6f;     // m: depth of pixels without a solid
constexpr float kOne = 1024.0f;  // integer that represents a light of 1

/// Camera that looks at the center of the box. If the box is flat, the view is perpendicular to it.
template <class View>
__device__ Eye eye_of(const View& view, const Box& box, int columns, int rows) {
    const float reach = view.away * fmaxf(box.size.x, fmaxf(box.size.y, box.size.z));
    const float turn = box.is_flat ? 0.0f : view.turn, tilt = box.is_flat ? 0.0f : view.tilt;
    return {0.5f * box.size, reach, turn, tilt, view.angle, columns, rows};
}

/// Sums of light in each pixel.
struct Light {
    unsigned* red;
    unsigned* green;
    unsigned* blue;
    const float* nearest;  ///< m: depth of obstacles
};

/// Rounds up or down at random, so that the expected value is x, for `random` in [0, 1).
__device__ inline unsigned rounded(float x, float random) {
    return static_cast<unsigned>(x + random);
}

/// Adds a spot with the given radius in meters, and the given color at its center. A spot that is
/// smaller than a pixel is drawn as a pixel of less light.
__device__ inline void add_spot(const Eye& eye, const Light& light, float3 place, float radius,
                                float3 colour, float random) {
    const float3 c = eye.seen(place);
    if (!(c.z > 0.02f * eye.distance)) return;
    const float size = radius * eye.focal / c.z;
    const float r = fminf(fmaxf(size, 1.0f), 24.0f), share = fminf(size / r, 1.0f);
    const float3 bright = kOne * share * share * colour;
    const int x0 = max(static_cast<int>(ceilf(c.x - r)), 0);
    const int x1 = min(static_cast<int>(floorf(c.x + r)), eye.width - 1);
    const int y0 = max(static_cast<int>(ceilf(c.y - r)), 0);
    const int y1 = min(static_cast<int>(floorf(c.y + r)), eye.height - 1);
    for (int y = y0; y <= y1; ++y)
        for (int x = x0; x <= x1; ++x) {
            const float a = (x - c.x) / r, b = (y - c.y) / r, in = 1 - a * a - b * b;
            const int i = y * eye.width + x;
            if (in <= 0 || c.z > light.nearest[i]) continue;
            const float weight = in * in;
            atomicAdd(&light.red[i], rounded(weight * bright.x, random));
            atomicAdd(&light.green[i], rounded(weight * bright.y, random));
            atomicAdd(&light.blue[i], rounded(weight * bright.z, random));
        }
}

/// Typical light per pixel: the light if all boids spread over a third of the box's front, but at
/// least half of the light at a spot's center. Does not depend on the image size or camera.
__device__ inline float typical_light(const Box& box, int count, float radius) {
    constexpr float kSpot = 1.0471976f;  // integral of a unit-height spot: pi / 3
    return fmaxf(3 * kSpot * count * radius * radius / (box.size.x * box.size.y), 0.5f);
}

/// Tone-maps light relative to the typical light, and keeps the hue. The scale is logarithmic,
/// because some parts of a flock are a hundred times denser than others.
__device__ inline float3 exposed(float3 light) {
    constexpr float kToe = 8.0f, kWhite = 24.0f;
    const float most = fmaxf(light.x, fmaxf(light.y, light.z));
    if (!(most > 0)) return light;
    return fminf(log1pf(kToe * most) / log1pf(kToe * kWhite), 1.0f) / most * light;
}

/// Distance to a solid along a ray, with `way` of length 1; kFar if the ray misses. Sphere tracing:
/// each step is as long as the distance to the nearest solid.
__device__ inline float march(const Solid& solid, const Box& box, float3 from, float3 way) {
    float enter = 0, leave = kFar;
    const auto cut = [&](float at, float speed, float size) {
        const float safe = fabsf(speed) > 1e-9f ? speed : 1e-9f;
        enter = fmaxf(enter, fminf(-at / safe, (size - at) / safe));
        leave = fminf(leave, fmaxf(-at / safe, (size - at) / safe));
    };
    cut(from.x, way.x, box.size.x), cut(from.y, way.y, box.size.y), cut(from.z, way.z, box.size.z);
    for (int i = 0; i < 256 && enter < leave; ++i) {
        const float near = solid.at(from + enter * way).w;
        if (near < 0.02f) return enter;
        enter += fmaxf(near, 0.05f);
    }
    return kFar;
}

/// Color of the sky in a direction.
__device__ inline float3 sky(float3 way) {
    const float high = glint::clamp(0.5f + 0.9f * way.y, 0.0f, 1.0f);
    const float3 low = make_float3(0.055f, 0.030f, 0.034f),
                 mid = make_float3(0.020f, 0.020f, 0.040f),
                 top = make_float3(0.003f, 0.006f, 0.016f);
    return high < 0.5f ? low + 2 * high * (mid - low) : mid + (2 * high - 1) * (top - mid);
}

/// Color of a boid by its heading: amber, rose, blue and green around the circle. Fear adds white.
__device__ inline float3 color_of(float3 velocity, float fear, bool is_flat) {
    const float turn = atan2f(is_flat ? velocity.y : velocity.z, velocity.x);
    const float3 calm = make_float3(0.52f + 0.48f * cosf(turn), 0.42f + 0.20f * cosf(turn - 1.3f),
                                    0.52f + 0.48f * cosf(turn - 3.0f));
    return calm + fear * (make_float3(1.0f, 0.93f, 0.85f) - calm);
}

}  // namespace flock
