// SPDX-License-Identifier: MIT
#include "smoke.hpp"

#include <algorithm>
#include <cmath>

#define GLINT_INLINE inline __attribute__((always_inline))

namespace glint::bench::openmp {
namespace {

/// Where a cell stores a value: at its center, on its left face, or on its upper face. y points
/// down.
enum class Spot { middle, left, top };

struct Grid {
    int width, height;
};

struct Place {
    float x, y;
};

GLINT_INLINE float mix(float a, float b, float t) { return a + (b - a) * t; }
GLINT_INLINE float within(float x, float low, float high) {
    return std::min(std::max(x, low), high);
}

GLINT_INLINE int inside(int i, int count) { return std::min(std::max(i, 0), count - 1); }

/// The four values around a position, and the weights for interpolation between them.
struct Corners {
    float a, b, c, d, s, t;

    GLINT_INLINE float value() const { return mix(mix(a, b, s), mix(c, d, s), t); }
    GLINT_INLINE float clamp(float x) const {
        return within(x, std::min(std::min(a, b), std::min(c, d)),
                      std::max(std::max(a, b), std::max(c, d)));
    }
};

/// Returns the values of a field around `place`. The faces at the right and bottom sides are not
/// stored: nothing flows through these faces, so their value is 0.
template <Spot spot>
GLINT_INLINE Corners corners(const float* f, Place place, Grid grid) {
    const float x =
        within(place.x - (spot == Spot::left ? 0 : 0.5f), -1, static_cast<float>(grid.width) + 1);
    const float y =
        within(place.y - (spot == Spot::top ? 0 : 0.5f), -1, static_cast<float>(grid.height) + 1);
    const float left = std::floor(x), up = std::floor(y);
    const int i = static_cast<int>(left), j = static_cast<int>(up);
    const int i0 = inside(i, grid.width), i1 = inside(i + 1, grid.width);
    const int j0 = inside(j, grid.height) * grid.width,
              j1 = inside(j + 1, grid.height) * grid.width;
    const float a = f[j0 + i0], b = f[j0 + i1], c = f[j1 + i0], d = f[j1 + i1];
    const auto is_closed = [&](int right, int below) {
        return spot == Spot::left  ? i + right >= grid.width
               : spot == Spot::top ? j + below >= grid.height
                                   : false;
    };
    return {is_closed(0, 0) ? 0.0f : a,
            is_closed(1, 0) ? 0.0f : b,
            is_closed(0, 1) ? 0.0f : c,
            is_closed(1, 1) ? 0.0f : d,
            x - left,
            y - up};
}

template <Spot spot>
GLINT_INLINE Place place_of(int x, int y) {
    return {static_cast<float>(x) + (spot == Spot::left ? 0 : 0.5f),
            static_cast<float>(y) + (spot == Spot::top ? 0 : 0.5f)};
}

struct Flow {
    const float *across, *down;
};

GLINT_INLINE Place moved(const Flow& flow, Place from, Place by, float time, Grid grid) {
    const float cells = time * static_cast<float>(grid.height);
    return {from.x + cells * corners<Spot::left>(flow.across, by, grid).value(),
            from.y + cells * corners<Spot::top>(flow.down, by, grid).value()};
}

/// Returns the position to which the flow carries `place` in `time`. Uses the midpoint method.
GLINT_INLINE Place carried(const Flow& flow, Place place, float time, Grid grid) {
    const Place middle = moved(flow, place, place, 0.5f * time, grid);
    const Place end = moved(flow, place, middle, time, grid);
    return {within(end.x, 0, static_cast<float>(grid.width)),
            within(end.y, -1, static_cast<float>(grid.height))};
}

template <Spot spot>
GLINT_INLINE float corrected(const float* f, const float* ahead, Place from, Place to, int i,
                             Grid grid) {
    const float error = f[i] - corners<spot>(ahead, to, grid).value();
    return corners<spot>(f, from, grid).clamp(ahead[i] + 0.5f * error);
}

/// Calls `visit(x, y, i)` for each cell, where i is its index. Each thread visits whole rows.
template <class Visit>
GLINT_INLINE void each(Grid grid, const Visit& visit) {
#pragma omp parallel for schedule(static)
    for (int y = 0; y < grid.height; ++y)
#pragma omp simd
        for (int x = 0; x < grid.width; ++x) visit(x, y, y * grid.width + x);
}

void carry(const Smoke& smoke, const float* const* fields, float* const* ahead) {
    const Grid grid{smoke.width, smoke.height};
    const Flow flow{fields[2], fields[3]};
    const float dt = smoke.dt;
    const float *dense = fields[0], *heat = fields[1];
    float *dense_ahead = ahead[0], *heat_ahead = ahead[1], *across_ahead = ahead[2],
          *down_ahead = ahead[3];
    each(grid, [=](int x, int y, int i) __attribute__((always_inline)) {
        const Place middle = carried(flow, place_of<Spot::middle>(x, y), -dt, grid);
        const Place left = carried(flow, place_of<Spot::left>(x, y), -dt, grid);
        const Place top = carried(flow, place_of<Spot::top>(x, y), -dt, grid);
        const float inside = middle.y < 0 ? 0.0f : 1.0f;
        dense_ahead[i] = inside * corners<Spot::middle>(dense, middle, grid).value();
        heat_ahead[i] = inside * corners<Spot::middle>(heat, middle, grid).value();
        across_ahead[i] = corners<Spot::left>(flow.across, left, grid).value();
        down_ahead[i] = corners<Spot::top>(flow.down, top, grid).value();
    });
}

void correct_middles(const Smoke& smoke, const float* const* fields, const float* const* ahead,
                     float* const* next) {
    const Grid grid{smoke.width, smoke.height};
    const Flow flow{fields[2], fields[3]};
    const float dt = smoke.dt, fade = smoke.fade, cooling = smoke.cooling;
    const float *dense = fields[0], *heat = fields[1], *dense_ahead = ahead[0],
                *heat_ahead = ahead[1];
    float *dense_next = next[0], *heat_next = next[1];
    each(grid, [=](int x, int y, int i) __attribute__((always_inline)) {
        const Place place = place_of<Spot::middle>(x, y);
        const Place from = carried(flow, place, -dt, grid), to = carried(flow, place, dt, grid);
        const float inside = from.y < 0 ? 0.0f : 1.0f;
        dense_next[i] =
            inside * fade * corrected<Spot::middle>(dense, dense_ahead, from, to, i, grid);
        heat_next[i] =
            inside * cooling * corrected<Spot::middle>(heat, heat_ahead, from, to, i, grid);
    });
}

template <Spot spot>
void correct_faces(const Smoke& smoke, const Flow& flow, const float* f, const float* ahead,
                   float* next) {
    const Grid grid{smoke.width, smoke.height};
    const float dt = smoke.dt;
    each(grid, [=](int x, int y, int i) __attribute__((always_inline)) {
        const Place place = place_of<spot>(x, y);
        next[i] = corrected<spot>(f, ahead, carried(flow, place, -dt, grid),
                                  carried(flow, place, dt, grid), i, grid);
    });
}

}  // namespace

void openmp_carry_plane(const Smoke* smoke, const float* const* fields, float* const* ahead,
                        float* const* next) {
    const Flow flow{fields[2], fields[3]};
    carry(*smoke, fields, ahead);
    correct_middles(*smoke, fields, ahead, next);
    correct_faces<Spot::left>(*smoke, flow, fields[2], ahead[2], next[2]);
    correct_faces<Spot::top>(*smoke, flow, fields[3], ahead[3], next[3]);
}

}  // namespace glint::bench::openmp
