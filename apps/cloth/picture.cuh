// SPDX-License-Identifier: MIT
// Rendering of cloth. The triangles, the ball and the floor are drawn into a buffer of depth keys,
// which keeps the nearest surface of each pixel. The sun lights the scene through a shadow map.
#pragma once

#include <glint/colour.cuh>
#include <glint/eye.cuh>
#include <glint/hash.cuh>
#include <glint/vector.cuh>

#include "scenes.cuh"

namespace cloth {

using glint::Eye;

constexpr float kFar = 1e6f;  // m: depth of pixels without a surface
constexpr float kDegree = 0.017453293f;
constexpr unsigned kSky = 0xffffffffu, kFloor = 0xfffffffeu, kBall = 0xfffffffdu;

/// Parallel sunlight, with a square shadow map.
struct Sun {
    float3 to, right, up;
    float reach;  ///< m: half the width of the map
    int pixels;

    __device__ Sun(float size, int across) : reach(1.3f * size), pixels(across) {
        to = glint::normalize(make_float3(-0.42f, 0.78f, 0.46f), make_float3(0, 1, 0));
        right = glint::normalize(glint::cross(make_float3(0, 1, 0), to), make_float3(1, 0, 0));
        up = glint::cross(to, right);
    }
    /// Returns a point's pixel in the map (x, y) and its positive distance from the sun in m (z).
    __device__ float3 seen(float3 place) const {
        const float scale = 0.5f * pixels / reach;
        const float3 d = place - make_float3(0, 0.4f * reach, 0);
        return make_float3(0.5f * pixels + scale * glint::dot(d, right) - 0.5f,
                           0.5f * pixels - scale * glint::dot(d, up) - 0.5f,
                           100 * reach - glint::dot(d, to));
    }
};

/// The bodies of the scene other than the cloth.
struct Bodies {
    float3 ball_at;
    float ball, turned;
    bool floor;

    /// Distance to the ball along a ray, in units of the length of `way`; kFar if it misses.
    __device__ float ball_along(float3 from, float3 way) const {
        const float3 d = from - ball_at;
        const float a = glint::dot(way, way), b = glint::dot(d, way),
                    c = glint::dot(d, d) - ball * ball, root = b * b - a * c;
        if (ball <= 0 || root <= 0) return kFar;
        const float t = (-b - sqrtf(root)) / a;
        return t > 0 ? t : kFar;
    }
};

template <class Params>
__device__ Bodies bodies_of(const Params& params, float time) {
    return {params.ball_at, params.ball, params.spin * kDegree * time, params.floor};
}

__device__ inline unsigned long long key_of(float ahead, unsigned what) {
    return static_cast<unsigned long long>(__float_as_uint(ahead)) << 32 | what;
}

/// Depth key of a pixel's background: the ball, the floor or the sky.
__device__ inline unsigned long long behind(const Eye& eye, float3 way, const Bodies& bodies) {
    const float ball = bodies.ball_along(eye.at, way);
    const float floor = bodies.floor && way.y < 0 ? -eye.at.y / way.y : kFar;
    if (ball < floor) return key_of(ball, kBall);
    return floor < kFar ? key_of(floor, kFloor) : key_of(kFar, kSky);
}

/// Vertices of one of the two triangles of the quad that starts at vertex i. The direction of the
/// diagonals alternates from quad to quad, so that the sheet prefers no direction.
struct Corners {
    int a, b, c;
};
__device__ inline Corners corners_of(int i, unsigned half, int columns) {
    const bool is_other = ((i % columns + i / columns) & 1) != 0;
    const int right = i + 1, below = i + columns, across = below + 1;
    if (is_other) return half == 0 ? Corners{i, right, across} : Corners{i, across, below};
    return half == 0 ? Corners{i, right, below} : Corners{right, across, below};
}

/// Calls visit(x, y, u, v) for each pixel whose center lies in the triangle; u and v are the
/// barycentric weights of the second and third corners.
template <class Visit>
__device__ void for_each_pixel(float3 a, float3 b, float3 c, int width, int height,
                               const Visit& visit) {
    const float area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    if (!(fabsf(area) > 1e-12f)) return;
    const int x0 = max(static_cast<int>(ceilf(fminf(a.x, fminf(b.x, c.x)))), 0);
    const int x1 = min(static_cast<int>(floorf(fmaxf(a.x, fmaxf(b.x, c.x)))), width - 1);
    const int y0 = max(static_cast<int>(ceilf(fminf(a.y, fminf(b.y, c.y)))), 0);
    const int y1 = min(static_cast<int>(floorf(fmaxf(a.y, fmaxf(b.y, c.y)))), height - 1);
    const float scale = 1 / area;
    for (int y = y0; y <= y1; ++y)
        for (int x = x0; x <= x1; ++x) {
            const float u = scale * ((x - a.x) * (c.y - a.y) - (c.x - a.x) * (y - a.y));
            const float v = scale * ((b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y));
            if (u >= 0 && v >= 0 && u + v <= 1) visit(x, y, u, v);
        }
}

/// Rasterizes a triangle in view space. Skips the triangle if a vertex is nearer than `kNearest`.
__device__ inline void put_triangle(float3 a, float3 b, float3 c, int width, int height,
                                    unsigned what, unsigned long long* nearest) {
    constexpr float kNearest = 0.01f;  // m
    if (!(a.z > kNearest && b.z > kNearest && c.z > kNearest)) return;
    for_each_pixel(a, b, c, width, height, [&](int x, int y, float u, float v) {
        const float ahead = 1 / ((1 - u - v) / a.z + u / b.z + v / c.z);
        const unsigned long long key = key_of(ahead, what);
        unsigned long long* const there = nearest + static_cast<size_t>(y) * width + x;
        if (key < *there) atomicMin(there, key);
    });
}

/// Rasterizes a triangle into the shadow map.
__device__ inline void put_shadow(float3 a, float3 b, float3 c, int pixels, unsigned* lit) {
    for_each_pixel(a, b, c, pixels, pixels, [&](int x, int y, float u, float v) {
        const unsigned depth = __float_as_uint((1 - u - v) * a.z + u * b.z + v * c.z);
        unsigned* const there = lit + static_cast<size_t>(y) * pixels + x;
        if (depth < *there) atomicMin(there, depth);
    });
}

/// The sheet's geometry and its woven pattern.
struct Weave {
    const float4* position;
    int columns, rows, pattern;

    /// Color at a position in the sheet. x and y are in vertex spacings.
    __device__ float3 color_at(float x, float y, bool is_front) const {
        const float3 red = make_float3(0.52f, 0.035f, 0.045f),
                     cream = make_float3(0.80f, 0.70f, 0.54f),
                     blue = make_float3(0.035f, 0.09f, 0.23f);
        const float side = fmaxf(fmaxf(columns, rows) - 1, 1.0f) / fmaxf(pattern, 1.0f);
        const int across = static_cast<int>(x / side), down = static_cast<int>(y / side);
        const float3 ground = is_front ? red : blue;
        return pattern > 0 && ((across + down) & 1) != 0 ? cream : ground;
    }
};

struct Sight {
    Eye eye;
    Bodies bodies;
    Sun sun;
    Weave weave;
    const unsigned long long* nearest;
    const unsigned* lit;

    /// Fraction of the sunlight that reaches a point.
    __device__ float light_on(float3 place, float3 normal) const {
        const float texel = 2 * sun.reach / sun.pixels;
        const float3 off = place + 1.5f * texel * normal;
        if (bodies.ball_along(place + 0.002f * sun.reach * normal, sun.to) < kFar) return 0;
        const float3 seen = sun.seen(off);
        float sum = 0;
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
                const int x = static_cast<int>(floorf(seen.x + 0.5f)) + dx;
                const int y = static_cast<int>(floorf(seen.y + 0.5f)) + dy;
                const bool is_there = x >= 0 && y >= 0 && x < sun.pixels && y < sun.pixels;
                const float first =
                    is_there ? __uint_as_float(lit[static_cast<size_t>(y) * sun.pixels + x]) : kFar;
                sum += first < seen.z - texel ? 0.0f : 1.0f;
            }
        return sum / 9;
    }
    /// Fraction of the sky that is visible from a point. Only the ball hides part of the sky.
    __device__ float sky_on(float3 place, float3 normal) const {
        const float3 to = bodies.ball_at - place;
        const float square = fmaxf(glint::dot(to, to), 1e-6f);
        const float facing = fmaxf(glint::dot(to, normal) * rsqrtf(square), 0.0f);
        return 1 - 0.8f * facing * fminf(bodies.ball * bodies.ball / square, 1.0f);
    }
    /// Light that a matte surface reflects at a point.
    __device__ float3 lit_by_all(float3 color, float3 place, float3 normal) const {
        const float facing = fmaxf(glint::dot(normal, sun.to), 0.0f);
        const float sun_share = facing > 0 ? facing * light_on(place, normal) : 0.0f;
        const float3 above = make_float3(0.30f, 0.35f, 0.43f),
                     below = make_float3(0.20f, 0.17f, 0.15f);
        const float3 sky =
            sky_on(place, normal) * (below + (0.5f + 0.5f * normal.y) * (above - below));
        return color * (sky + sun_share * make_float3(1.35f, 1.24f, 1.05f));
    }
};

__device__ inline float3 backdrop(float3 way) {
    const float high = glint::clamp(3 * way.y, 0.0f, 1.0f);
    const float3 low = make_float3(0.50f, 0.53f, 0.57f), top = make_float3(0.20f, 0.27f, 0.38f);
    return low + high * (top - low);
}

__device__ inline float3 light_of_ball(const Sight& sight, float3 place) {
    const float3 out = (place - sight.bodies.ball_at) / sight.bodies.ball;
    const float around = atan2f(out.z, out.x) + sight.bodies.turned;
    const float stripe = sinf(6 * around) > 0 ? 1.0f : 0.75f;
    const float3 gray = stripe * make_float3(0.50f, 0.48f, 0.45f);
    return sight.lit_by_all(gray, place, out);
}

__device__ inline float3 light_of_floor(const Sight& sight, float3 place, float3 way) {
    const float3 light =
        sight.lit_by_all(make_float3(0.40f, 0.39f, 0.37f), place, make_float3(0, 1, 0));
    const float far = glint::length(make_float3(place.x, 0, place.z)) / (5 * sight.sun.reach);
    const float share = 1 - expf(-far * far);
    return light + share * (backdrop(way) - light);
}

__device__ inline float3 light_of_cloth(const Sight& sight, unsigned what, float3 place,
                                        float3 way) {
    const Weave& weave = sight.weave;
    const int columns = weave.columns, rows = weave.rows;
    const Corners corners = corners_of(static_cast<int>(what / 2), what % 2, columns);
    const float3 a = glint::xyz(weave.position[corners.a]),
                 b = glint::xyz(weave.position[corners.b]),
                 c = glint::xyz(weave.position[corners.c]);
    const float3 face = glint::cross(b - a, c - a);
    const float square = fmaxf(glint::dot(face, face), 1e-30f);
    const float u =
        glint::clamp(glint::dot(glint::cross(place - a, c - a), face) / square, 0.0f, 1.0f);
    const float v =
        glint::clamp(glint::dot(glint::cross(b - a, place - a), face) / square, 0.0f, 1.0f);
    const float w = 1 - u - v;
    const auto normal_of = [&](int i) {
        return normal_at(weave.position, i % columns, i / columns, columns, rows);
    };
    const float3 smooth =
        w * normal_of(corners.a) + u * normal_of(corners.b) + v * normal_of(corners.c);
    float3 normal = glint::normalize(smooth, glint::normalize(face, make_float3(0, 1, 0)));
    const bool is_front = glint::dot(face, way) > 0;
    if (glint::dot(normal, way) > 0) normal = -normal;
    const float x =
        w * (corners.a % columns) + u * (corners.b % columns) + v * (corners.c % columns);
    const float y =
        w * (corners.a / columns) + u * (corners.b / columns) + v * (corners.c / columns);
    const float3 color = weave.color_at(x, y, is_front);
    const float3 light = sight.lit_by_all(color, place, normal);
    const float edge = 1 - fabsf(glint::dot(normal, way)) * rsqrtf(glint::dot(way, way));
    const float through = fmaxf(-glint::dot(normal, sight.sun.to), 0.0f);
    return light + (0.10f * edge * edge * edge + 0.12f * through) * (color + 0.1f);
}

/// Color of the light that reaches a pixel of the picture.
__device__ inline float3 light_at(const Sight& sight, int x, int y) {
    const unsigned long long key = sight.nearest[static_cast<size_t>(y) * sight.eye.width + x];
    const unsigned what = static_cast<unsigned>(key & 0xffffffffu);
    const float ahead = __uint_as_float(static_cast<unsigned>(key >> 32));
    const float3 way = sight.eye.ray(x, y);
    const float3 place = sight.eye.at + ahead * way;
    if (what == kSky) return backdrop(glint::normalize(way, sight.eye.ahead));
    if (what == kFloor) return light_of_floor(sight, place, glint::normalize(way, sight.eye.ahead));
    if (what == kBall) return light_of_ball(sight, place);
    return light_of_cloth(sight, what, place, way);
}

/// Tone-maps light to 8 bits. Dithering by less than one gray level prevents banding.
__device__ inline uchar4 shown(float3 light, int2 c) {
    const float3 bright = glint::linear_to_srgb(1.0f - glint::exp(-1.25f * light));
    const float dither = glint::uniform3(c.x, c.y, 3).x;
    return make_uchar4(static_cast<unsigned char>(254.99f * bright.x + dither),
                       static_cast<unsigned char>(254.99f * bright.y + dither),
                       static_cast<unsigned char>(254.99f * bright.z + dither), 255);
}

}  // namespace cloth
