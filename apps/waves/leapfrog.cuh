// SPDX-License-Identifier: MIT
// Code that waves in two and in three dimensions share: half a step of leapfrog, sources, and
// absorbing borders. `Params` is the parameter struct of waves.cu or waves3d.cu.
#pragma once

#include <glint/sim.cuh>

namespace leapfrog {

/// Courant number of a cell: the number of cells that a wave travels in half a step.
template <class Params>
__device__ float courant(float medium, float dt, const Params& params) {
    return 0.5f * dt * params.speed * fabsf(medium);
}

/// Force of the sources after `half_steps` half steps. The force ramps up over the first three
/// waves. `phase` is in units of 2^-32 of a wave, so its precision is the same in each step.
template <class Params>
__device__ float force(unsigned half_steps, float dt, const Params& params) {
    const float waves = courant(1, dt, params) / params.wavelength;  // waves per half step
    const unsigned phase = half_steps * static_cast<unsigned>(waves * 4294967296.0f);
    return params.amplitude * fminf(half_steps * waves / 3, 1.0f) * sinpif(4.6566129e-10f * phase);
}

/// Values that are constant during half a step.
struct HalfStep {
    float courant, push, border, damping;

    template <class Params>
    __device__ HalfStep(unsigned half_steps, float dt, const Params& params)
        : courant(leapfrog::courant(1, dt, params)),
          push(force(half_steps, dt, params)),
          border(params.border) {
        const float wide = fmaxf(border, 1.0f);
        damping = 10.4f * courant / (fmaxf(border, 14.0f) * wide * wide);
    }

    /// Returns the factor by which half a step multiplies a wave's amplitude, `inside` cells from
    /// the nearest edge: 1 outside the border. Inside, damping grows as the square of the depth, so
    /// that a wave that crosses the border twice keeps a thousandth of its height.
    __device__ float kept(float inside) const {
        const float into = fmaxf(border - inside, 0.0f);
        return 1 - damping * into * into;
    }

    /// Returns the level half a step later, from the level, its Laplacian, and the previous level.
    __device__ float next(float here, float laplacian, float before, float medium,
                          float inside) const {
        const float k = courant * fabsf(medium), g = kept(inside);
        if (medium < 0) laplacian += push;
        const float next = g * (2 * here - g * before + k * k * laplacian);
        return medium == 0 ? 0.0f : next;
    }
};

/// Number of rows per thread in a step, which must match `blocks` in the .cu files. With several
/// rows, a GPU thread reads the cells between two of its rows only once.
template <bool is_space>
#ifdef __GLINT_CPU__
constexpr int kRows = 1;
#else
constexpr int kRows = is_space ? 8 : 12;
#endif

/// Advances by half a step. At first, `before` holds the level half a step before `now`. Afterward,
/// it holds the level half a step after `now`. The slope at the edges is 0.
template <bool is_space, class Params>
__device__ void half_step(int3 n, float dt, unsigned half_steps, const Params& params,
                          const float* now, const float* medium, float* before) {
    constexpr int rows = kRows<is_space>;
    const glint::Cell thread = glint::cell();
    const int x = thread.x, z = thread.z, first = thread.y * rows;
    if (x >= n.x || first >= n.y || z >= n.z) return;
    const int left = x > 0 ? -1 : 0, right = x < n.x - 1 ? 1 : 0, layer = n.x * n.y;
    const int near = z > 0 ? -layer : 0, far = z < n.z - 1 ? layer : 0;
    const int slice = z * layer + x, last = n.y - 1;
    // Issues all loads before any loaded value is used.
    float here[rows + 2], neighbors[rows], shares[rows], previous[rows];
#pragma unroll
    for (int r = 0; r < rows + 2; ++r)
        here[r] = now[slice + min(max(first + r - 1, 0), last) * n.x];
#pragma unroll
    for (int r = 0; r < rows; ++r) {
        const int i = slice + min(first + r, last) * n.x;
        shares[r] = medium[i], previous[r] = before[i];
        neighbors[r] = now[i + left] + now[i + right];
        if (is_space) neighbors[r] += now[i + near] + now[i + far];
    }
    const HalfStep half(half_steps, dt, params);
    const int across = min(x, n.x - 1 - x);
    const int sides = is_space ? min(across, min(z, n.z - 1 - z)) : across;
#pragma unroll
    for (int r = 0; r < rows; ++r) {
        const int y = first + r;
        if (y > last) break;
        const float sum = neighbors[r] + here[r] + here[r + 2];
        const float laplacian = sum - (is_space ? 6 : 4) * here[r + 1];
        const float inside = min(sides, min(y, last - y)) + 0.5f;
        before[slice + y * n.x] = half.next(here[r + 1], laplacian, previous[r], shares[r], inside);
    }
}

}  // namespace leapfrog
