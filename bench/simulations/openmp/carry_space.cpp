// SPDX-License-Identifier: MIT
#include "smoke.hpp"

#include <algorithm>
#include <cmath>

#define GLINT_INLINE inline __attribute__((always_inline))

namespace glint::bench::openmp {
namespace {

/// Where a cell stores a value: at its center, or on its left, upper or near face. y points up.
enum class Spot { middle, left, top, near };

struct Grid {
    int width, height, depth;

    GLINT_INLINE int layer() const { return width * height; }
    GLINT_INLINE int count() const { return layer() * depth; }
};

struct Place {
    float x, y, z;
};

GLINT_INLINE float mix(float a, float b, float t) { return a + (b - a) * t; }
GLINT_INLINE float within(float x, float low, float high) {
    return std::min(std::max(x, low), high);
}
GLINT_INLINE int inside(int i, int count) { return std::min(std::max(i, 0), count - 1); }

/// The eight values around a position, and the weights for interpolation between them.
struct Corners {
    float values[8];
    float s, t, r;

    GLINT_INLINE float value() const {
        const float* v = values;
        return mix(mix(mix(v[0], v[1], s), mix(v[2], v[3], s), t),
                   mix(mix(v[4], v[5], s), mix(v[6], v[7], s), t), r);
    }
    GLINT_INLINE float clamp(float x) const {
        float least = values[0], most = values[0];
        for (int i = 1; i < 8; ++i)
            least = std::min(least, values[i]), most = std::max(most, values[i]);
        return within(x, least, most);
    }
};

/// Returns the values of a field around `place`. The faces at the right, far and bottom sides are
/// not stored: nothing flows through these faces, so their value is 0.
template <Spot spot>
GLINT_INLINE Corners corners(const float* f, Place place, Grid grid) {
    const float x =
        within(place.x - (spot == Spot::left ? 0.0f : 0.5f), -1, static_cast<float>(grid.width));
    const float y =
        within(place.y - (spot == Spot::top ? 1.0f : 0.5f), -1, static_cast<float>(grid.height));
    const float z =
        within(place.z - (spot == Spot::near ? 0.0f : 0.5f), -1, static_cast<float>(grid.depth));
    const float left = std::floor(x), low = std::floor(y), front = std::floor(z);
    const int i = static_cast<int>(left), j = static_cast<int>(low), k = static_cast<int>(front);
    const int xs[] = {inside(i, grid.width), inside(i + 1, grid.width)};
    const int ys[] = {inside(j, grid.height) * grid.width, inside(j + 1, grid.height) * grid.width};
    const int zs[] = {inside(k, grid.depth) * grid.layer(),
                      inside(k + 1, grid.depth) * grid.layer()};
    Corners found{{f[zs[0] + ys[0] + xs[0]], f[zs[0] + ys[0] + xs[1]], f[zs[0] + ys[1] + xs[0]],
                   f[zs[0] + ys[1] + xs[1]], f[zs[1] + ys[0] + xs[0]], f[zs[1] + ys[0] + xs[1]],
                   f[zs[1] + ys[1] + xs[0]], f[zs[1] + ys[1] + xs[1]]},
                  x - left,
                  y - low,
                  z - front};
    for (int n = 0; n < 8; ++n) {
        const bool is_closed = spot == Spot::left   ? i + (n & 1) >= grid.width
                               : spot == Spot::top  ? j + (n >> 1 & 1) < 0
                               : spot == Spot::near ? k + (n >> 2) >= grid.depth
                                                    : false;
        found.values[n] = is_closed ? 0.0f : found.values[n];
    }
    return found;
}

template <Spot spot>
GLINT_INLINE Place place_of(int x, int y, int z) {
    return {static_cast<float>(x) + (spot == Spot::left ? 0.0f : 0.5f),
            static_cast<float>(y) + (spot == Spot::top ? 1.0f : 0.5f),
            static_cast<float>(z) + (spot == Spot::near ? 0.0f : 0.5f)};
}

struct Cell {
    int x, y, z, i;
};

/// Interpolates a field of values at cell centers to the given spot of the cell.
template <Spot spot>
GLINT_INLINE float between(const float* f, const Cell& c, Grid grid) {
    int other = c.i;
    if (spot == Spot::left) other -= c.x > 0 ? 1 : 0;
    if (spot == Spot::top) other += c.y < grid.height - 1 ? grid.width : 0;
    if (spot == Spot::near) other -= c.z > 0 ? grid.layer() : 0;
    return spot == Spot::middle ? f[c.i] : 0.5f * (f[c.i] + f[other]);
}

template <Spot spot>
GLINT_INLINE Place carried(const float* ways, const Cell& c, Grid grid) {
    const int n = grid.count();
    const Place start = place_of<spot>(c.x, c.y, c.z);
    return {
        within(start.x + between<spot>(ways, c, grid), 0, static_cast<float>(grid.width)),
        within(start.y + between<spot>(ways + n, c, grid), 0, static_cast<float>(grid.height) + 1),
        within(start.z + between<spot>(ways + 2 * n, c, grid), 0, static_cast<float>(grid.depth))};
}

/// Calls `visit(Cell)` for each cell. Each thread visits whole rows.
template <class Visit>
GLINT_INLINE void each(Grid grid, const Visit& visit) {
#pragma omp parallel for schedule(static)
    for (int row = 0; row < grid.height * grid.depth; ++row) {
        const int y = row % grid.height, z = row / grid.height;
#pragma omp simd
        for (int x = 0; x < grid.width; ++x) visit(Cell{x, y, z, row * grid.width + x});
    }
}

struct Flow {
    const float *across, *up, *deep;
};

/// Returns the displacement, in cells, that the flow at a position causes in `time`.
GLINT_INLINE Place way(const Flow& flow, Place at, float time, Grid grid) {
    const float cells = time * static_cast<float>(grid.height);
    return {cells * corners<Spot::left>(flow.across, at, grid).value(),
            cells * corners<Spot::top>(flow.up, at, grid).value(),
            cells * corners<Spot::near>(flow.deep, at, grid).value()};
}

void trace(const Flow& flow, float dt, Grid grid, float* ways) {
    const int n = grid.count(), layer = grid.layer();
    each(grid, [=](const Cell& c) __attribute__((always_inline)) {
        const Place at = place_of<Spot::middle>(c.x, c.y, c.z);
        const float half = 0.25f * dt * static_cast<float>(grid.height);
        const bool has_right = c.x + 1 < grid.width, has_low = c.y > 0,
                   has_far = c.z + 1 < grid.depth;
        const float right = flow.across[c.i + (has_right ? 1 : 0)];
        const float low = flow.up[c.i - (has_low ? grid.width : 0)];
        const float far = flow.deep[c.i + (has_far ? layer : 0)];
        const float dx = half * (flow.across[c.i] + (has_right ? right : 0.0f));
        const float dy = half * (flow.up[c.i] + (has_low ? low : 0.0f));
        const float dz = half * (flow.deep[c.i] + (has_far ? far : 0.0f));
        const Place back = way(flow, {at.x - dx, at.y - dy, at.z - dz}, -dt, grid);
        const Place ahead = way(flow, {at.x + dx, at.y + dy, at.z + dz}, dt, grid);
        ways[c.i] = back.x, ways[n + c.i] = back.y, ways[2 * n + c.i] = back.z;
        ways[3 * n + c.i] = ahead.x, ways[4 * n + c.i] = ahead.y, ways[5 * n + c.i] = ahead.z;
    });
}

void carry(const float* const* fields, const float* ways, Grid grid, float* ahead) {
    const int n = grid.count();
    const float *smoke = fields[0], *heat = fields[1], *across = fields[2], *up = fields[3],
                *deep = fields[4];
    each(grid, [=](const Cell& c) __attribute__((always_inline)) {
        const Place from = carried<Spot::middle>(ways, c, grid);
        const float is_inside = from.y <= static_cast<float>(grid.height) ? 1.0f : 0.0f;
        ahead[c.i] = is_inside * corners<Spot::middle>(smoke, from, grid).value();
        ahead[n + c.i] = is_inside * corners<Spot::middle>(heat, from, grid).value();
        ahead[2 * n + c.i] =
            corners<Spot::left>(across, carried<Spot::left>(ways, c, grid), grid).value();
        ahead[3 * n + c.i] =
            corners<Spot::top>(up, carried<Spot::top>(ways, c, grid), grid).value();
        ahead[4 * n + c.i] =
            corners<Spot::near>(deep, carried<Spot::near>(ways, c, grid), grid).value();
    });
}

template <Spot spot>
GLINT_INLINE float corrected(const float* f, const float* ahead, Place from, Place to, int i,
                             Grid grid) {
    const float error = f[i] - corners<spot>(ahead, to, grid).value();
    return corners<spot>(f, from, grid).clamp(ahead[i] + 0.5f * error);
}

void correct_middles(const Smoke& smoke, const float* const* fields, const float* ways, Grid grid,
                     const float* ahead, float* const* next) {
    const int n = grid.count();
    const float *dense = fields[0], *heat = fields[1], fade = smoke.fade, cooling = smoke.cooling;
    float *dense_next = next[0], *heat_next = next[1];
    each(grid, [=](const Cell& c) __attribute__((always_inline)) {
        const Place from = carried<Spot::middle>(ways, c, grid),
                    to = carried<Spot::middle>(ways + 3 * n, c, grid);
        const float is_inside = from.y <= static_cast<float>(grid.height) ? 1.0f : 0.0f;
        dense_next[c.i] =
            is_inside * fade * corrected<Spot::middle>(dense, ahead, from, to, c.i, grid);
        heat_next[c.i] =
            is_inside * cooling * corrected<Spot::middle>(heat, ahead + n, from, to, c.i, grid);
    });
}

template <Spot spot>
void correct_faces(const float* f, const float* ways, Grid grid, const float* ahead, float* next) {
    const int n = grid.count();
    each(grid, [=](const Cell& c) __attribute__((always_inline)) {
        next[c.i] = corrected<spot>(f, ahead, carried<spot>(ways, c, grid),
                                    carried<spot>(ways + 3 * n, c, grid), c.i, grid);
    });
}

}  // namespace

void openmp_carry_space(const Smoke* smoke, const float* const* fields, float* ways, float* ahead,
                        float* const* next) {
    const Grid grid{smoke->width, smoke->height, smoke->depth};
    const int n = grid.count();
    trace({fields[2], fields[3], fields[4]}, smoke->dt, grid, ways);
    carry(fields, ways, grid, ahead);
    correct_middles(*smoke, fields, ways, grid, ahead, next);
    correct_faces<Spot::left>(fields[2], ways, grid, ahead + 2 * n, next[2]);
    correct_faces<Spot::top>(fields[3], ways, grid, ahead + 3 * n, next[3]);
    correct_faces<Spot::near>(fields[4], ways, grid, ahead + 4 * n, next[4]);
}

}  // namespace glint::bench::openmp
