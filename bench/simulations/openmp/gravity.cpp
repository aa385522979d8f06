// SPDX-License-Identifier: MIT
#include "gravity.hpp"

#include <cmath>

namespace glint::bench::openmp {
namespace {

constexpr int kTile = 16;  // number of bodies whose sums one thread keeps in registers

/// Sums the attraction by all bodies. Each lane handles one of the kTile bodies from `first` on.
void attract(const Gravity& g, int first) {
    const Axes &place = g.place, &acceleration = g.acceleration;
#pragma omp simd
    for (int i = first; i < first + kTile; ++i) {
        const float own_x = place.x[i], own_y = place.y[i], own_z = place.z[i];
        float x = 0, y = 0, z = 0;
        for (int j = 0; j < g.bodies; ++j) {
            const float dx = place.x[j] - own_x, dy = place.y[j] - own_y, dz = place.z[j] - own_z;
            const float inverse = 1 / sqrtf(dx * dx + dy * dy + dz * dz + g.softening2);
            const float weight = g.mass[j] * inverse * (inverse * inverse);
            x += weight * dx, y += weight * dy, z += weight * dz;
        }
        acceleration.x[i] = g.gravity * x;
        acceleration.y[i] = g.gravity * y;
        acceleration.z[i] = g.gravity * z;
    }
}

}  // namespace

void openmp_leapfrog(const Gravity* gravity) {
    const Gravity& g = *gravity;
    const Axes &place = g.place, &v = g.velocity, &a = g.acceleration;
    const float half = 0.5f * g.dt;
#pragma omp parallel
    {
#pragma omp for simd schedule(static)
        for (int i = 0; i < g.bodies; ++i) {
            v.x[i] += half * a.x[i], v.y[i] += half * a.y[i], v.z[i] += half * a.z[i];
            place.x[i] += g.dt * v.x[i];
            place.y[i] += g.dt * v.y[i];
            place.z[i] += g.dt * v.z[i];
        }
#pragma omp for schedule(static)
        for (int first = 0; first < g.bodies; first += kTile) attract(g, first);
#pragma omp for simd schedule(static)
        for (int i = 0; i < g.bodies; ++i)
            v.x[i] += half * a.x[i], v.y[i] += half * a.y[i], v.z[i] += half * a.z[i];
    }
}

}  // namespace glint::bench::openmp
