// SPDX-License-Identifier: MIT
// Wave spectra: a wind sea by JONSWAP and TMA with Donelan's spreading, and a swell.
// docs/simulations/ocean.md has the formulas and their sources.
#pragma once

#include <glint/random.cuh>

namespace ocean {

constexpr float kGravity = 9.81f;
constexpr float kPi = 3.14159265f;
/// Minimum number of waves per patch; longer waves belong to the previous patch.
constexpr float kFewestWaves = 6.0f;
/// Wave number in 1/m beyond which surface tension dominates; the spectrum's tail ends there.
constexpr float kShortest = 370.0f;

struct WindSea {
    float phillips;   ///< alpha, the level of the tail
    float frequency;  ///< peak frequency, in rad/s
};

/// JONSWAP parameters: Hasselmann et al. 1973, for a fetch in km.
__device__ inline WindSea wind_sea(float wind, float fetch) {
    const float metres = 1000 * fetch;
    return {0.076f * powf(wind * wind / (metres * kGravity), 0.22f),
            22 * cbrtf(kGravity * kGravity / (wind * metres))};
}

/// Variance in deep water, by a fit to the spectrum's integral: Goda 2010.
__device__ inline float variance_of(WindSea sea, float peak) {
    const float scale = kGravity / (sea.frequency * sea.frequency);
    return 0.2f * sea.phillips * scale * scale / (1 - 0.287f * logf(peak));
}

/// Frequency of a wave number, in rad/s: w^2 = g k tanh(k h).
__device__ inline float frequency_of(float k, float depth) {
    return sqrtf(kGravity * k * tanhf(k * depth));
}

/// dw / dk.
__device__ inline float group_speed(float k, float depth) {
    const float t = tanhf(k * depth);
    return kGravity * (t + k * depth * (1 - t * t)) / (2 * frequency_of(k, depth));
}

/// Density in m^2 s: JONSWAP, reduced in shallow water by Kitaigorodskii's factor (TMA).
__device__ inline float wind_density(float w, WindSea sea, float peak, float depth) {
    const float ratio = sea.frequency / w, width = w < sea.frequency ? 0.07f : 0.09f;
    const float off = (w / sea.frequency - 1) / width;
    const float r4 = ratio * ratio * ratio * ratio;
    const float shape = expf(-1.25f * r4) * powf(peak, expf(-0.5f * off * off));
    const float s = w * sqrtf(depth / kGravity);
    const float shallow = s < 1 ? 0.5f * s * s : s < 2 ? 1 - 0.5f * (2 - s) * (2 - s) : 1;
    return sea.phillips * kGravity * kGravity / powf(w, 5.0f) * shape * shallow;
}

/// Narrowness of directional spreading: Donelan, Hamilton and Hui 1985, Banner 1990.
__device__ inline float narrowness(float ratio) {
    if (ratio < 0.95f) return 2.61f * powf(fmaxf(ratio, 0.56f), 1.3f);
    if (ratio < 1.6f) return 2.28f * powf(ratio, -1.3f);
    return powf(10.0f, -0.4f + 0.8393f * expf(-0.567f * logf(ratio * ratio)));
}

/// Density per radian at `angle` from the main direction; its integral is 1.
__device__ inline float spreading(float angle, float narrow) {
    angle -= 2 * kPi * floorf(angle / (2 * kPi) + 0.5f);
    const float c = coshf(narrow * angle);
    return narrow / (2 * tanhf(narrow * kPi) * c * c);
}

/// Density in m^2 s; its integral, the variance, is height^2 / 16.
__device__ inline float swell_density(float w, float height, float period) {
    const float middle = 2 * kPi / period, width = 0.06f * middle;
    const float off = (w - middle) / width;
    return height * height / 16 * expf(-0.5f * off * off) / (width * sqrtf(2 * kPi));
}

/// Smallest wave number of a patch, in 1/m; for `patch` 3, the upper end of the last patch.
__device__ inline float band_edge(int patch, float3 lengths, int size) {
    const auto length = [&](int i) { return i == 0 ? lengths.x : i == 1 ? lengths.y : lengths.z; };
    if (patch == 0) return 0;
    const float most = kPi * size / length(patch - 1);
    return patch < 3 ? fminf(kFewestWaves * 2 * kPi / length(patch), 0.9f * most) : most;
}

/// Two normally distributed numbers per wave of each patch, independent of `size`.
__device__ inline float2 normals(unsigned seed, int patch, int i, int j) {
    const auto place = [](int n) { return static_cast<unsigned long long>(n + (1 << 19)); };
    glint::Random random(seed,
                         static_cast<unsigned long long>(patch) << 40 | place(i) << 20 | place(j));
    const auto both = random.normal_pair();
    return make_float2(both.first, both.second);
}

}  // namespace ocean
