// SPDX-License-Identifier: MIT
#include "water.hpp"

#include "counting_sort.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include <apps/dam/layout.cuh>

namespace glint::bench::openmp {
namespace {

using dam::kLayers, dam::kRadius;
constexpr float kPi = 3.14159265f;
constexpr float kSlope = 20 * (21 / (2 * kPi) / 0.988f) / (kRadius * kRadius * kRadius);

struct Cell {
    int x, y, z;
};

Cell cell_of(const Water& water, unsigned key) {
    const int number = static_cast<int>(key / 2), row = number / water.cells[0];
    return {number - row * water.cells[0], row % water.cells[1], row / water.cells[1]};
}

int number_of(const Water& water, int x, int y, int z) {
    return (z * water.cells[1] + y) * water.cells[0] + x;
}

/// Sorts the particles by cell. All threads of a team call sort().
void sort(const Water& water) {
    sort_by_counting({.particles = water.particles,
                      .keys = 2 * water.cells[0] * water.cells[1] * water.cells[2],
                      .key = water.now.key,
                      .begins = water.begins,
                      .counts = water.counts,
                      .order = water.order});
    const WaterParticles &from = water.now, &to = water.sorted;
#pragma omp for schedule(static)
    for (int i = 0; i < water.particles; ++i) {
        const int j = water.order[i];
        to.x[i] = from.x[j], to.y[i] = from.y[j], to.z[i] = from.z[j];
        to.volume[i] = from.volume[j];
        to.u[i] = from.u[j], to.v[i] = from.v[j], to.w[i] = from.w[j];
        to.compression[i] = from.compression[j];
        for (int k = 0; k < 4; ++k) to.rates[k][i] = from.rates[k][j];
        to.key[i] = from.key[j];
    }
}

/// Hydrostatic increase in compression over a distance of one kernel radius along each axis.
struct Weight {
    float x, y, z;
};

/// Sets the compression of wall particle i by extrapolation from nearby water (Adami's walls).
void press(const Water& water, Weight weight, int i) {
    const WaterParticles& p = water.sorted;
    const Cell c = cell_of(water, p.key[i]);
    const float own_x = p.x[i], own_y = p.y[i], own_z = p.z[i];
    float compression = 0, all = 0;
    for (int z = std::max(c.z - 1, 0); z <= std::min(c.z + 1, water.cells[2] - 1); ++z)
        for (int y = std::max(c.y - 1, 0); y <= std::min(c.y + 1, water.cells[1] - 1); ++y)
            for (int x = std::max(c.x - 1, 0); x <= std::min(c.x + 1, water.cells[0] - 1); ++x) {
                const int key = 2 * number_of(water, x, y, z);
                const int begin = water.begins[key], end = water.begins[key + 1];
#pragma omp simd reduction(+ : compression, all)
                for (int j = begin; j < end; ++j) {
                    const float dx = p.x[j] - own_x, dy = p.y[j] - own_y, dz = p.z[j] - own_z;
                    const float r = sqrtf(dx * dx + dy * dy + dz * dz);
                    const float t = std::max(1 - r, 0.0f), w = t * t * (t * t) * (1 + 4 * r);
                    const float more = weight.x * dx + weight.y * dy + weight.z * dz;
                    compression += w * (p.compression[j] - more);
                    all += w;
                }
            }
    const float found = all > 0 ? std::max(compression / all, 0.0f) : 0.0f;
    p.compression[i] = found;
    p.volume[i] = -1 / (1 + found);
}

struct Sums {
    float slope[3] = {}, pressure[3] = {}, friction[3] = {};
    float spread = 0, diffusion = 0, fullness = 0;
};

/// Sums over all particles in the cells around particle i: nine rows of cells, each contiguous in
/// memory. Particles too far away have a weight of 0, so that no lane branches.
Sums sums_of(const Water& water, Weight weight, int i) {
    const WaterParticles& p = water.sorted;
    const Cell c = cell_of(water, p.key[i]);
    const float own_x = p.x[i], own_y = p.y[i], own_z = p.z[i];
    const float own_u = p.u[i], own_v = p.v[i], own_w = p.w[i], own = p.compression[i];
    float slope_x = 0, slope_y = 0, slope_z = 0, pressure_x = 0, pressure_y = 0, pressure_z = 0;
    float friction_x = 0, friction_y = 0, friction_z = 0, spread = 0, diffusion = 0, fullness = 0;
    const int left = std::max(c.x - 1, 0), right = std::min(c.x + 1, water.cells[0] - 1);
    for (int z = std::max(c.z - 1, 0); z <= std::min(c.z + 1, water.cells[2] - 1); ++z)
        for (int y = std::max(c.y - 1, 0); y <= std::min(c.y + 1, water.cells[1] - 1); ++y) {
            const int begin = water.begins[2 * number_of(water, left, y, z)];
            const int end = water.begins[2 * number_of(water, right, y, z) + 2];
#pragma omp simd reduction(+ : slope_x, slope_y, slope_z, pressure_x, pressure_y, pressure_z) \
    reduction(+ : friction_x, friction_y, friction_z, spread, diffusion, fullness)
            for (int j = begin; j < end; ++j) {
                const float dx = p.x[j] - own_x, dy = p.y[j] - own_y, dz = p.z[j] - own_z;
                const float square = dx * dx + dy * dy + dz * dz;
                const float inverse = 1 / sqrtf(std::max(square, 1e-12f));
                const float t = std::max(1 - square * inverse, 0.0f), volume = p.volume[j];
                const float w = t * t * t * std::abs(volume), of_water = volume > 0 ? w : 0.0f;
                const float du = p.u[j] - own_u, dv = p.v[j] - own_v, dw = p.w[j] - own_w;
                const float apart = du * dx + dv * dy + dw * dz, there = p.compression[j];
                slope_x += w * dx, slope_y += w * dy, slope_z += w * dz;
                const float pushed = w * there, rubbed = of_water * apart * inverse * inverse;
                pressure_x += pushed * dx, pressure_y += pushed * dy, pressure_z += pushed * dz;
                friction_x += rubbed * dx, friction_y += rubbed * dy, friction_z += rubbed * dz;
                spread += w * apart;
                diffusion +=
                    of_water * (there - own - (weight.x * dx + weight.y * dy + weight.z * dz));
                fullness += w * square;
            }
        }
    return {.slope = {slope_x, slope_y, slope_z},
            .pressure = {pressure_x, pressure_y, pressure_z},
            .friction = {friction_x, friction_y, friction_z},
            .spread = spread,
            .diffusion = diffusion,
            .fullness = fullness};
}

bool is_free(const Water& water, const float (&at)[3]) {
    int c[3];
    for (int axis = 0; axis < 3; ++axis) {
        const float place = kRadius * at[axis] - kLayers;
        if (!(place >= 0 && place < static_cast<float>(water.tank[axis]))) return false;
        c[axis] = static_cast<int>(place);
    }
    return !water.solid[(c[2] * water.tank[1] + c[1]) * water.tank[0] + c[0]];
}

/// Removes those components of a displacement and of a velocity that lead into walls.
void stop_at_walls(const Water& water, const float (&from)[3], float (&way)[3], float (&speed)[4]) {
    const float to[3] = {from[0] + way[0], from[1] + way[1], from[2] + way[2]};
    if (is_free(water, to) || !is_free(water, from)) return;
    float at[3] = {from[0], from[1], from[2]};
    for (int axis = 0; axis < 3; ++axis) {
        const float before = at[axis];
        at[axis] += way[axis];
        if (is_free(water, at)) continue;
        at[axis] = before, way[axis] = 0, speed[axis] = 0;
    }
}

/// Moves particle i by the second-order Adams-Bashforth method.
void move(const Water& water, Weight weight, int i) {
    const WaterParticles &p = water.sorted, &next = water.now;
    const Sums sums = sums_of(water, weight, i);
    const float radius = kRadius * water.spacing, dt = water.dt;
    const float stiffness = water.sound * water.sound * kSlope / radius;
    const float viscosity = 10 * water.viscosity + water.damping * water.sound * 0.5f * radius;
    const float rubbing = viscosity * kSlope / (radius * radius);
    const float inside = std::clamp((kSlope * sums.fullness - 2.75f) / 0.25f, 0.0f, 1.0f);
    const float own = p.compression[i], pull = own < 0 && inside > 0 ? -own : own;
    float speed[4] = {p.u[i], p.v[i], p.w[i], own}, now[4], way[3], shift[3];
    for (int axis = 0; axis < 3; ++axis)
        now[axis] = p.volume[i] * (rubbing * sums.friction[axis] -
                                   stiffness * (pull * sums.slope[axis] + sums.pressure[axis])) +
                    water.gravity[axis];
    now[3] = kSlope / radius *
             (water.diffusion * water.sound * sums.diffusion - (1 + own) * sums.spread);
    const float fast = sqrtf(speed[0] * speed[0] + speed[1] * speed[1] + speed[2] * speed[2]);
    float square = 0;
    for (int axis = 0; axis < 3; ++axis) {
        way[axis] = dt / radius * (speed[axis] + dt * (now[axis] - 0.5f * p.rates[axis][i]));
        shift[axis] = -0.5f * water.shift * inside * fast * dt / radius * kSlope * sums.slope[axis];
        square += shift[axis] * shift[axis];
    }
    const float most = 0.1f / kRadius, length = sqrtf(square);
    for (int axis = 0; axis < 3; ++axis)
        way[axis] += length > most ? shift[axis] * most / length : shift[axis];
    for (int k = 0; k < 4; ++k) speed[k] += dt * (1.5f * now[k] - 0.5f * p.rates[k][i]);
    const float from[3] = {p.x[i], p.y[i], p.z[i]};
    next.volume[i] = 1 / (1 + speed[3]);
    stop_at_walls(water, from, way, speed);
    next.x[i] = from[0] + way[0], next.y[i] = from[1] + way[1], next.z[i] = from[2] + way[2];
    next.u[i] = speed[0], next.v[i] = speed[1], next.w[i] = speed[2];
    next.compression[i] = speed[3];
    for (int k = 0; k < 4; ++k) next.rates[k][i] = now[k];
    next.key[i] = 2u * static_cast<unsigned>(number_of(water, static_cast<int>(next.x[i]),
                                                       static_cast<int>(next.y[i]),
                                                       static_cast<int>(next.z[i])));
}

void keep(const Water& water, int i) {
    const WaterParticles &p = water.sorted, &next = water.now;
    next.x[i] = p.x[i], next.y[i] = p.y[i], next.z[i] = p.z[i], next.volume[i] = p.volume[i];
    next.u[i] = p.u[i], next.v[i] = p.v[i], next.w[i] = p.w[i];
    next.compression[i] = p.compression[i], next.key[i] = p.key[i];
    for (int k = 0; k < 4; ++k) next.rates[k][i] = p.rates[k][i];
}

}  // namespace

void openmp_water(const Water* given) {
    const Water& water = *given;
    const float per = kRadius * water.spacing / (water.sound * water.sound);
    const Weight weight{per * water.gravity[0], per * water.gravity[1], per * water.gravity[2]};
#pragma omp parallel
    {
        sort(water);
#pragma omp for schedule(dynamic, 512)
        for (int i = 0; i < water.particles; ++i)
            if (water.sorted.volume[i] < 0) press(water, weight, i);
#pragma omp for schedule(dynamic, 256)
        for (int i = 0; i < water.particles; ++i)
            water.sorted.volume[i] < 0 ? keep(water, i) : move(water, weight, i);
    }
}

}  // namespace glint::bench::openmp
