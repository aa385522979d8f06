// SPDX-License-Identifier: MIT
// Screen-space rendering of liquids made of particles. The depths of the particles' balls are
// smoothed within a narrow range of depths, and form a surface. An Eye is a type like glint::Eye:
// it has `width`, `height` and `focal` in pixels, `ahead`, and `ray(x, y)`.
#pragma once

#include <glint/liquid_sizes.cuh>
#include <glint/vector.cuh>

namespace glint {
namespace liquid {

/// Depth of pixels without liquid: greater than any visible depth.
constexpr float kFar = 1e30f;

/// The weighted mean of the depths near a pixel, along a row or a column. Ignores depths more than
/// `range` in front of the pixel. Replaces depths more than `range` behind the pixel by the pixel's
/// depth plus `spacing`, the particle distance (Truong and Yuksel, "A Narrow-Range Filter for
/// Screen-Space Fluid Rendering", 2018). A larger range gives smoother surfaces at grazing angles.
/// Isolated drops keep their depths. Calls `add(pixel, weight)` for each pixel that is near in
/// depth.
template <class Eye, class Add>
__device__ float smoothed(const float* depth, int x, int y, bool along_x, const Eye& eye,
                          float spacing, float range, Add add) {
    const float here = depth[y * eye.width + x];
    if (here >= kFar) return here;
    const float pixels = 2.2f * spacing * eye.focal / here;
    const int reach = ::min(static_cast<int>(ceilf(2 * pixels)), 24);
    const float beyond = spacing;
    float sum = 0, all = 0, near = 0;
    for (int i = -reach; i <= reach; ++i) {
        const int u = x + (along_x ? i : 0), v = y + (along_x ? 0 : i);
        if (u < 0 || v < 0 || u >= eye.width || v >= eye.height) continue;
        const float there = depth[v * eye.width + u];
        if (there < here - range) continue;
        const float w = expf(-0.5f * i * i / (pixels * pixels));
        const bool is_behind = there > here + range;
        sum += w * (is_behind ? here + beyond : there), all += w;
        near += is_behind ? 0.0f : w;
        if (!is_behind) add(v * eye.width + u, w);
    }
    return near < 0.3f * all ? here : sum / all;
}
template <class Eye>
__device__ float smoothed(const float* depth, int x, int y, bool along_x, const Eye& eye,
                          float spacing, float range) {
    return smoothed(depth, x, y, along_x, eye, spacing, range, [](int, float) {});
}

/// Returns the difference of surface positions between a pixel and one of its neighbors along x or
/// y, namely the neighbor whose depth is closer to the pixel's depth.
template <class Eye>
__device__ float3 slope_at(const float* depth, int x, int y, int u, int v, const Eye& eye) {
    const auto depth_of = [&](int i, int j) {
        const bool is_in = i >= 0 && j >= 0 && i < eye.width && j < eye.height;
        return is_in ? depth[j * eye.width + i] : kFar;
    };
    const float here = depth_of(x, y), before = depth_of(x - u, y - v),
                after = depth_of(x + u, y + v);
    const float3 place = here * eye.ray(x, y);
    if (before >= kFar && after >= kFar) return here * eye.ray(x + u, y + v) - place;
    return fabsf(before - here) < fabsf(after - here) ? place - before * eye.ray(x - u, y - v)
                                                      : after * eye.ray(x + u, y + v) - place;
}

/// Returns the unit normal of the surface, which points toward the eye.
template <class Eye>
__device__ float3 normal_at(const float* depth, int x, int y, const Eye& eye) {
    const float3 normal = cross(slope_at(depth, x, y, 0, 1, eye), slope_at(depth, x, y, 1, 0, eye));
    const float3 unit = normalize(normal, -eye.ahead);
    return dot(unit, eye.ray(x, y)) > 0 ? -unit : unit;
}

/// Returns the fraction of light that water reflects (Schlick, "An Inexpensive BRDF Model for
/// Physically-based Rendering", 1994).
__device__ inline float mirrored(float cosine) {
    const float c = 1 - cosine, square = c * c;
    return 0.02f + 0.98f * square * square * c;
}

}  // namespace liquid
}  // namespace glint
