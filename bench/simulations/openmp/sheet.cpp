// SPDX-License-Identifier: MIT
#include "sheet.hpp"

#include "counting_sort.hpp"
#include "device_words.hpp"

// Contacts are resolved by the simulation's own code.
#include <apps/cloth/contacts.cuh>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace glint::bench::openmp {
namespace {

float4* four(float* numbers) { return reinterpret_cast<float4*>(numbers); }
float3 three(const Triple& t) { return make_float3(t.x, t.y, t.z); }

struct Bodies {
    float self_friction, friction, ball, spin;
    float3 ball_at;
    bool floor;
};

// ------------------------------------------------------------------------------------- contacts

/// Finds contacts. All threads of a team call this function and the functions below.
void find_contacts(const Sheet& sheet, const float4* position) {
    const float most = sheet.reach * sheet.thickness;
    const cloth::HashedCells cells{most, sheet.cells};
    const int count = sheet.columns * sheet.rows;
#pragma omp for schedule(static)
    for (int i = 0; i < count; ++i)
        sheet.key[i] = cells.number_of(cells.cell_of(glint::xyz(position[i])));
    sort_by_counting({.particles = count,
                      .keys = sheet.cells,
                      .key = sheet.key,
                      .begins = sheet.begins,
                      .counts = sheet.counts,
                      .order = sheet.order});
    float4* const sorted = four(sheet.sorted);
#pragma omp for schedule(static)
    for (int i = 0; i < count; ++i) sorted[i] = position[sheet.order[i]];
#pragma omp for schedule(dynamic, 128)
    for (int i = 0; i < count; ++i) {
        const float3 own = glint::xyz(sorted[i]);
        const int id = sheet.order[i], x = id % sheet.columns, y = id / sheet.columns;
        const int3 c = cells.cell_of(own);
        int found = 0;
        for (int k = c.z - 1; k <= c.z + 1; ++k)
            for (int j = c.y - 1; j <= c.y + 1; ++j) {
                const unsigned number = cells.number_of(make_int3(c.x - 1, j, k));
                cloth::for_each_in_row(cells, sheet.begins, number, [&](int other) {
                    const float3 way = glint::xyz(sorted[other]) - own;
                    if (glint::dot(way, way) >= most * most) return;
                    const int other_id = sheet.order[other];
                    const int dx = other_id % sheet.columns - x, dy = other_id / sheet.columns - y;
                    if (std::abs(dx) <= cloth::kAdjacent && std::abs(dy) <= cloth::kAdjacent)
                        return;
                    const int3 there = cells.cell_of(glint::xyz(sorted[other]));
                    if (there.y != j || there.z != k) return;
                    if (found < cloth::kContacts)
                        sheet.near[found * count + id] = static_cast<unsigned>(other_id);
                    ++found;
                });
            }
        sheet.touching[id] = static_cast<unsigned char>(std::min(found, 255));
    }
}

// ---------------------------------------------------------------------------------- constraints

struct Ahead {
    float *x, *y, *z, *w;
};

/// For each k below `count`, pulls the vertices a + k * kEvery and b + k * kEvery toward the
/// distance `rest`. No two pairs share a vertex.
template <int kEvery>
void pull(const Ahead& at, int a, int b, int count, float rest, float compliance) {
#pragma omp simd
    for (int k = 0; k < count; ++k) {
        const int i = a + k * kEvery, j = b + k * kEvery;
        const float dx = at.x[i] - at.x[j], dy = at.y[i] - at.y[j], dz = at.z[i] - at.z[j];
        const float square = dx * dx + dy * dy + dz * dz, weights = at.w[i] + at.w[j];
        const float length = sqrtf(std::max(square, 1e-30f));
        const float part = weights > 0 ? (length - rest) / (length * (weights + compliance)) : 0.0f;
        const float one = part * at.w[i], other = part * at.w[j];
        at.x[i] -= one * dx, at.y[i] -= one * dy, at.z[i] -= one * dz;
        at.x[j] += other * dx, at.y[j] += other * dy, at.z[j] += other * dz;
    }
}

/// Straightens triples of vertices that are `apart` elements apart, starting at a + k * kEvery.
template <int kEvery>
void unbend(const Ahead& at, int a, int apart, int count, float compliance) {
#pragma omp simd
    for (int k = 0; k < count; ++k) {
        const int i = a + k * kEvery, j = i + apart, l = j + apart;
        const float weights = at.w[i] + 4 * at.w[j] + at.w[l];
        const float part = weights > 0 ? 1 / (weights + compliance) : 0.0f;
        const float dx = part * (at.x[i] - 2 * at.x[j] + at.x[l]);
        const float dy = part * (at.y[i] - 2 * at.y[j] + at.y[l]);
        const float dz = part * (at.z[i] - 2 * at.z[j] + at.z[l]);
        at.x[i] -= at.w[i] * dx, at.y[i] -= at.w[i] * dy, at.z[i] -= at.w[i] * dz;
        at.x[j] += 2 * at.w[j] * dx, at.y[j] += 2 * at.w[j] * dy, at.z[j] += 2 * at.w[j] * dz;
        at.x[l] -= at.w[l] * dx, at.y[l] -= at.w[l] * dy, at.z[l] -= at.w[l] * dz;
    }
}

/// Projects one color per call: constraints that begin in row or column `phase` + k * period.
class Colors {
public:
    explicit Colors(const Sheet& sheet)
        : sheet_(sheet),
          at_{sheet.ahead[0], sheet.ahead[1], sheet.ahead[2], sheet.ahead[3]},
          columns_(sheet.columns),
          rows_(sheet.rows) {}

    void bend_down(int phase) const {
#pragma omp for schedule(static)
        for (int y = phase; y < rows_ - 2; y += 3)
            unbend<1>(at_, y * columns_, columns_, columns_, sheet_.bend);
    }
    void bend_across(int phase) const {
#pragma omp for schedule(static)
        for (int y = 0; y < rows_; ++y)
            unbend<3>(at_, y * columns_ + phase, 1, times(2, phase, 3), sheet_.bend);
    }
    void stretch_down(int phase) const {
#pragma omp for schedule(static)
        for (int y = phase; y < rows_ - 1; y += 2)
            pull<1>(at_, y * columns_, (y + 1) * columns_, columns_, sheet_.spacing,
                    sheet_.stretch);
    }
    void stretch_across(int phase) const {
#pragma omp for schedule(static)
        for (int y = 0; y < rows_; ++y)
            pull<2>(at_, y * columns_ + phase, y * columns_ + phase + 1, times(1, phase, 2),
                    sheet_.spacing, sheet_.stretch);
    }
    /// Projects shear constraints in one diagonal direction, which `from` (0 or 1) selects.
    void shear(int phase, int from) const {
#pragma omp for schedule(static)
        for (int y = phase; y < rows_ - 1; y += 2)
            pull<1>(at_, y * columns_ + from, (y + 1) * columns_ + 1 - from, columns_ - 1,
                    1.41421356f * sheet_.spacing, sheet_.shear);
    }

private:
    /// Returns how many constraints of one color a row has. Each connects vertices `reach` columns
    /// apart; one begins in every `every`-th column.
    int times(int reach, int phase, int every) const {
        return std::max((columns_ - reach - phase + every - 1) / every, 0);
    }

    const Sheet& sheet_;
    Ahead at_;
    int columns_, rows_;
};

/// Applies all constraints in the same order as the simulation.
void constrain(const Sheet& sheet) {
    const Colors colors(sheet);
    colors.bend_down(2), colors.bend_down(1);
    colors.stretch_down(1);
    colors.bend_across(2), colors.bend_across(1);
    colors.stretch_across(1);
    colors.shear(1, 1), colors.shear(1, 0), colors.shear(0, 1), colors.shear(0, 0);
    colors.stretch_down(0);
    colors.bend_down(0);
    colors.stretch_across(0);
    colors.bend_across(0);
}

// ------------------------------------------------------------------------------------- substeps

void predict(const Sheet& sheet, const float4* position) {
    const float dt = sheet.dt;
    const Triple g = sheet.gravity;
#pragma omp for schedule(static)
    for (int i = 0; i < sheet.columns * sheet.rows; ++i) {
        const float4 at = position[i];
        const float* const v = sheet.velocity + 3 * i;
        const float step = at.w > 0 ? dt : 0.0f;
        sheet.ahead[0][i] = at.x + step * (v[0] + dt * g.x);
        sheet.ahead[1][i] = at.y + step * (v[1] + dt * g.y);
        sheet.ahead[2][i] = at.z + step * (v[2] + dt * g.z);
        sheet.ahead[3][i] = at.w;
    }
}

void settle(const Sheet& sheet, const Bodies& bodies, const float4* position, float4* next) {
    const int count = sheet.columns * sheet.rows;
    float4* const moved = four(sheet.moved);
#pragma omp for schedule(static)
    for (int i = 0; i < count; ++i)
        moved[i] = {sheet.ahead[0][i], sheet.ahead[1][i], sheet.ahead[2][i], sheet.ahead[3][i]};
    const float keeps = std::max(1 - sheet.damping * sheet.dt, 0.0f) / sheet.dt;
#pragma omp for schedule(static)
    for (int i = 0; i < count; ++i) {
        float* const v = sheet.velocity + 3 * i;
        const float3 from = glint::xyz(position[i]);
        const float3 whole =
            sheet.dt * (make_float3(v[0], v[1], v[2]) + sheet.dt * three(sheet.gravity));
        const float3 lost = whole - ((from + whole) - from);
        cloth::Moving moving{from, glint::xyz(moved[i]) - from};
        float3 shift = make_float3(0, 0, 0);
        const int near = std::min<int>(sheet.touching[i], cloth::kContacts);
        if (near > 0) {
            const cloth::Push push = cloth::push_of_cloth(moving, i, count, near, sheet.near,
                                                          position, moved, sheet.thickness, bodies);
            moving.way += push.both, shift += push.place_only;
        }
        const cloth::Push push =
            cloth::push_of_bodies(moving, 0.5f * sheet.thickness, sheet.dt, bodies);
        moving.way += push.both, shift += push.place_only;
        const float3 at = from + moving.way + shift, speed = keeps * (moving.way + lost);
        next[i] = make_float4(at.x, at.y, at.z, position[i].w);
        v[0] = speed.x, v[1] = speed.y, v[2] = speed.z;
    }
}

}  // namespace

void openmp_sheet(const Sheet* given) {
    const Sheet& sheet = *given;
    const SheetBodies& b = sheet.bodies;
    const Bodies bodies{b.self_friction, b.friction, b.ball, b.spin, three(b.ball_at), b.floor};
#pragma omp parallel
    {
        float4 *position = four(sheet.position), *next = four(sheet.next);
        for (int i = 0; i < sheet.substeps; ++i) {
            if (i % sheet.refresh == 0) find_contacts(sheet, position);
            predict(sheet, position);
            constrain(sheet);
            settle(sheet, bodies, position, next);
            std::swap(position, next);
        }
        if (position != four(sheet.position)) {
#pragma omp for schedule(static)
            for (int i = 0; i < sheet.columns * sheet.rows; ++i) next[i] = position[i];
        }
    }
}

}  // namespace glint::bench::openmp
