// SPDX-License-Identifier: MIT
// The nodes of a glint::LinearOctree, and a tree traversal by a warp. For a group of neighboring
// points, it finds the cells that are far enough to be treated as a whole, and the leaves whose
// points must be visited. J. Barnes and P. Hut, "A hierarchical O(N log N) force-calculation
// algorithm", 1986; groups as in J. Barnes, "A modified tree code: don't laugh, it runs", 1990.
#pragma once

#include <glint/lanes.cuh>

namespace glint {

/// A position with a mass: the element type of host arrays. Kernels receive it as a float4.
struct alignas(16) PointMass {
    float x, y, z, mass;
};

/// A cell with the points from `first` (inclusive) to `end` (exclusive) in tree order. Its children
/// are the nodes starting at `child`; a leaf has no children. The root is at level 0.
struct alignas(16) OctreeNode {
    unsigned int first, end, child;
    unsigned short children, level;
};

/// Moments of the points of a cell.
struct alignas(16) OctreeMoments {
    float4 centre;  ///< center of mass, and the total mass
    float4 second;  ///< sums of mass times xx, xy, xz, yy, from the center of mass
    float4 rest;    ///< yz, zz; cell side; distance from center of mass to cell center
};

/// Stored as the side of a cell to mark it as a clump: a leaf with more points than the limit, as
/// even the deepest level does not separate them. It is always treated as a whole.
constexpr float kOctreeClump = -1e30f;

/// Shared memory of a warp during the traversal.
struct OctreeWalk {
    // Each iteration takes kTaken entries, and pushes up to eight children for each of them.
    static constexpr int kTaken = 4, kLevels = 22;
    static constexpr int kMax = 1 + 7 * kTaken * kLevels;

    unsigned int waiting[kMax];  ///< 8 * index of the first child + number of children - 1
    unsigned int cells[2 * kWarpSize];
};

namespace detail {

__device__ inline float outside_of(float x, float low, float high) {
    return fmaxf(fmaxf(low - x, x - high), 0.0f);
}

}  // namespace detail

/// True if a cell may be treated as a whole for all points of the box from `low` to `high`. The
/// cell's center of mass must be farther from the box than side / theta plus its offset from the
/// cell's center. If theta is at most 1.15, such a cell contains no point of the box.
__device__ inline bool is_far(const OctreeMoments& cell, float3 low, float3 high, float theta) {
    const float x = detail::outside_of(cell.centre.x, low.x, high.x);
    const float y = detail::outside_of(cell.centre.y, low.y, high.y);
    const float z = detail::outside_of(cell.centre.z, low.z, high.z);
    const float reach = cell.rest.z / theta + cell.rest.w;
    return reach < 0 || x * x + y * y + z * z > reach * reach;
}

/// Like octree_walk(), but with a single thread, which suits CPUs. Calls visit.cell(moments) for
/// cells that are far from the box, and visit.points_of(first, end) for the points of all leaves
/// that are not far.
template <class Visitor>
__device__ inline void octree_walk_alone(const OctreeNode* nodes, const OctreeMoments* moments,
                                         float3 low, float3 high, float theta, Visitor& visit) {
    unsigned int waiting[1 + 7 * OctreeWalk::kLevels];
    int count = 1;
    waiting[0] = 0;
    while (count > 0) {
        const unsigned int index = waiting[--count];
        const OctreeNode node = nodes[index];
        if (is_far(moments[index], low, high, theta)) {
            visit.cell(moments[index]);
        } else if (node.children == 0) {
            visit.points_of(node.first, node.end);
        } else {
            for (unsigned int i = 0; i < node.children; ++i) waiting[count++] = node.child + i;
        }
    }
}

/// Calls visit.cells_of(list, count) for up to 32 cells at a time that are far from the box, with
/// the cells' indices in shared memory. Calls visit.points_of(first, end) for the points of all
/// leaves that are not far. Each point of the tree is thus included once, in the same order in all
/// runs. All lanes of the warp must call this together, with the same arguments.
template <class Visitor>
__device__ inline void octree_walk(const OctreeNode* nodes, const OctreeMoments* moments,
                                   float3 low, float3 high, float theta, OctreeWalk& walk,
                                   Visitor& visit) {
    constexpr int kChildren = 8;
    const int lane = static_cast<int>(lane_index());
    const unsigned int before = lanes_before();
    const int slot = lane / kChildren;
    const auto child = static_cast<unsigned int>(lane % kChildren);
    if (lane == 0) walk.waiting[0] = 0;  // the root, encoded as a single child
    __syncwarp();
    int waiting = 1, found = 0;
    while (waiting > 0 || found > 0) {
        if (found >= kWarpSize || waiting == 0) {
            const int count = found < kWarpSize ? found : kWarpSize;
            visit.cells_of(walk.cells, count);
            __syncwarp();
            const unsigned int left = walk.cells[kWarpSize + lane];
            __syncwarp();
            walk.cells[lane] = left;
            __syncwarp();
            found -= count;
            continue;
        }
        const int taken = waiting < OctreeWalk::kTaken ? waiting : OctreeWalk::kTaken;
        const unsigned int entry = slot < taken ? walk.waiting[waiting - 1 - slot] : 0;
        const bool is_there = slot < taken && child <= entry % kChildren;
        const unsigned int index = is_there ? entry / kChildren + child : 0;
        waiting -= taken;
        const OctreeNode node = nodes[index];
        const bool far = is_far(moments[index], low, high, theta);
        const bool is_leaf = node.children == 0;
        const unsigned int opened = __ballot_sync(kAllLanes, is_there && !far && !is_leaf);
        const unsigned int whole = __ballot_sync(kAllLanes, is_there && far);
        unsigned int leaves = __ballot_sync(kAllLanes, is_there && !far && is_leaf);
        __syncwarp();
        if (is_there && !far && !is_leaf)
            walk.waiting[waiting + __popc(opened & before)] =
                node.child * kChildren + node.children - 1u;
        if (is_there && far) walk.cells[found + __popc(whole & before)] = index;
        __syncwarp();
        waiting += __popc(opened);
        found += __popc(whole);
        for (; leaves != 0; leaves &= leaves - 1) {
            const int source = __ffs(static_cast<int>(leaves)) - 1;
            visit.points_of(shuffle(node.first, source), shuffle(node.end, source));
        }
    }
}

}  // namespace glint
