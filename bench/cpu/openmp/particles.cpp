// SPDX-License-Identifier: MIT
// Sums over particles: gravity between all pairs, and SPH density with a cell list.
#include <algorithm>
#include <cmath>
#include <vector>

#include "references.hpp"

namespace glint::bench::openmp {
namespace {

// A structure of arrays, so that a vector register holds values of adjacent particles.
struct Columns {
    explicit Columns(unsigned count) : x(count), y(count), z(count), w(count) {}
    std::vector<float> x, y, z, w;
};

Columns columns_of(unsigned count, const Float4* particles) {
    Columns columns(count);
    for (unsigned i = 0; i < count; ++i) {
        columns.x[i] = particles[i].x;
        columns.y[i] = particles[i].y;
        columns.z[i] = particles[i].z;
        columns.w[i] = particles[i].w;
    }
    return columns;
}

Float3 pull_on(const Float4& me, float softening2, const Columns& from, unsigned count) {
    const float* x = from.x.data();
    const float* y = from.y.data();
    const float* z = from.z.data();
    const float* mass = from.w.data();
    float ax = 0;
    float ay = 0;
    float az = 0;
#pragma omp simd reduction(+ : ax, ay, az)
    for (unsigned j = 0; j < count; ++j) {
        const float dx = x[j] - me.x;
        const float dy = y[j] - me.y;
        const float dz = z[j] - me.z;
        const float inverse = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + softening2);
        const float pull = mass[j] * inverse * inverse * inverse;
        ax += pull * dx;
        ay += pull * dy;
        az += pull * dz;
    }
    return {ax, ay, az};
}

struct Grid {
    int cells;
    float radius;

    int cell_of(float coordinate) const {
        return std::min(static_cast<int>(coordinate / radius), cells - 1);
    }
    int first(int cell) const { return std::max(cell - 1, 0); }
    int last(int cell) const { return std::min(cell + 1, cells - 1); }
};

float poly6_sum(const Float4& me, float radius2, const Columns& from, unsigned begin,
                unsigned end) {
    const float* x = from.x.data();
    const float* y = from.y.data();
    const float* z = from.z.data();
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (unsigned j = begin; j < end; ++j) {
        const float dx = me.x - x[j];
        const float dy = me.y - y[j];
        const float dz = me.z - z[j];
        const float rest = std::max(radius2 - (dx * dx + dy * dy + dz * dz), 0.0f);
        sum += rest * rest * rest;
    }
    return sum;
}

float sum_around(const Float4& me, const Grid& grid, const Columns& from,
                 const unsigned* cell_starts) {
    const int x = grid.cell_of(me.x);
    const int y = grid.cell_of(me.y);
    const int z = grid.cell_of(me.z);
    float sum = 0;
    for (int cz = grid.first(z); cz <= grid.last(z); ++cz)
        for (int cy = grid.first(y); cy <= grid.last(y); ++cy) {
            const int row = (cz * grid.cells + cy) * grid.cells;
            sum += poly6_sum(me, grid.radius * grid.radius, from, cell_starts[row + grid.first(x)],
                             cell_starts[row + grid.last(x) + 1]);
        }
    return sum;
}

}  // namespace

void openmp_nbody(unsigned count, float softening, const Float4* bodies, Float3* accelerations) {
    const Columns columns = columns_of(count, bodies);
#pragma omp parallel for schedule(static)
    for (unsigned i = 0; i < count; ++i)
        accelerations[i] = pull_on(bodies[i], softening * softening, columns, count);
}

void openmp_sph(unsigned count, int cells, float radius, float mass, const Float4* particles,
                const unsigned* cell_starts, float* densities) {
    const Columns columns = columns_of(count, particles);
    const Grid grid{cells, radius};
    const float radius3 = radius * radius * radius;
    const float factor = mass * 315.0f / (64.0f * 3.14159265f * radius3 * radius3 * radius3);
#pragma omp parallel for schedule(dynamic, 256)
    for (unsigned i = 0; i < count; ++i)
        densities[i] = factor * sum_around(particles[i], grid, columns, cell_starts);
}

}  // namespace glint::bench::openmp
