// SPDX-License-Identifier: MIT
#include "birds.hpp"

#include "counting_sort.hpp"
#include "device_words.hpp"

#include <glint/hash.cuh>

#include <algorithm>
#include <cmath>

namespace glint::bench::openmp {
namespace {

int cell_along(const Birds& birds, float at, int axis) {
    const float cell = floorf(at / birds.sight);
    return cell >= 0 && cell < static_cast<float>(birds.cells[axis]) ? static_cast<int>(cell) : -1;
}

/// Returns the index of the cell at a position, or the number of cells outside the grid.
int cell_of(const Birds& birds, float x, float y, float z) {
    const int a = cell_along(birds, x, 0), b = cell_along(birds, y, 1), c = cell_along(birds, z, 2);
    if (a < 0 || b < 0 || c < 0) return birds.cells[0] * birds.cells[1] * birds.cells[2];
    return (c * birds.cells[1] + b) * birds.cells[0] + a;
}

/// Sorts the boids by cell. All threads of a team call sort().
void sort(const Birds& birds) {
    const Boids &from = birds.now, &to = birds.sorted;
#pragma omp for schedule(static)
    for (int i = 0; i < birds.count; ++i)
        from.key[i] = static_cast<unsigned>(cell_of(birds, from.x[i], from.y[i], from.z[i]));
    sort_by_counting({.particles = birds.count,
                      .keys = birds.cells[0] * birds.cells[1] * birds.cells[2] + 1,
                      .key = from.key,
                      .begins = birds.begins,
                      .counts = birds.counts,
                      .order = birds.order});
#pragma omp for schedule(static)
    for (int i = 0; i < birds.count; ++i) {
        const int j = birds.order[i];
        to.x[i] = from.x[j], to.y[i] = from.y[j], to.z[i] = from.z[j];
        to.u[i] = from.u[j], to.v[i] = from.v[j], to.w[i] = from.w[j];
        to.key[i] = from.key[j];
    }
}

struct Seen {
    float count = 0;
    float heading[3] = {}, way[3] = {}, push[3] = {};
};

/// Visits every `stride`-th boid of a row and counts it `stride` times. Boids out of sight have a
/// weight of 0, so that no lane branches. Two boids at the same position would not push each other
/// away, but no such boids occur in this benchmark.
void meet(const Birds& birds, int i, int first, int end, int stride, Seen& seen) {
    const Boids& boids = birds.sorted;
    const float x = boids.x[i], y = boids.y[i], z = boids.z[i];
    const float sight2 = birds.sight * birds.sight, least = 1 / birds.apart;
    const auto weight = static_cast<float>(stride);
    const int times = first < end ? (end - first - 1) / stride + 1 : 0;
    float count = 0, u = 0, v = 0, w = 0, a = 0, b = 0, c = 0, p = 0, q = 0, r = 0;
#pragma omp simd reduction(+ : count, u, v, w, a, b, c, p, q, r)
    for (int k = 0; k < times; ++k) {
        const int j = first + k * stride;
        const float dx = boids.x[j] - x, dy = boids.y[j] - y, dz = boids.z[j] - z;
        const float square = dx * dx + dy * dy + dz * dz;
        const float counted = square < sight2 && j != i ? weight : 0.0f;
        const float near = std::max(1 / sqrtf(std::max(square, 1e-30f)) - least, 0.0f) * counted;
        count += counted;
        u += counted * boids.u[j], v += counted * boids.v[j], w += counted * boids.w[j];
        a += counted * dx, b += counted * dy, c += counted * dz;
        p -= near * dx, q -= near * dy, r -= near * dz;
    }
    seen.count += count;
    seen.heading[0] += u, seen.heading[1] += v, seen.heading[2] += w;
    seen.way[0] += a, seen.way[1] += b, seen.way[2] += c;
    seen.push[0] += p, seen.push[1] += q, seen.push[2] += r;
}

/// Sums over the boids in the nine rows of three cells around boid i. In rows with more than `most`
/// boids, visits only every n-th boid, from a random start.
Seen seen_by(const Birds& birds, int i) {
    Seen seen;
    const int nx = birds.cells[0], ny = birds.cells[1], nz = birds.cells[2];
    const auto cell = static_cast<int>(birds.sorted.key[i]);
    if (cell == nx * ny * nz) return seen;
    const int row = cell / nx, x = cell - row * nx, y = row % ny, z = row / ny;
    float start = uniform3(birds.sorted.key[i], birds.step, birds.seed ^ 0x5eedu).x;
    for (int k = z - 1; k <= z + 1; ++k)
        for (int j = y - 1; j <= y + 1; ++j) {
            if (j >= 0 && k >= 0 && j < ny && k < nz) {
                const int* const begins = birds.begins + (k * ny + j) * nx;
                const int first = begins[std::max(x - 1, 0)], end = begins[std::min(x + 2, nx)];
                const int most = birds.most, length = end - first;
                const int stride = most > 0 && length > most ? (length - 1) / most + 1 : 1;
                const int skipped = static_cast<int>(start * static_cast<float>(stride));
                meet(birds, i, first + skipped, end, stride, seen);
            }
            start = start + 0.618034f - floorf(start + 0.618034f);
        }
    return seen;
}

/// Distance to the nearest solid, and the gradient `out` of the distance.
struct Solid {
    float out[3], distance;
};

/// Interpolates linearly between the centers of 1 m cells. Outside, uses the value at the border.
Solid solid_at(const Birds& birds, const float (&at)[3]) {
    int lower[3];
    float share[3];
    for (int axis = 0; axis < 3; ++axis) {
        const int size = birds.box[axis];
        const float place = std::clamp(at[axis] - 0.5f, 0.0f, static_cast<float>(size) - 1);
        lower[axis] = std::min(static_cast<int>(place), size - 2);
        share[axis] = place - static_cast<float>(lower[axis]);
    }
    const int along_y = birds.box[0], along_z = birds.box[0] * birds.box[1];
    const float* const d = birds.distance + lower[2] * along_z + lower[1] * along_y + lower[0];
    const auto [a, b, c] = share;
    const auto mix = [](float from, float to, float part) { return from + part * (to - from); };
    const float e00 = d[1] - d[0], e10 = d[along_y + 1] - d[along_y];
    const float e01 = d[along_z + 1] - d[along_z],
                e11 = d[along_z + along_y + 1] - d[along_z + along_y];
    const float l00 = d[0] + a * e00, l10 = d[along_y] + a * e10;
    const float l01 = d[along_z] + a * e01, l11 = d[along_z + along_y] + a * e11;
    const float l0 = mix(l00, l10, b), l1 = mix(l01, l11, b);
    return {
        .out = {mix(mix(e00, e10, b), mix(e01, e11, b), c), mix(l10 - l00, l11 - l01, c), l1 - l0},
        .distance = mix(l0, l1, c)};
}

float length_of(const float (&v)[3]) { return sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

/// Adds the forces of walls, of the roost and of solid objects to `push`.
void add_surroundings(const Birds& birds, const Solid& solid, const float (&at)[3],
                      float (&push)[3]) {
    float off[3];
    for (int axis = 0; axis < 3; ++axis) {
        const auto size = static_cast<float>(birds.box[axis]);
        push[axis] += birds.avoid * (std::max(1 - at[axis] / birds.margin, 0.0f) -
                                     std::max(1 - (size - at[axis]) / birds.margin, 0.0f));
        off[axis] = (0.5f * size - at[axis]) / size;
    }
    const float far = length_of(off), slope = length_of(solid.out);
    const float back = far > birds.roost ? 2 * birds.home * (1 - birds.roost / far) : 0.0f;
    const float near = std::clamp(1 - solid.distance / birds.margin, 0.0f, 1.0f) * birds.avoid;
    for (int axis = 0; axis < 3; ++axis) {
        push[axis] += back * off[axis];
        if (near > 0) push[axis] += near * (slope > 0 ? solid.out[axis] / slope : axis == 1);
    }
}

void fly(const Birds& birds, int i, float pace) {
    const Boids &boids = birds.sorted, &next = birds.now;
    const float at[3] = {boids.x[i], boids.y[i], boids.z[i]};
    float v[3] = {boids.u[i], boids.v[i], boids.w[i]}, push[3];
    const Seen seen = seen_by(birds, i);
    const float per = seen.count > 0 ? 1 / seen.count : 0.0f;
    for (int axis = 0; axis < 3; ++axis) {
        push[axis] = birds.separate * seen.push[axis];
        if (seen.count > 0)
            push[axis] += birds.align * (seen.heading[axis] * per - v[axis]) +
                          birds.together * seen.way[axis] * per;
    }
    const float strength = length_of(push);
    if (strength > birds.agility)
        for (float& each : push) each *= birds.agility / strength;
    const Solid solid = solid_at(birds, at);
    add_surroundings(birds, solid, at, push);
    const float3 random = uniform3(static_cast<unsigned>(i), birds.step, birds.seed);
    const float noise = birds.noise * sqrtf(birds.dt) * 3.4641016f;
    v[0] += birds.dt * push[0] + noise * (random.x - 0.5f);
    v[1] += birds.dt * push[1] + noise * (random.y - 0.5f);
    v[2] += birds.dt * push[2] + noise * (random.z - 0.5f);
    const float fast = length_of(v);
    if (fast > 1e-12f)
        for (float& each : v) each *= 1 + (birds.speed / fast - 1) * pace;

    float way[3] = {birds.dt * v[0], birds.dt * v[1], birds.dt * v[2]};
    const float after =
        solid.distance + solid.out[0] * way[0] + solid.out[1] * way[1] + solid.out[2] * way[2];
    if (after < 0) {
        const float slope = length_of(solid.out);
        float into = 0;
        for (int axis = 0; axis < 3; ++axis) into += v[axis] * solid.out[axis] / slope;
        for (int axis = 0; axis < 3; ++axis) {
            v[axis] -= std::min(into, 0.0f) * solid.out[axis] / slope;
            way[axis] -= std::max(after, -1.0f) * solid.out[axis] / slope;
        }
    }
    float to[3];
    for (int axis = 0; axis < 3; ++axis)
        to[axis] = std::clamp(at[axis] + way[axis], 0.0f,
                              0.99999994f * static_cast<float>(birds.box[axis]));
    next.x[i] = to[0], next.y[i] = to[1], next.z[i] = to[2];
    next.u[i] = v[0], next.v[i] = v[1], next.w[i] = v[2];
    birds.seen[i] = seen.count;
}

}  // namespace

void openmp_birds(const Birds* given) {
    const Birds& birds = *given;
    const float pace = 1 - expf(-birds.pace * birds.dt);
#pragma omp parallel
    {
        sort(birds);
#pragma omp for schedule(dynamic, 256)
        for (int i = 0; i < birds.count; ++i) fly(birds, i, pace);
    }
}

}  // namespace glint::bench::openmp
