// SPDX-License-Identifier: MIT
// The grid of the material point method: quadratic B-splines, integer sums, and walls.
//
// Lengths are in cells, times in substeps, and masses in masses of a cell of water, so that values
// are near 1. Nodes store mass and momentum as integers. Unlike sums of floats, sums of integers do
// not depend on the order, and shared memory adds integers in one instruction.
#pragma once

#include <glint/matrix.cuh>
#include <glint/vector.cuh>

namespace sand_snow {

/// Node (i, j, k) is at position (i, j, k), in cells. x is the fastest index.
struct Grid {
    int width, height, depth;

    __device__ int count() const { return width * height * depth; }
    __device__ int index(int3 node) const { return (node.z * height + node.y) * width + node.x; }
    __device__ bool has(int3 node) const {
        return node.x >= 0 && node.y >= 0 && node.z >= 0 && node.x < width && node.y < height &&
               node.z < depth;
    }
    /// Returns true if all nodes of a particle at `p` are in the grid. Returns false for NaN.
    __device__ bool has_place(float3 p) const {
        return p.x >= 0.5f && p.y >= 0.5f && p.z >= 0.5f && p.x < width - 1.5f &&
               p.y < height - 1.5f && p.z < depth - 1.5f;
    }
};

/// Walls pass through the fourth node from each side of the grid. Everything beyond is solid.
constexpr int kWall = 3;

// A node can store the mass of 16 cells of water, and the momentum of 8 at one cell per substep.
constexpr float kMassUnits = 0x1p27f, kMomentumUnits = 0x1p28f;

/// The 27 nodes around a position, which start at `base`, and their weights along each axis. The
/// weight of a node is the product of its weights along x, y and z.
struct Spline {
    int3 base;
    float3 off;      // position minus `base`: 0.5 to 1.5 along each axis
    float3 x, y, z;  // weights of the three nodes along each axis

    __device__ explicit Spline(float3 p) {
        base = make_int3(static_cast<int>(p.x - 0.5f), static_cast<int>(p.y - 0.5f),
                         static_cast<int>(p.z - 0.5f));
        off = p - make_float3(base.x, base.y, base.z);
        x = weights(off.x), y = weights(off.y), z = weights(off.z);
    }

private:
    __device__ static float3 weights(float d) {
        return make_float3(0.5f * (1.5f - d) * (1.5f - d), 0.75f - (d - 1) * (d - 1),
                           0.5f * (d - 0.5f) * (d - 0.5f));
    }
};

// Unroll factors of loops over the three nodes along an axis: kUnrolled for code that runs often,
// and kRolled for code that runs rarely.
constexpr int kRolled = 1, kUnrolled = 3;
__device__ inline float nth(float3 v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }

/// Motion of the material at a particle, in cells and substeps.
struct Motion {
    float3 velocity;
    glint::float3x3 slope;  // row r: gradient of component r of the velocity
};

/// Motion of a particle: the weighted mean of the velocities of its nodes, at(i, j, k), and the
/// affine part (Jiang et al. 2015), which conserves angular momentum in the transfer.
template <int kTimes, class At>
__device__ Motion gathered(const Spline& s, At at) {
    const float3 none = make_float3(0, 0, 0);
    float3 sum = none, along_x = none, along_y = none, along_z = none;
#pragma unroll kTimes
    for (int k = 0; k < 3; ++k) {
        float3 plane = none, plane_x = none, plane_y = none;
#pragma unroll kTimes
        for (int j = 0; j < 3; ++j) {
            float3 row = none, row_x = none;
#pragma unroll kTimes
            for (int i = 0; i < 3; ++i) {
                const float3 v = nth(s.x, i) * at(i, j, k);
                row += v;
                row_x += (i - s.off.x) * v;
            }
            plane += nth(s.y, j) * row;
            plane_x += nth(s.y, j) * row_x;
            plane_y += nth(s.y, j) * (j - s.off.y) * row;
        }
        sum += nth(s.z, k) * plane;
        along_x += nth(s.z, k) * plane_x;
        along_y += nth(s.z, k) * plane_y;
        along_z += nth(s.z, k) * (k - s.off.z) * plane;
    }
    return {sum,
            glint::transpose(glint::float3x3{{4.0f * along_x, 4.0f * along_y, 4.0f * along_z}})};
}

/// Contribution of a particle to its nodes, in the units of nodes.
struct Share {
    float mass;
    float3 momentum;
    glint::float3x3 slope;  // gradient of the momentum
    float dither;           // 0 to 1; add before rounding values down
};

/// Calls `add(i, j, k, mass, momentum)` for each node, with the share that the node gets from a
/// particle. Momentum varies linearly, with gradient `slope`. `add` must round all values down.
template <int kTimes, class Add>
__device__ void scatter_to(const Spline& s, const Share& share, Add add) {
    const auto& [mass, momentum, slope, dither] = share;
    const glint::float3x3 along = glint::transpose(slope);
#pragma unroll kTimes
    for (int k = 0; k < 3; ++k) {
        const float3 plane = momentum + (k - s.off.z) * along.row[2];
#pragma unroll kTimes
        for (int j = 0; j < 3; ++j) {
            const float3 row = plane + (j - s.off.y) * along.row[1];
            const float weight = nth(s.y, j) * nth(s.z, k);
#pragma unroll kTimes
            for (int i = 0; i < 3; ++i) {
                const float w = weight * nth(s.x, i);
                add(i, j, k, w * mass + dither, w * (row + (i - s.off.x) * along.row[0]) + dither);
            }
        }
    }
}

/// Forces that change the velocities of nodes between the two transfers of a substep.
struct NodeForces {
    Grid grid;
    float pull;            // gravity, in cells per substep squared
    float floor_friction;  // Coulomb coefficient: friction impulse over normal impulse
    float wall_friction;
    bool sticky;
};

/// Stops motion into a wall with the given inward normal, and applies friction. Keeps other motion.
__device__ inline float3 held_back(float3 v, float3 normal, float friction) {
    const float into = -glint::dot(v, normal);
    if (into <= 0) return v;
    const float3 along = v + into * normal;
    const float speed = glint::length(along);
    return speed > friction * into ? (1 - friction * into / speed) * along : make_float3(0, 0, 0);
}

__device__ inline float3 slide_along_walls(float3 v, int3 node, const NodeForces& around) {
    const int3 low = make_int3(node.x <= kWall, node.y <= kWall, node.z <= kWall);
    const int3 high =
        make_int3(node.x >= around.grid.width - 1 - kWall, node.y >= around.grid.height - 1 - kWall,
                  node.z >= around.grid.depth - 1 - kWall);
    const int3 side = low - high;
    if (side.x == 0 && side.y == 0 && side.z == 0) return v;
    if (around.sticky) return make_float3(0, 0, 0);
    if (side.y != 0)
        v = held_back(v, make_float3(0, side.y, 0),
                      side.y > 0 ? around.floor_friction : around.wall_friction);
    if (side.x != 0) v = held_back(v, make_float3(side.x, 0, 0), around.wall_friction);
    if (side.z != 0) v = held_back(v, make_float3(0, 0, side.z), around.wall_friction);
    return v;
}

/// Offset of value c (0: mass, 1 to 3: momentum) of node i. GPUs use four arrays; CPUs interleave.
__device__ inline int node_place(int c, int i, Grid grid) {
#ifdef __GLINT_CPU__
    return 4 * i + c;
#else
    return c * grid.count() + i;
#endif
}

/// Velocity of a node after gravity and walls have acted on it.
__device__ inline float3 node_velocity(const int* nodes, int3 node, const NodeForces& around) {
    const int i = around.grid.index(node);
    const auto number = [&](int c) { return nodes[node_place(c, i, around.grid)]; };
    const int mass = number(0);
    if (mass <= 0) return make_float3(0, 0, 0);
    const float each = kMassUnits / kMomentumUnits / mass;
    const float3 v =
        make_float3(number(1) * each, number(2) * each - around.pull, number(3) * each);
    return slide_along_walls(v, node, around);
}

}  // namespace sand_snow
