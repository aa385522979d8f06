// SPDX-License-Identifier: MIT
// The gravitational pull of cells and points on a body, with Plummer softening and G = 1.
#pragma once

#include <glint/octree.cuh>
#include <glint/sim.cuh>

namespace galaxy {

using glint::kWarpSize;

/// Returns 1 / sqrt(x) for normal (not subnormal) numbers.
__device__ inline float inverse_root(float x) {
#ifdef __GLINT_CPU__
#pragma clang fp reciprocal(on)
    return 1 / sqrtf(x);  // faster than rsqrtf, which handles subnormal numbers
#else
    float y;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
#endif
}

/// Acceleration of a body, and its potential: `depth` is minus the potential.
struct Pull {
    float x = 0, y = 0, z = 0, depth = 0;

    /// Adds the pull of the point `from` with mass w. The body's own point adds only to the depth.
    __device__ void add_point(float4 at, float4 from, float square_softening) {
        const float dx = from.x - at.x, dy = from.y - at.y, dz = from.z - at.z;
        const float inverse =
            inverse_root(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, square_softening))));
        const float each = from.w * inverse;
        const float force = each * (inverse * inverse);
        x = fmaf(force, dx, x), y = fmaf(force, dy, y), z = fmaf(force, dz, z);
        depth += each;
    }

    /// Adds the pull of a cell, to second order in the size of the cell. The depth is
    /// M / R + d 3S d / (2 R^5) - trace S / (2 R^3). R is the softened distance, d the vector to
    /// the center of mass, S the second moments. `second` and `rest` hold 3S and half its trace.
    __device__ void add_cell(float4 at, float4 centre, float4 second, float4 rest,
                             float square_softening) {
        const float dx = centre.x - at.x, dy = centre.y - at.y, dz = centre.z - at.z;
        const float inverse =
            inverse_root(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, square_softening))));
        const float square = inverse * inverse;
        const float each = centre.w * inverse;
        const float third = square * inverse, fifth = third * square;
        const float sx = fmaf(second.x, dx, fmaf(second.y, dy, second.z * dz));
        const float sy = fmaf(second.y, dx, fmaf(second.w, dy, rest.x * dz));
        const float sz = fmaf(second.z, dx, fmaf(rest.x, dy, rest.y * dz));
        const float along = fmaf(dx, sx, fmaf(dy, sy, dz * sz)) * square;
        const float force = fmaf(each, square, fifth * fmaf(2.5f, along, -rest.z));
        x += fmaf(force, dx, -fifth * sx);
        y += fmaf(force, dy, -fifth * sy);
        z += fmaf(force, dz, -fifth * sz);
        depth += fmaf(third, fmaf(0.5f, along, -rest.z / 3), each);
    }
};

/// Cells that a warp has copied to shared memory for all of its lanes.
struct Staged {
    float4 centre[kWarpSize], second[kWarpSize], rest[kWarpSize];
};

/// Visitor of the tree walk of a group: each lane sums the pull on one body of the group.
struct Attraction {
    const float4* points;
    const glint::OctreeMoments* moments;
    Staged& staged;
    float quadrupoles, square_softening;
    float4 at;
    Pull pull;

    __device__ void cells_of(const unsigned int* list, int count) {
        const int lane = static_cast<int>(glint::lane_index());
        if (lane < count) {
            const glint::OctreeMoments cell = moments[list[lane]];
            const float s = 3 * quadrupoles;
            staged.centre[lane] = cell.centre;
            staged.second[lane] = s * cell.second;
            staged.rest[lane] =
                make_float4(s * cell.rest.x, s * cell.rest.y,
                            0.5f * s * (cell.second.x + cell.second.w + cell.rest.y), 0);
        }
        __syncwarp();
#pragma unroll 4
        for (int i = 0; i < count; ++i)
            pull.add_cell(at, staged.centre[i], staged.second[i], staged.rest[i], square_softening);
    }
    __device__ void points_of(unsigned int first, unsigned int end) {
#pragma unroll 4
        for (unsigned int i = first; i < end; ++i) pull.add_point(at, points[i], square_softening);
    }
};

}  // namespace galaxy
