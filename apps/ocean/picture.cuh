// SPDX-License-Identifier: MIT
// Rendering of the ocean: camera rays hit the displaced surface, which reflects the sky and the
// sun. Waves smaller than a pixel act as roughness, given by the variance of the slopes.
#pragma once

#include <glint/simplex.cuh>
#include <glint/vector.cuh>

#include "sky.cuh"
#include "water.cuh"

namespace ocean {

struct Camera {
    float3 ahead, right, up, eye;
    float pixel;  ///< size of a pixel at a distance of 1 m, in m

    /// Angles are in radians. `view` is the vertical field of view.
    __device__ Camera(float heading, float tilt, float view, float height, int rows) {
        float s, c, rise, level;
        sincosf(heading, &s, &c);
        sincosf(tilt, &rise, &level);
        ahead = make_float3(c * level, rise, s * level);
        right = make_float3(-s, 0, c);
        up = make_float3(-c * rise, level, -s * rise);
        eye = make_float3(0, height, 0);
        pixel = 2 * tanf(0.5f * view) / rows;
    }
    /// Direction of the ray through a point, x pixels to the right of and y above the center.
    __device__ float3 through(float x, float y) const {
        return glint::normalize(ahead + pixel * (x * right + y * up));
    }
};

/// Schlick's approximation of the Fresnel reflectance of water.
__device__ inline float reflectance(float cosine) {
    const float c = 1 - cosine, c2 = c * c;
    return 0.02f + 0.98f * c2 * c2 * c;
}

/// Reflectance of a rough surface, after Bruneton, Neyret and Holzschuch, "Real-time Realistic
/// Ocean Lighting", 2010. `rough` is the standard deviation of the slopes.
__device__ inline float rough_reflectance(float cosine, float rough) {
    const float power = 5 * expf(-2.69f * rough) / (1 + 22.7f * rough * sqrtf(rough));
    return 0.02f + 0.98f * powf(1 - cosine, power);
}

/// Sunlight that small facets reflect to the camera, after Ross, Dion and Potvin 2005. The slopes
/// of the facets are normally distributed about `slope`, with variance `variance`.
__device__ inline float3 glitter(float3 to_eye, float cosine, float2 slope, float variance,
                                 const Sky& sky) {
    const float3 half = glint::normalize(to_eye + sky.sun);
    const float2 off = make_float2(-half.x, -half.z) / half.y - slope;
    const float facets = expf(-0.5f * glint::dot(off, off) / variance) / (2 * kSkyPi * variance);
    const float h2 = half.y * half.y;
    const float shown = fmaxf(cosine, 0.4f * sqrtf(variance));  // grazing: facets hide each other
    return reflectance(glint::dot(to_eye, half)) * facets / (4 * h2 * h2 * shown) * sky.sunlight;
}

/// Fraction of the surface that torn foam, with holes, covers. The mean of the result is `foam`.
__device__ inline float torn(float foam, float2 at, float footprint) {
    const float broad = 1 - glint::smoothstep(0.1f, 0.8f, footprint);
    const float fine = 1 - glint::smoothstep(0.03f, 0.25f, footprint);
    const float3 place = make_float3(at.x, 0, at.y);
    float texture = 0;
    if (broad > 0) texture += 0.6f * broad * glint::fractal_noise(0.4f * place, 3, 0.7f, 5).value;
    if (fine > 0) texture += 0.4f * fine * glint::fractal_noise(3.1f * place, 3, 0.7f, 9).value;
    const float holes = glint::smoothstep(0.15f, 1.1f, 1.3f * foam * (1 + 1.4f * texture));
    return glint::lerp(0.7f * foam, 0.85f * holes, broad);
}

/// Light that a point of the water sends to the camera.
__device__ inline float3 lit(const Hit& hit, const Patch& patch, float3 way, const Water& water,
                             const Sky& sky, float footprint) {
    float3 normal = glint::normalize(make_float3(-patch.slope.x, 1, -patch.slope.y));
    const float3 to_eye = -way;
    // Facets that face away are invisible, and other facets hide those that are almost edge-on.
    constexpr float kFacing = 0.07f;
    const float facing = glint::dot(normal, to_eye);
    if (facing < kFacing) normal = glint::normalize(normal + (kFacing - facing) * to_eye);
    const float cosine = fmaxf(facing, kFacing), rough = sqrtf(patch.variance);
    float3 mirrored = way - 2 * glint::dot(way, normal) * normal;
    mirrored.y = sqrtf(mirrored.y * mirrored.y + patch.variance);
    mirrored = glint::normalize(mirrored);
    const float reflected = rough_reflectance(cosine, rough);
    // Sunlight shines through thin crests in front of the sun.
    const float toward = fmaxf(glint::dot(way, sky.sun), 0.0f), away = glint::dot(normal, sky.sun);
    const float crest = glint::clamp(0.3f + 0.35f * hit.place.y / water.deviation, 0.0f, 1.5f);
    const float inside = crest * toward * toward * (0.6f - 0.5f * away);
    const float3 body = sky.deep + inside * sky.through;
    float3 light = reflected * sky.light(mirrored) + (1 - reflected) * body +
                   glitter(to_eye, cosine, patch.slope, patch.variance, sky);
    if (patch.foam > 0.004f) {
        const float cover = torn(patch.foam, hit.rest, footprint);
        const float lambert = fmaxf(0.35f + 0.65f * away, 0.0f);  // bubbles transmit light
        light = glint::lerp(light, 0.25f * (lambert * sky.sunlight + sky.around), cover);
    }
    return light;
}

/// Light that reaches the camera along the ray `way`.
__device__ inline float3 seen(const Camera& camera, float3 way, const Water& water,
                              const Sky& sky) {
    const Hit hit = meet(camera.eye, way, camera.pixel, water);
    if (hit.distance < 0) return sky.with_sun(way);
    const Patch patch = patch_at(hit, way, camera.pixel, water);
    const float3 light = lit(hit, patch, way, water, sky, hit.distance * camera.pixel);
    const float3 level = glint::normalize(make_float3(way.x, 0.01f, way.z));
    const float clear = expf(-hit.distance * sky.haze / 16000);
    return glint::lerp(sky.light(level), light, clear);
}

/// Tone mapping with a soft limit for bright light, after K. Narkowicz, "ACES Filmic Tone Mapping
/// Curve", 2016.
__device__ inline float film(float x) {
    return glint::clamp(x * (2.51f * x + 0.03f) / (x * (2.43f * x + 0.59f) + 0.14f), 0.0f, 1.0f);
}

/// Converts light to an 8-bit pixel. Dithering prevents banding.
__device__ inline uchar4 shown(float3 light, int2 c) {
    const float noise = glint::unit_float(glint::hash(make_uint3(c.x, c.y, 3)).x);
    const auto byte = [noise](float x) {
        return static_cast<unsigned char>(255 * powf(film(0.27f * x), 1 / 2.2f) + noise);
    };
    return make_uchar4(byte(light.x), byte(light.y), byte(light.z), 255);
}

}  // namespace ocean
