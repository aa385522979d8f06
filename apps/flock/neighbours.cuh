// SPDX-License-Identifier: MIT
// Neighbor search: finds the boids within sight by visiting rows of cells of a sorted cell list.
// The box may wrap. The flocking behavior follows C. W. Reynolds, "Flocks, Herds, and Schools: A
// Distributed Behavioral Model", 1987.
#pragma once

#include <glint/cells.cuh>
#include <glint/hash.cuh>
#include <glint/vector.cuh>

namespace flock {

__device__ inline float3 xyz(float4 v) { return make_float3(v.x, v.y, v.z); }

/// The boids' box, from 0 to `size`, in meters.
struct Box {
    float3 size;
    bool wraps, is_flat;

    /// Shortest displacement to the same position, through the box's sides if the box wraps.
    __device__ float3 shortest(float3 way) const {
        if (!wraps) return way;
        return make_float3(way.x - size.x * rintf(way.x / size.x),
                           way.y - size.y * rintf(way.y / size.y),
                           is_flat ? way.z : way.z - size.z * rintf(way.z / size.z));
    }
    /// Returns the position inside the box: wrapped if the box wraps, and clamped otherwise.
    __device__ float3 inside(float3 at) const {
        return make_float3(inside(at.x, size.x), inside(at.y, size.y),
                           is_flat ? at.z : inside(at.z, size.z));
    }
    __device__ bool has(float3 at) const {
        return at.x >= 0 && at.y >= 0 && at.z >= 0 && at.x < size.x && at.y < size.y &&
               at.z < size.z;
    }

private:
    __device__ float inside(float x, float length) const {
        if (!wraps) return fminf(fmaxf(x, 0.0f), 0.99999994f * length);
        const float in = x - length * floorf(x / length);
        return in < length ? in : 0.0f;  // -1e-9 would become `length` by rounding
    }
};

struct Sight {
    float sight;  ///< m: sight distance
    float apart;  ///< m: separation distance
    int most;     ///< maximum number of boids to visit per row of three cells; 0: all
};

/// Sums over the boids that a boid sees.
struct Seen {
    float3 heading = {0, 0, 0};  ///< sum of velocities
    float3 way = {0, 0, 0};      ///< sum of vectors to the boids
    float3 push = {0, 0, 0};     ///< sum of unit vectors from the boids, times 1 - distance / apart
    float count = 0;
    bool touches = false, is_sampled = false;
};

/// The view of boid `own`. meet() adds boid j to the sums as `weight` boids.
struct Look {
    const float4* position;
    const float4* velocity;
    Box box;
    Sight sight;
    float3 at;
    int own;

    /// Branches only for coinciding boids. Other branches would make the lanes of a warp diverge.
    template <bool kWraps>
    __device__ void meet(int j, float weight, Seen& seen) const {
        float3 way = xyz(position[j]) - at;
        if (kWraps) way = box.shortest(way);
        const float square = glint::dot(way, way);
        const float counted = square < sight.sight * sight.sight && j != own ? weight : 0.0f;
        seen.count += counted;
        seen.heading += counted * xyz(velocity[j]);
        seen.way += counted * way;
        const float nearness = fmaxf(rsqrtf(fmaxf(square, 1e-30f)) - 1 / sight.apart, 0.0f);
        seen.push -= counted * nearness * way;
        if (square == 0 && j != own) {
            seen.touches = true;
            seen.push += weight * any_way(j);
        }
    }

private:
    /// Direction that separates coinciding boids: the two boids of a pair get opposite directions.
    __device__ float3 any_way(int other) const {
        const float3 u = glint::uniform3(own < other ? own : other, own < other ? other : own, 77);
        const float3 centred = make_float3(u.x - 0.5f, u.y - 0.5f, box.is_flat ? 0.0f : u.z - 0.5f);
        const float3 way = glint::normalize(centred, make_float3(1, 0, 0));
        return own < other ? way : -way;
    }
};

/// Visits all boids of a range. If the range has more than `most` boids, visits every stride-th
/// boid, from a random start. All boids have equal probabilities, so weighted sums are unbiased.
template <bool kWraps>
__device__ void meet_range(const Look& look, glint::CellRange range, float start, Seen& seen) {
    const int length = range.end - range.first, most = look.sight.most;
    const int stride = most > 0 && length > most ? (length - 1) / most + 1 : 1;
    if (stride > 1) seen.is_sampled = true;
    const int first = range.first + static_cast<int>(start * stride);
    for (int j = first; j < range.end; j += stride)
        look.template meet<kWraps>(j, static_cast<float>(stride), seen);
}

/// Visits the rows of cells around a cell in a box that wraps. A row across a side is two ranges.
__device__ inline Seen seen_round(const Look& look, const glint::CellLayout& layout,
                                  const int* begins, int3 cell, float start) {
    Seen seen;
    const int3 n = layout.cells;
    const auto turned = [](int x, int count) {
        return x < 0 ? x + count : x < count ? x : x - count;
    };
    const int z_reach = n.z == 1 ? 0 : 1;
    for (int dz = -z_reach; dz <= z_reach; ++dz)
        for (int dy = -1; dy <= 1; ++dy) {
            const int row = (turned(cell.z + dz, n.z) * n.y + turned(cell.y + dy, n.y)) * n.x;
            const int low = cell.x > 0 ? cell.x - 1 : 0;
            const int high = cell.x + 1 < n.x ? cell.x + 1 : n.x - 1;
            meet_range<true>(look, {begins[row + low], begins[row + high + 1]}, start, seen);
            if (cell.x == 0)
                meet_range<true>(look, {begins[row + n.x - 1], begins[row + n.x]}, start, seen);
            if (cell.x == n.x - 1)
                meet_range<true>(look, {begins[row], begins[row + 1]}, start, seen);
            start = start + 0.618034f - floorf(start + 0.618034f);
        }
    return seen;
}

/// Sums over the boids that boid look.own sees from the cell. `start` is a random number in [0, 1),
/// equal for all boids of a cell, so that the lanes of a warp read the same boids.
__device__ inline Seen seen_from(const Look& look, const glint::CellLayout& layout,
                                 const int* begins, int3 cell, float start) {
    if (look.box.wraps) return seen_round(look, layout, begins, cell, start);
    Seen seen;
    for (int z = cell.z - 1; z <= cell.z + 1; ++z)
        for (int y = cell.y - 1; y <= cell.y + 1; ++y) {
            meet_range<false>(look, glint::near_in_row(layout, begins, cell.x, y, z), start, seen);
            start = start + 0.618034f - floorf(start + 0.618034f);
        }
    return seen;
}

/// Signed distances to obstacles, stored for the centers of cells of 1 m.
struct Solid {
    const float* distance;
    int3 count;

    /// Gradient (x, y, z) and distance (w). Linear between cell centers, constant outside.
    __device__ float4 at(float3 place) const {
        int x, y, z;
        const float a = part(place.x, count.x, x), b = part(place.y, count.y, y),
                    c = part(place.z, count.z, z);
        const int dx = count.x > 1 ? 1 : 0, dy = count.y > 1 ? count.x : 0,
                  dz = count.z > 1 ? count.x * count.y : 0;
        const float* d = distance + (z * count.y + y) * count.x + x;
        const auto mix = [](float from, float to, float share) {
            return from + share * (to - from);
        };
        const float e00 = d[dx] - d[0], e10 = d[dy + dx] - d[dy], e01 = d[dz + dx] - d[dz],
                    e11 = d[dz + dy + dx] - d[dz + dy];
        const float l00 = d[0] + a * e00, l10 = d[dy] + a * e10, l01 = d[dz] + a * e01,
                    l11 = d[dz + dy] + a * e11;
        const float l0 = mix(l00, l10, b), l1 = mix(l01, l11, b);
        return make_float4(mix(mix(e00, e10, b), mix(e01, e11, b), c), mix(l10 - l00, l11 - l01, c),
                           l1 - l0, mix(l0, l1, c));
    }

private:
    /// Finds the center at or below a coordinate. Returns the fraction of the way to the next.
    __device__ static float part(float place, int cells, int& lower) {
        const float at = glint::clamp(place - 0.5f, 0.0f, cells - 1.0f);
        lower = min(static_cast<int>(at), max(cells - 2, 0));
        return at - lower;
    }
};

}  // namespace flock
