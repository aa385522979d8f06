// What waves in a plane and in space have in common: half a step of leapfrog, sources and the
// border. `Params` is the file's struct of parameters.
#pragma once

#include <glint/sim.cuh>

namespace leapfrog {

/// How far waves get in half a step, in cells: the Courant number.
template <class Params>
__device__ float courant(float medium, float dt, const Params& params) {
    return 0.5f * dt * params.speed * fabsf(medium);
}

/// What is left of a wave after half a step, so many cells inside of the nearest edge: 1 but for
/// the border, where the damping grows as the square of the depth until a wave that crosses it
/// twice has a thousandth of its height.
template <class Params>
__device__ float kept(float inside, float dt, const Params& params) {
    const float into = fmaxf(params.border - inside, 0.0f);
    const float depth = __fdividef(into, fmaxf(params.border, 1.0f));
    const float most = __fdividef(10.4f * courant(1, dt, params), fmaxf(params.border, 14.0f));
    return 1 - most * depth * depth;
}

/// That of sources after so many half steps; they begin within three waves. The phase is a share of
/// 2^32, so that it is as exact after any number of steps.
template <class Params>
__device__ float force(unsigned half_steps, float dt, const Params& params) {
    const float waves = courant(1, dt, params) / params.wavelength;  // in each of them
    const unsigned phase = half_steps * static_cast<unsigned>(waves * 4294967296.0f);
    return params.amplitude * fminf(half_steps * waves / 3, 1.0f) * sinpif(4.6566129e-10f * phase);
}

/// The level half a step on, of that now, its Laplacian, and that half a step before.
template <class Params>
__device__ float next_level(float here, float laplacian, float before, float medium, float inside,
                            float dt, unsigned half_steps, const Params& params) {
    const float k = courant(medium, dt, params), g = kept(inside, dt, params);
#ifdef __GLINT_CPU__  // where it is computed once for many cells
    const float push = force(half_steps, dt, params);
    if (medium < 0) laplacian += push;
#else
    if (medium < 0) laplacian += force(half_steps, dt, params);
#endif
    const float next = g * (2 * here - g * before + k * k * laplacian);
    return medium == 0 ? 0.0f : next;
}

}  // namespace leapfrog
