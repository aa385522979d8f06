// A clear sky with a sun, in closed form: light that is scattered once, dimmed by the air before
// and behind it.
#pragma once

#include <glint/vector.cuh>

namespace ocean {

constexpr float kSkyPi = 3.14159265f;

__device__ inline float3 exp3(float3 x) { return make_float3(expf(x.x), expf(x.y), expf(x.z)); }

struct Sky {
    float3 sun;        ///< where it is
    float3 sunlight;   ///< what a square metre towards it gets
    float3 around;     ///< what a level square metre gets of the sky
    float3 deep;       ///< what comes up from clear water
    float3 through;    ///< what comes through a crest before the sun
    float3 air, dust;  ///< optical depths straight up
    float3 low;        ///< the sunlight's colour where the air is lit
    float haze;

    /// Angles in radians; `haze` is 1 in the clearest air.
    __device__ Sky(float height, float direction, float thickness)
        : sun(make_float3(cosf(height) * cosf(direction), sinf(height),
                          cosf(height) * sinf(direction))),
          air(make_float3(0.046f, 0.108f, 0.265f)),
          dust(thickness * make_float3(0.012f, 0.013f, 0.014f)),
          haze(thickness) {
        const float3 gone = -mass(sun.y) * (air + dust);
        sunlight = 20 * exp3(gone);
        low = exp3(0.55f * gone);
        around = 3.0f * (0.35f + 0.65f * sun.y) * make_float3(0.55f, 0.75f, 1.0f);
        const float3 down = sun.y * sunlight + around;
        deep = down * make_float3(0.0012f, 0.0085f, 0.0135f);
        through = sunlight * make_float3(0.003f, 0.024f, 0.021f);
    }

    /// How much air there is in a direction, straight up being 1; Rozenberg 1966.
    static __device__ float mass(float up) {
        const float y = fmaxf(up, 0.0f);
        return 1 / (y + 0.025f * expf(-11 * y));
    }

    /// Without the sun itself.
    __device__ float3 light(float3 way) const {
        const float cosine = glint::dot(way, sun);
        const float by_air = 0.0597f * (1 + cosine * cosine);
        constexpr float kAhead = 0.72f;  // Henyey and Greenstein's asymmetry
        const float wide = 1 + kAhead * kAhead - 2 * kAhead * cosine;
        const float by_dust = 0.0796f * (1 - kAhead * kAhead) / (wide * sqrtf(wide));
        const float3 all = air + dust;
        const float3 scattered = (by_air * air + by_dust * dust) / all;
        const float3 met = 1.0f - exp3(-mass(way.y) * all);
        // What is scattered again and again is grey-blue.
        return 20 * low * scattered * met + 0.12f * low * met;
    }

    __device__ float3 with_sun(float3 way) const {
        const float edge = glint::smoothstep(0.99997f, 0.99999f, glint::dot(way, sun));
        return light(way) + 60 * edge * sunlight;
    }
};

}  // namespace ocean
