// SPDX-License-Identifier: MIT
// The three patches as one surface: its intersection with a ray, and its slope averaged over a
// pixel.
#pragma once

#include <glint/vector.cuh>

namespace ocean {

/// The patches are stored one after the other. Each patch is square and periodic.
struct Water {
    const float4* moved;   ///< displacement in x, y, z: across, up, along
    const float4* slope;   ///< x and y: slope; z: squared slope; w: foam
    const float4* coarse;  ///< means of `slope` over 2 x 2, 4 x 4 ... cells
    int size;
    float3 lengths;
    float deviation;  ///< standard deviation of the surface's height
    float tail;       ///< variance of the slope of waves that are too short for the patches

    __device__ float length(int patch) const {
        return patch == 0 ? lengths.x : patch == 1 ? lengths.y : lengths.z;
    }
};

/// Interpolates bilinearly in a periodic square.
__device__ inline float4 between(const float4* f, int size, float x, float y) {
    const float i = floorf(x), j = floorf(y), s = x - i, t = y - j;
    const int left = static_cast<int>(i) & (size - 1), right = (left + 1) & (size - 1);
    const int up = (static_cast<int>(j) & (size - 1)) * size,
              down = (up + size) & (size * size - 1);
    return glint::lerp(glint::lerp(f[up + left], f[up + right], s),
                       glint::lerp(f[down + left], f[down + right], s), t);
}

/// Displacement of the water at the rest position `rest`. Each patch has a weight.
__device__ inline float3 moved_by(const Water& water, float2 rest, float3 weights) {
    float3 sum = make_float3(0, 0, 0);
#pragma unroll
    for (int i = 0; i < 3; ++i) {
        const float weight = i == 0 ? weights.x : i == 1 ? weights.y : weights.z;
        if (weight <= 0) continue;
        const float scale = water.size / water.length(i);
        const float4 m = between(water.moved + i * water.size * water.size, water.size,
                                 scale * rest.x, scale * rest.y);
        sum += weight * make_float3(m.x, m.y, m.z);
    }
    return sum;
}

/// Weights of the patches, for a pixel size in m. Patches with waves lower than a pixel get 0.
__device__ inline float3 weights_at(const Water& water, float pixel) {
    const auto weight = [pixel](float height) {
        return 1 - glint::smoothstep(0.5f, 1.5f, 0.5f * pixel / height);
    };
    return make_float3(weight(water.deviation), weight(0.0012f * water.lengths.y),
                       weight(0.0012f * water.lengths.z));
}

struct Hit {
    float distance;  ///< negative if the ray hits the sky
    float3 place;
    float2 rest;  ///< rest position of the water at `place`
};

/// A point on a ray. `gap` is its height above the surface.
struct Probe {
    float2 offset;  ///< horizontal displacement of the water below the point
    float gap;

    /// Moves the probe to `place`, by one fixed-point iteration from the previous offset.
    __device__ void to(const Water& water, float3 place, float pixel) {
        const float2 at = make_float2(place.x, place.z) - offset;
        const float3 by = moved_by(water, at, weights_at(water, pixel));
        offset = make_float2(by.x, by.z);
        gap = place.y - by.y;
    }
};

/// Intersects a ray with the surface: first by steps too short to miss a wave, then by secants.
__device__ inline Hit meet(float3 eye, float3 way, float pixel, const Water& water) {
    constexpr int kSteps = 80;
    constexpr float kSteepest = 0.32f, kFarthest = 4e4f;
    const float top = 4 * water.deviation;
    Probe probe{};
    probe.to(water, make_float3(eye.x, top, eye.z), 0);
    eye.y = fmaxf(eye.y, top - probe.gap + 0.5f);  // at least 0.5 m above the water
    const float fall = fmaxf(-way.y, 1e-6f);
    float t = way.y < 0 ? fmaxf((eye.y - top) / fall, 0.0f) : 0;
    const float end = way.y < 0 ? fminf((eye.y + top) / fall, kFarthest) : 40 * top;
    if (t >= end || (way.y >= 0 && eye.y > top)) return {-1.0f, eye, make_float2(0, 0)};
    float before = t, gap_before = 0;
    probe = Probe{};
    for (int i = 0; i < kSteps; ++i) {
        probe.to(water, eye + t * way, t * pixel);
        if (probe.gap <= 0 || t >= end) break;
        before = t, gap_before = probe.gap;
        const float near = weights_at(water, t * pixel).x;
        t = fminf(t + fmaxf(probe.gap / (kSteepest * near + fall), 4 * t * pixel + 0.01f), end);
    }
    if (probe.gap > 0 && way.y >= 0) return {-1.0f, eye, make_float2(0, 0)};
    float behind = t, gap_after = probe.gap;
    for (int i = 0; i < 4; ++i) {
        if (gap_before > 0 && gap_after < 0)
            t = before + (behind - before) * gap_before / (gap_before - gap_after);
        probe.to(water, eye + t * way, t * pixel);
        (probe.gap > 0 ? before : behind) = t;
        (probe.gap > 0 ? gap_before : gap_after) = probe.gap;
    }
    const float3 place = eye + t * way;
    return {t, place, make_float2(place.x, place.z) - probe.offset};
}

/// Slope values of a patch at a mipmap level. Level 0 is `slope`; others are means in `coarse`.
__device__ inline float4 level_at(const Water& water, int patch, int level, float2 at) {
    const int n = water.size, side = n >> level;
    const float part = 1.0f / (1 << level);
    const float x = (at.x + 0.5f) * part - 0.5f, y = (at.y + 0.5f) * part - 0.5f;
    if (level == 0) return between(water.slope + patch * n * n, n, x, y);
    const int start = patch * ((n * n - 1) / 3) + (n * n - 4 * side * side) / 3;
    return between(water.coarse + start, side, x, y);
}

/// The mean of the surface over a pixel.
struct Patch {
    float2 slope;
    float variance;  ///< variance of the slope along one axis
    float foam;
};

/// Averages over the area of a pixel, which is long at grazing angles. Uses 4 points at two levels.
__device__ inline Patch patch_at(const Hit& hit, float3 way, float pixel, const Water& water) {
    constexpr int kPlaces = 4;
    const float wide = hit.distance * pixel;
    const float along = wide / fmaxf(-way.y, 0.04f);
    const float2 ahead = glint::normalize(make_float2(way.x, way.z), make_float2(1, 0));
    const float detail = fmaxf(wide, along / kPlaces);
    Patch patch{make_float2(0, 0), 0.5f * water.tail, 0};
    int most = 0;
    while ((water.size >> most) > 1) ++most;
    for (int i = 0; i < 3; ++i) {
        const float scale = water.size / water.length(i);
        const float level = glint::clamp(log2f(detail * scale), 0.0f, static_cast<float>(most));
        const int lower = static_cast<int>(level), upper = min(lower + 1, most);
        const float part = level - lower;
        float4 mean = make_float4(0, 0, 0, 0);
        for (int j = 0; j < kPlaces; ++j) {
            const float off = along * ((j + 0.5f) / kPlaces - 0.5f);
            const float weight = 2.0f / kPlaces * (j % 2 == 0 ? 1 - part : part);
            if (weight <= 0) continue;
            mean += weight * level_at(water, i, j % 2 == 0 ? lower : upper,
                                      scale * (hit.rest + off * ahead));
        }
        patch.slope += make_float2(mean.x, mean.y);
        patch.variance += 0.5f * fmaxf(mean.z - mean.x * mean.x - mean.y * mean.y, 0.0f);
        patch.foam += i < 2 ? mean.w : 0.3f * mean.w;  // waves of the last patch have thin foam
    }
    patch.foam = fminf(patch.foam, 1.0f);
    patch.variance = fmaxf(patch.variance, 1e-4f);
    return patch;
}

}  // namespace ocean
