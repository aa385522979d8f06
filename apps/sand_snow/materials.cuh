// SPDX-License-Identifier: MIT
// Constitutive models of water, jelly, snow and sand.
//
// All materials are isotropic, so b = F F^T of the elastic deformation F describes their strain.
// The arrays store b - 1, which has more digits than b for small strains. `memory` is a second
// state variable: J - 1 for water, the plastic J - 1 for snow, and the gained volume for sand.
#pragma once

#include "grid.cuh"
#include "layout.cuh"
#include "tensor.cuh"

namespace sand_snow {

__device__ inline bool is_gone(int matter) { return matter >= kLeft; }

struct Deformation {
    Symmetric strain;  // the tensor b - 1
    float memory;
};

/// Lamé parameters, in Pa.
struct Moduli {
    float mu, lambda;

    __device__ Moduli(float young, float poisson)
        : mu(young / (2 * (1 + poisson))),
          lambda(young * poisson / ((1 + poisson) * (1 - 2 * poisson))) {}
};

template <class Params>
__device__ float density_of(int matter, const Params& params) {
    return matter == kWater   ? params.water_density
           : matter == kJelly ? params.jelly_density
           : matter == kSnow  ? params.snow_density
                              : params.sand_density;
}

__device__ inline float speed_of_sound(float young, float poisson, float density) {
    const Moduli moduli(young, poisson);
    return sqrtf((moduli.lambda + 2 * moduli.mu) / density);
}
/// Maximum speed of sound in any of the materials, in m/s.
template <class Params>
__device__ float fastest_sound(const Params& p) {
    const float water = sqrtf(p.water_stiffness / p.water_density);
    const float jelly = speed_of_sound(p.jelly_stiffness, p.jelly_poisson, p.jelly_density);
    const float snow = speed_of_sound(kHardest * p.snow_stiffness, p.snow_poisson, p.snow_density);
    const float sand = speed_of_sound(p.sand_stiffness, p.sand_poisson, p.sand_density);
    return fmaxf(fmaxf(water, jelly), fmaxf(snow, sand));
}

/// Returns (1 + g) b (1 + g)^T - 1 for a strain b - 1. No digits are lost by cancellation.
__device__ inline Symmetric pushed(const Symmetric& strain, const glint::float3x3& g) {
    const glint::float3x3 m = glint::identity<glint::float3x3>() + g;
    const glint::float3x3 carried = m * strain.matrix();
    const auto at = [&](int i, int j) {
        return glint::dot(carried.row[i], m.row[j]) + glint::dot(g.row[i], g.row[j]) + g(i, j) +
               g(j, i);
    };
    return {at(0, 0), at(1, 1), at(2, 2), at(0, 1), at(0, 2), at(1, 2)};
}

// Stretched water has tension 0. Without the limit kWaterMost, spray would merge without pressure.
// Water that is compressed beyond kWaterLeast responds as at 0.6 of its volume.
constexpr float kWaterLeast = -0.4f, kWaterMost = 0.03f;

/// Applies the deformation of a substep, without plasticity.
__device__ inline void push(int matter, const glint::float3x3& slope, Deformation& d) {
    if (matter == kWater)
        d.memory =
            glint::clamp(d.memory + (1 + d.memory) * glint::trace(slope), kWaterLeast, kWaterMost);
    else
        d.strain = pushed(d.strain, slope);
}

/// Kirchhoff stress of water by Tait's equation with exponent 7.
template <class Params>
__device__ Symmetric stress_of_water(const Deformation& d, const Params& params) {
    const float j = 1 + d.memory, inverse = 1 / j, cube = inverse * inverse * inverse;
    const float pressure = params.water_stiffness / 7 * (cube * cube * inverse - 1);
    return isotropic(-j * fmaxf(pressure, 0.0f));
}

/// Stress of a neo-Hookean material: mu (b - 1) + lambda ln(J).
template <class Params>
__device__ Symmetric stress_of_jelly(const Deformation& d, const Params& params) {
    const Moduli moduli(params.jelly_stiffness, params.jelly_poisson);
    // The growth is J^2 - 1 = det(1 + e) - 1, where e is the strain.
    const float growth = fmaxf(growth_of(d.strain), -0.99f);
    return moduli.mu * d.strain + moduli.lambda * 0.5f * log1pf(growth);
}

/// Moduli of snow, which depend on how compacted the snow is.
template <class Params>
__device__ Moduli moduli_of_snow(const Deformation& d, const Params& params) {
    const float harder =
        glint::clamp(expf(-params.snow_hardening * d.memory), 1 / kHardest, kHardest);
    return Moduli(harder * params.snow_stiffness, params.snow_poisson);
}

/// Applies plasticity to snow that is deformed beyond its elastic limits. Returns the stress.
template <class Params>
__device__ Symmetric yielding_snow(Deformation& d, const Params& params) {
    const Principal principal = principal_of(d.strain);
    const float3 e = glint::max(principal.values, make_float3(-0.99f, -0.99f, -0.99f));
    // Principal stretches minus 1, before and after plasticity.
    const float3 before = e / (1.0f + glint::sqrt(1.0f + e));
    const float3 after =
        make_float3(glint::clamp(before.x, -params.snow_compression, params.snow_stretch),
                    glint::clamp(before.y, -params.snow_compression, params.snow_stretch),
                    glint::clamp(before.z, -params.snow_compression, params.snow_stretch));
    const float j = (1 + after.x) * (1 + after.y) * (1 + after.z);
    const float kept = (1 + before.x) * (1 + before.y) * (1 + before.z) / j;
    d.memory = glint::clamp((1 + d.memory) * kept - 1, -0.9f, 9.0f);
    d.strain = composed(after * (2.0f + after), principal);
    const Moduli moduli = moduli_of_snow(d, params);
    return composed(2 * moduli.mu * (after * (1.0f + after)), principal) +
           moduli.lambda * j * (j - 1);
}

/// Snow by Stomakhin et al. 2013: fixed corotated elasticity within a range of stretches.
/// Deformation beyond this range is plastic, and hardens or softens the snow.
template <class Params>
__device__ Symmetric settle_snow(Deformation& d, const Params& params) {
    const float least = -params.snow_compression, most = params.snow_stretch;
    const bool is_elastic =
        is_small(d.strain) && is_within(d.strain, least * (2 + least), most * (2 + most));
    if (!is_elastic) return yielding_snow(d, params);
    const Moduli moduli = moduli_of_snow(d, params);
    const float growth = growth_of(d.strain), j = sqrtf(1 + growth);
    // For a stretch s = 1 + r, s (s - 1) equals (s^2 - 1) - r.
    const Symmetric bent = d.strain + -1.0f * root_of_small(d.strain);
    return 2 * moduli.mu * bent + moduli.lambda * j * growth / (1 + j);
}

/// Sand by Klár et al. 2016: elasticity in Hencky strains. If the shear exceeds the
/// friction (Drucker and Prager), the sand slips at constant volume. Grains that have
/// separated have no stress until the material has lost the gained volume again (Tampubolon
/// et al. 2017).
template <class Params>
__device__ Symmetric settle_sand(Deformation& d, const Params& params) {
    const Moduli moduli(params.sand_stiffness, params.sand_poisson);
    Symmetric strain = half_log(d.strain) + d.memory / 3;
    const float volume = trace(strain);
    const Symmetric shear = strain + -volume / 3;
    const float size = sqrtf(square(shear));
    const float sine = sinpif(params.sand_friction / 180);
    const float hold = 1.6329932f * sine / (3 - sine);  // sqrt(2/3) 2 sin / (3 - sin)
    const float most = -(3 * moduli.lambda + 2 * moduli.mu) / (2 * moduli.mu) * volume * hold;
    const bool is_apart = volume >= 0, slips = size > most, gained = d.memory != 0;
    if (is_apart) {
        d = {isotropic(0), fminf(volume, 3.0f)};
        return isotropic(0);
    }
    if (slips) strain = most / size * shear + volume / 3;
    if (slips || gained) d.strain = double_exp(strain);
    d.memory = 0;
    return 2 * moduli.mu * strain + moduli.lambda * volume;
}

/// Applies plasticity, and returns the Kirchhoff stress in Pa. A second call would change nothing.
template <class Params>
__device__ Symmetric settle(int matter, Deformation& d, const Params& params) {
    if (matter == kWater) return stress_of_water(d, params);
    if (matter == kJelly) return stress_of_jelly(d, params);
    return matter == kSnow ? settle_snow(d, params) : settle_sand(d, params);
}

}  // namespace sand_snow
