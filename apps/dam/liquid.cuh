// SPDX-License-Identifier: MIT
// Rendering of water particles as balls. The balls determine the depth of the surface, which is
// then smoothed, and the thickness of the water. The water reflects and absorbs light.
#pragma once

#include <glint/eye.cuh>
#include <glint/hash.cuh>
#include <glint/liquid.cuh>

namespace dam {

using glint::Eye, glint::liquid::kFar;

constexpr float kThinnest = 2e-5f;  // m: unit of the integer thickness

/// Draws a ball into the pixels that it covers. Each pixel keeps the minimum depth, the sum of the
/// thickness, and the sum of thickness times `airy` (0 to 1). Integer sums do not depend on order.
__device__ inline void put_ball(const Eye& eye, float3 place, float airy, float spacing,
                                unsigned* depth, unsigned* thickness, unsigned* foam) {
    const float3 c = eye.seen(place);
    if (!(c.z > 2 * spacing)) return;
    const float ball = glint::liquid::kBallRadius * (1 - 0.35f * airy) * spacing;
    const float r = fminf(fmaxf(ball * eye.focal / c.z, 0.71f), 40.0f);
    const int x0 = max(static_cast<int>(ceilf(c.x - r)), 0);
    const int x1 = min(static_cast<int>(floorf(c.x + r)), eye.width - 1);
    const int y0 = max(static_cast<int>(ceilf(c.y - r)), 0);
    const int y1 = min(static_cast<int>(floorf(c.y + r)), eye.height - 1);
    for (int y = y0; y <= y1; ++y)
        for (int x = x0; x <= x1; ++x) {
            const float a = (x - c.x) / r, b = (y - c.y) / r, in = 1 - a * a - b * b;
            if (in <= 0) continue;
            const float high = ball * sqrtf(in);
            atomicMin(&depth[y * eye.width + x], __float_as_uint(c.z - high));
            const float through = 2 * high / (glint::liquid::kBallVolume * kThinnest);
            atomicAdd(&thickness[y * eye.width + x], static_cast<unsigned>(through));
            if (airy > 0)
                atomicAdd(&foam[y * eye.width + x], static_cast<unsigned>(airy * through));
        }
}

/// Distances at which a ray enters and leaves a box from 0 to `size`. The ray misses if x >= y.
__device__ inline float2 span_of(float3 from, float3 way, float3 size) {
    const auto axis = [](float at, float speed, float length) {
        const float safe = fabsf(speed) > 1e-9f ? speed : 1e-9f;
        const float a = -at / safe, b = (length - at) / safe;
        return make_float2(fminf(a, b), fmaxf(a, b));
    };
    const float2 x = axis(from.x, way.x, size.x), y = axis(from.y, way.y, size.y),
                 z = axis(from.z, way.z, size.z);
    return make_float2(fmaxf(fmaxf(x.x, y.x), fmaxf(z.x, 0.0f)), fminf(fminf(x.y, y.y), z.y));
}

/// The solid cells in the tank.
struct Solid {
    const unsigned char* cells;
    int3 count;
    float spacing;

    __device__ float3 size() const { return spacing * make_float3(count.x, count.y, count.z); }
};

struct Hit {
    float distance;  ///< kFar if the ray hits nothing
    float3 normal;
};

/// Finds the first solid cell on a ray by walking from cell to cell.
__device__ inline Hit meet(const Solid& solid, float3 from, float3 way) {
    const float2 span = span_of(from, way, solid.size());
    Hit none{kFar, make_float3(0, 1, 0)};
    if (span.x >= span.y) return none;
    const float h = solid.spacing;
    float t = span.x + 1e-4f * h;
    float3 normal = make_float3(0, 1, 0);
    for (int i = 0; i < 3 * (solid.count.x + solid.count.y + solid.count.z) && t < span.y; ++i) {
        const float3 at = (from + t * way) / h;
        const int x = min(max(static_cast<int>(floorf(at.x)), 0), solid.count.x - 1);
        const int y = min(max(static_cast<int>(floorf(at.y)), 0), solid.count.y - 1);
        const int z = min(max(static_cast<int>(floorf(at.z)), 0), solid.count.z - 1);
        if (solid.cells[(z * solid.count.y + y) * solid.count.x + x]) return {t, normal};
        const auto left = [](float place, int cell, float speed) {
            if (fabsf(speed) < 1e-9f) return kFar;
            return ((speed > 0 ? cell + 1 : cell) - place) / speed;
        };
        const float a = left(at.x, x, way.x), b = left(at.y, y, way.y), c = left(at.z, z, way.z);
        const float least = fminf(a, fminf(b, c));
        normal = least == a   ? make_float3(way.x > 0 ? -1.0f : 1.0f, 0, 0)
                 : least == b ? make_float3(0, way.y > 0 ? -1.0f : 1.0f, 0)
                              : make_float3(0, 0, way.z > 0 ? -1.0f : 1.0f);
        t += h * fmaxf(least, 0.0f) + 1e-3f * h;
    }
    return none;
}

__device__ inline float3 to_sun() { return make_float3(-0.46f, 0.64f, -0.615f); }

__device__ inline float3 sky(float3 way) {
    const float up = glint::clamp(way.y, 0.0f, 1.0f);
    const float sun = fmaxf(glint::dot(way, to_sun()), 0.0f), s2 = sun * sun,
                s8 = s2 * s2 * s2 * s2;
    const float glow = s8 * s8 * s8 * s8;
    return glint::lerp(make_float3(0.80f, 0.86f, 0.92f), make_float3(0.22f, 0.42f, 0.72f),
                       sqrtf(up)) +
           1.2f * glow * glow * glow * glow * make_float3(6, 5.5f, 4.8f);
}

/// The scene that is visible through the water: the tiled floor, the solid bodies, and the sky.
__device__ inline float3 behind(const Solid& solid, float3 from, float3 way) {
    const Hit hit = meet(solid, from, way);
    const float down = way.y < -1e-4f ? -from.y / way.y : kFar;
    if (hit.distance < kFar && hit.distance < down) {
        const float light = fmaxf(glint::dot(hit.normal, to_sun()), 0.0f);
        return (0.5f + 0.7f * light + 0.15f * hit.normal.x) * make_float3(0.80f, 0.33f, 0.10f);
    }
    if (down >= kFar) return sky(way);
    const float3 at = from + down * way, size = solid.size();
    const bool is_in = at.x > 0 && at.z > 0 && at.x < size.x && at.z < size.z;
    const Hit shade = meet(solid, make_float3(at.x, 0.01f * solid.spacing, at.z), to_sun());
    const float tile = 0.1f * fmaxf(size.x, size.z) / 3;
    const int odd =
        (static_cast<int>(floorf(at.x / tile)) + static_cast<int>(floorf(at.z / tile))) & 1;
    const float3 stone = is_in ? (odd ? 0.62f : 0.54f) * make_float3(1, 0.98f, 0.94f)
                               : make_float3(0.17f, 0.19f, 0.22f);
    const float light = shade.distance < kFar ? 0.45f : 1.0f;
    const float far = glint::clamp(1 + 2.2f * way.y, 0.0f, 1.0f);
    return glint::lerp(light * stone, sky(make_float3(way.x, 0, way.z)), is_in ? 0.0f : far * far);
}

/// How strongly a pixel shows the tank's edges, where its ray enters (is_entry) or leaves the tank.
__device__ inline float edge(const Solid& solid, float3 from, float3 way, bool is_entry) {
    const float3 size = solid.size();
    const float2 span = span_of(from, way, size);
    if (span.x >= span.y) return 0;
    const float3 at = from + (is_entry ? span.x : span.y) * way;
    const float wide = 0.0022f * fmaxf(size.x, fmaxf(size.y, size.z));
    const auto is_near = [wide](float place, float length) {
        return static_cast<int>(fminf(place, length - place) < wide);
    };
    const int near = is_near(at.x, size.x) + is_near(at.y, size.y) + is_near(at.z, size.z);
    return near > 1 ? 0.55f : 0.0f;
}

/// Color of a pixel with water. `thickness` and `foam` are lengths along the ray, in meters.
__device__ inline float3 water_color(const Solid& solid, const Eye& eye, int x, int y,
                                     const float* depth, float thickness, float foam, float spacing,
                                     float clear) {
    const float3 way = eye.ray(x, y), to = glint::normalize(way);
    const float3 at = eye.at + depth[y * eye.width + x] * way;
    const float3 normal = glint::liquid::normal_at(depth, x, y, eye);
    const float cosine = glint::clamp(-glint::dot(normal, to), 0.0f, 1.0f);
    const float mirror = glint::liquid::mirrored(cosine);
    const float3 reflected = sky(glint::normalize(to + 2 * cosine * normal));
    const float eta = 0.75f, k = 1 - eta * eta * (1 - cosine * cosine);
    const float3 inward = glint::normalize(eta * to + (eta * cosine - sqrtf(k)) * normal);
    const float3 through =
        make_float3(expf(-4.6f * thickness / clear), expf(-1.3f * thickness / clear),
                    expf(-0.75f * thickness / clear));
    const float3 own = make_float3(0.008f, 0.085f, 0.17f);
    const float3 body =
        behind(solid, at, inward) * through + own * (make_float3(1, 1, 1) - through);
    const float3 water = mirror * reflected + (1 - mirror) * body;
    const float white = 0.92f * (1 - expf(-0.9f * foam / spacing));
    const float lit = 0.62f + 0.34f * fmaxf(glint::dot(normal, to_sun()), 0.0f) + 0.16f * normal.y;
    return glint::lerp(water, lit * make_float3(0.93f, 0.97f, 1.0f), white);
}

/// Tone-maps light as in K. Narkowicz, "ACES Filmic Tone Mapping Curve", 2016, with dithering.
__device__ inline uchar4 shown(float3 light, int2 c) {
    const float noise = glint::unit_float(glint::hash(make_uint3(c.x, c.y, 5)).x);
    const auto byte = [noise](float l) {
        const float x = 0.75f * l;
        const float film = x * (2.51f * x + 0.03f) / (x * (2.43f * x + 0.59f) + 0.14f);
        return static_cast<unsigned char>(255 * powf(glint::clamp(film, 0.0f, 1.0f), 1 / 2.2f) +
                                          0.999f * noise * (film < 1));
    };
    return make_uchar4(byte(light.x), byte(light.y), byte(light.z), 255);
}

}  // namespace dam
