// SPDX-License-Identifier: MIT
// Wave spectra: wind waves by JONSWAP and TMA, with Donelan's directional spreading, and a swell.
// docs/simulations/ocean.md has the formulas and their sources.
#pragma once

#include <glint/random.cuh>

namespace ocean {

constexpr float kGravity = 9.81f;
constexpr float kPi = 3.14159265f;
/// Minimum number of wavelengths per patch. The previous patch has the longer waves.
constexpr float kFewestWaves = 6.0f;
/// Wave number, in 1/m, at which the spectrum ends. Beyond, surface tension dominates.
constexpr float kShortest = 370.0f;

struct WindSea {
    float phillips;   ///< Phillips constant alpha, which scales the tail of the spectrum
    float frequency;  ///< peak frequency, in rad/s
};

/// JONSWAP parameters for a wind speed in m/s and a fetch in km: Hasselmann et al. 1973.
__device__ inline WindSea wind_sea(float wind, float fetch) {
    const float metres = 1000 * fetch;
    return {0.076f * powf(wind * wind / (metres * kGravity), 0.22f),
            22 * cbrtf(kGravity * kGravity / (wind * metres))};
}

/// Variance of the height in deep water, by a fit to the integral of the spectrum: Goda 2010.
__device__ inline float variance_of(WindSea sea, float peak) {
    const float scale = kGravity / (sea.frequency * sea.frequency);
    return 0.2f * sea.phillips * scale * scale / (1 - 0.287f * logf(peak));
}

/// Angular frequency w of the wave number k, in rad/s, at depth h: w^2 = g k tanh(k h).
__device__ inline float frequency_of(float k, float depth) {
    return sqrtf(kGravity * k * tanhf(k * depth));
}

/// Group speed dw / dk, in m/s.
__device__ inline float group_speed(float k, float depth) {
    const float t = tanhf(k * depth);
    return kGravity * (t + k * depth * (1 - t * t)) / (2 * frequency_of(k, depth));
}

/// Density of wind waves in m^2 s: JONSWAP, times Kitaigorodskii's factor for shallow water (TMA).
__device__ inline float wind_density(float w, WindSea sea, float peak, float depth) {
    const float ratio = sea.frequency / w, width = w < sea.frequency ? 0.07f : 0.09f;
    const float off = (w / sea.frequency - 1) / width;
    const float r4 = ratio * ratio * ratio * ratio;
    const float shape = expf(-1.25f * r4) * powf(peak, expf(-0.5f * off * off));
    const float s = w * sqrtf(depth / kGravity);
    const float shallow = s < 1 ? 0.5f * s * s : s < 2 ? 1 - 0.5f * (2 - s) * (2 - s) : 1;
    return sea.phillips * kGravity * kGravity / powf(w, 5.0f) * shape * shallow;
}

/// Narrowness of the directional spreading: Donelan, Hamilton and Hui 1985, and Banner 1990.
__device__ inline float narrowness(float ratio) {
    if (ratio < 0.95f) return 2.61f * powf(fmaxf(ratio, 0.56f), 1.3f);
    if (ratio < 1.6f) return 2.28f * powf(ratio, -1.3f);
    return powf(10.0f, -0.4f + 0.8393f * expf(-0.567f * logf(ratio * ratio)));
}

/// Density per radian at `angle` from the main direction. Its integral over all angles is 1.
__device__ inline float spreading(float angle, float narrow) {
    angle -= 2 * kPi * floorf(angle / (2 * kPi) + 0.5f);
    const float c = coshf(narrow * angle);
    return narrow / (2 * tanhf(narrow * kPi) * c * c);
}

/// Density of the swell in m^2 s. Its integral over w, the variance, is height^2 / 16.
__device__ inline float swell_density(float w, float height, float period) {
    const float middle = 2 * kPi / period, width = 0.06f * middle;
    const float off = (w - middle) / width;
    return height * height / 16 * expf(-0.5f * off * off) / (width * sqrtf(2 * kPi));
}

/// Minimum wave number of a patch, in 1/m. For `patch` 3: maximum wave number of the last patch.
__device__ inline float band_edge(int patch, float3 lengths, int size) {
    const auto length = [&](int i) { return i == 0 ? lengths.x : i == 1 ? lengths.y : lengths.z; };
    if (patch == 0) return 0;
    const float most = kPi * size / length(patch - 1);
    return patch < 3 ? fminf(kFewestWaves * 2 * kPi / length(patch), 0.9f * most) : most;
}

/// Two normally distributed numbers for wave (i, j) of a patch, independent of the grid's size.
__device__ inline float2 normals(unsigned seed, int patch, int i, int j) {
    const auto place = [](int n) { return static_cast<unsigned long long>(n + (1 << 19)); };
    glint::Random random(seed,
                         static_cast<unsigned long long>(patch) << 40 | place(i) << 20 | place(j));
    const auto both = random.normal_pair();
    return make_float2(both.first, both.second);
}

}  // namespace ocean
