// SPDX-License-Identifier: MIT
// Pull on the bodies of a group, on CPUs. One thread walks the tree and collects cells and bodies
// in structures of arrays. The SIMD lanes then process these lists without idle lanes.
#pragma once

#include <glint/annotations.cuh>

#include "gravity.cuh"

namespace galaxy {

constexpr int kListed = 256;

/// Points and their masses, as a structure of arrays.
struct Points {
    float x[kListed], y[kListed], z[kListed], mass[kListed];

    __device__ void put(int k, float4 p) { x[k] = p.x, y[k] = p.y, z[k] = p.z, mass[k] = p.w; }
    __device__ float4 at(int k) const { return make_float4(x[k], y[k], z[k], mass[k]); }
};

/// Cells as a structure of arrays. Second moments are multiplied by 3; `trace` is half their trace.
struct Cells {
    Points centres;
    float xx[kListed], xy[kListed], xz[kListed], yy[kListed], yz[kListed], zz[kListed];
    float trace[kListed];

    __device__ void put(int k, const glint::OctreeMoments& cell, float quadrupoles) {
        const float s = 3 * quadrupoles;
        centres.put(k, cell.centre);
        xx[k] = s * cell.second.x, xy[k] = s * cell.second.y, xz[k] = s * cell.second.z;
        yy[k] = s * cell.second.w, yz[k] = s * cell.rest.x, zz[k] = s * cell.rest.y;
        trace[k] = 0.5f * s * (cell.second.x + cell.second.w + cell.rest.y);
    }
    __device__ float4 second(int k) const { return make_float4(xx[k], xy[k], xz[k], yy[k]); }
    __device__ float4 rest(int k) const { return make_float4(yz[k], zz[k], trace[k], 0); }
};

/// The cells and bodies that the walk of a group has collected, and the pull on the group's bodies.
/// The group consists of the bodies from `first` to before `end`.
struct Met {
    const float4* sorted;
    unsigned int first, end;
    float quadrupoles, square_softening;
    Pull pulls[kWarpSize];
    Points points;
    Cells cells;
    int point_count = 0, cell_count = 0;

    __device__ void cell(const glint::OctreeMoments& met) {
        cells.put(cell_count++, met, quadrupoles);
        if (cell_count == kListed) pull_by_cells();
    }
    __device__ void points_of(unsigned int from, unsigned int to) {
        for (unsigned int i = from; i < to; ++i) {
            points.put(point_count++, sorted[i]);
            if (point_count == kListed) pull_by_points();
        }
    }
    __device__ void finish() { pull_by_cells(), pull_by_points(); }

private:
    __device__ void pull_by_cells() {
        for (unsigned int i = first; i < end; ++i)
            add(pulls[i - first], cell_count, [&, at = sorted[i]](int k, Pull& one) {
                one.add_cell(at, cells.centres.at(k), cells.second(k), cells.rest(k),
                             square_softening);
            });
        cell_count = 0;
    }
    __device__ void pull_by_points() {
        for (unsigned int i = first; i < end; ++i)
            add(pulls[i - first], point_count, [&, at = sorted[i]](int k, Pull& one) {
                one.add_point(at, points.at(k), square_softening);
            });
        point_count = 0;
    }
    template <class Each>
    __device__ static void add(Pull& pull, int count, Each each) {
#ifdef __GLINT_CPU__
#pragma clang fp reassociate(on)
#endif
        float x = 0, y = 0, z = 0, depth = 0;
        GLINT_BY_LANES
        for (int k = 0; k < count; ++k) {
            Pull one;
            each(k, one);
            x += one.x, y += one.y, z += one.z, depth += one.depth;
        }
        pull.x += x, pull.y += y, pull.z += z, pull.depth += depth;
    }
};

}  // namespace galaxy
