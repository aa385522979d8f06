// SPDX-License-Identifier: MIT
// A clear sky with a sun, in closed form: light is scattered once, and the air attenuates the light
// before and after the scattering.
#pragma once

#include <glint/simplex.cuh>
#include <glint/vector.cuh>

namespace ocean {

constexpr float kSkyPi = 3.14159265f;

__device__ inline float3 exp3(float3 x) { return make_float3(expf(x.x), expf(x.y), expf(x.z)); }

/// Direction with the given elevation (`height`) and azimuth (`direction`), in radians.
__device__ inline float3 direction_of(float height, float direction) {
    float rise, level, s, c;
    sincosf(height, &rise, &level);
    sincosf(direction, &s, &c);
    return make_float3(level * c, rise, level * s);
}

struct Sky {
    float3 sun;        ///< direction toward the sun
    float3 sunlight;   ///< irradiance of a surface that faces the sun
    float3 around;     ///< irradiance of a horizontal surface by the sky
    float3 deep;       ///< light that clear water scatters upward
    float3 through;    ///< light through a crest that is in front of the sun
    float3 air, dust;  ///< optical depth of the atmosphere at the zenith
    float3 gone;       ///< negative optical depth along the path of the sunlight
    float haze;        ///< 1: the clearest air; higher: more dust
    float clouds;      ///< amount of clouds, 0 to 1

    /// Angles are in radians.
    __device__ Sky(float height, float direction, float dim, float cover)
        : sun(direction_of(height, direction)),
          air(make_float3(0.046f, 0.108f, 0.265f)),
          dust(dim * make_float3(0.012f, 0.013f, 0.014f)),
          haze(dim),
          clouds(cover) {
        const float3 ozone = make_float3(0.02f, 0.04f, 0.004f);
        gone = -mass(sun.y) * (air + dust + ozone);
        sunlight = 20 * exp3(gone);
        around =
            3.2f * (0.25f + 0.75f * sun.y) * make_float3(0.55f, 0.75f, 1.0f) + 0.06f * sunlight;
        const float3 down = sun.y * sunlight + around;
        deep = down * make_float3(0.0013f, 0.0085f, 0.0125f);
        through = sunlight * make_float3(0.003f, 0.024f, 0.021f);
    }

    /// Air mass along a direction, relative to the zenith, after Rozenberg 1966.
    static __device__ float mass(float up) {
        const float y = fmaxf(up, 0.0f);
        return 1 / (y + 0.025f * expf(-11 * y));
    }

    /// The Henyey-Greenstein phase function of scattering.
    static __device__ float ahead(float cosine, float asymmetry) {
        const float wide = 1 + asymmetry * asymmetry - 2 * asymmetry * cosine;
        return 0.0796f * (1 - asymmetry * asymmetry) / (wide * sqrtf(wide));
    }

    /// Light of the sky in a direction, without clouds and without the sun's disk.
    __device__ float3 light(float3 way) const {
        const float cosine = glint::dot(way, sun), y = fmaxf(way.y, 0.0f);
        const float3 all = air + dust;
        const float3 scattered =
            (0.0597f * (1 + cosine * cosine) * air + ahead(cosine, 0.72f) * dust) / all;
        const float3 met = 1.0f - exp3(-mass(y) * all);
        // Sunlight that scatters higher up has passed through less air.
        const float3 lit = exp3((0.1f + 0.5f * expf(-5 * y)) * gone);
        return (20 * scattered + 0.12f) * lit * met;
    }

    /// Light of the sky in a direction, with a layer of torn clouds.
    __device__ float3 with_clouds(float3 way) const {
        const float3 clear = light(way);
        if (clouds <= 0 || way.y < 0.01f) return clear;
        const float far = 1.3f / (way.y + 0.06f);
        const float3 at = make_float3(0.7f * way.x * far, 1.5f, way.z * far);
        const float wide = glint::simplex_noise(0.35f * at, 11).value;
        const float fine = glint::fractal_noise(at, 6, 0.55f, 17).value;
        const float thick =
            glint::smoothstep(0.0f, 1.1f, 0.5f * wide + 0.62f * fine + 1.5f * clouds - 0.75f);
        const float cosine = glint::dot(way, sun);
        const float3 lit = exp3(0.75f * gone);
        const float edge = (1 - thick) * ahead(cosine, 0.8f);
        const float3 bright = (0.9f + 6.0f * edge) * lit + 0.2f * around - 0.35f * thick * lit;
        const float seen = thick * (1 - expf(-14 * way.y));
        return glint::lerp(clear, bright, 0.85f * seen);
    }

    __device__ float3 with_sun(float3 way) const {
        const float edge = glint::smoothstep(0.99997f, 0.99999f, glint::dot(way, sun));
        return with_clouds(way) + 60 * edge * sunlight;
    }
};

}  // namespace ocean
