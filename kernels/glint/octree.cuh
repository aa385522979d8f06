// SPDX-License-Identifier: MIT
// The nodes of a glint::LinearOctree, and a walk through them by a warp: for a group of neighbours,
// it finds which cells are far enough to be taken as a whole, and of which all points count. J.
// Barnes and P. Hut, "A hierarchical O(N log N) force-calculation algorithm", 1986; by groups as J.
// Barnes, "A modified tree code: don't laugh, it runs", 1990.
#pragma once

#include <glint/lanes.cuh>

namespace glint {

/// A place with a mass, as arrays on the host have it; kernels take it as a float4.
struct alignas(16) PointMass {
    float x, y, z, mass;
};

/// A cell, with the points from `first` to before `end` in the tree's order. Its children are the
/// nodes from `child` on; a leaf has none. Level 0 is the root's.
struct alignas(16) OctreeNode {
    unsigned int first, end, child;
    unsigned short children, level;
};

/// What is known of the points of a cell as a whole.
struct alignas(16) OctreeMoments {
    float4 centre;  ///< of mass; and the mass
    float4 second;  ///< sums of mass times xx, xy, xz, yy, from the centre of mass
    float4 rest;    ///< yz and zz; the cell's side; how far the centre of mass is from its middle
};

/// The side of leaves that are always taken as a whole: of more points than a leaf has, which the
/// deepest level does not tell apart.
constexpr float kOctreeClump = -1e30f;

/// What a warp keeps in shared memory while it walks.
struct OctreeWalk {
    // Each turn takes kTaken entries and puts at most eight times as many there, a level below.
    static constexpr int kTaken = 4, kLevels = 22;
    static constexpr int kMost = 1 + 7 * kTaken * kLevels;

    unsigned int waiting[kMost];  ///< first children, times 8, and how many there are less one
    unsigned int cells[2 * kWarpSize];
};

namespace detail {

__device__ inline float outside_of(float x, float low, float high) {
    return fmaxf(fmaxf(low - x, x - high), 0.0f);
}

}  // namespace detail

/// Whether a cell may be taken as a whole for all points of the box from `low` to `high`: its
/// centre of mass is further from the box than its side over theta, and as much as it is off the
/// middle. So no point of the box is in the cell, as long as theta is at most 1.15.
__device__ inline bool is_far(const OctreeMoments& cell, float3 low, float3 high, float theta) {
    const float x = detail::outside_of(cell.centre.x, low.x, high.x);
    const float y = detail::outside_of(cell.centre.y, low.y, high.y);
    const float z = detail::outside_of(cell.centre.z, low.z, high.z);
    const float reach = cell.rest.z / theta + cell.rest.w;
    return reach < 0 || x * x + y * y + z * z > reach * reach;
}

/// Calls visit.cell(moments) for the cells that are far from the box, and visit.points_of(first,
/// end) for the points of leaves that are not, as octree_walk() does, by one thread alone: what
/// suits CPUs.
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
/// their numbers in shared memory, and visit.points_of(first, end) for the points of leaves that
/// are not: so each point of the tree counts once, in the same order in all runs. All lanes of the
/// warp call together, with the same values.
template <class Visitor>
__device__ inline void octree_walk(const OctreeNode* nodes, const OctreeMoments* moments,
                                   float3 low, float3 high, float theta, OctreeWalk& walk,
                                   Visitor& visit) {
    constexpr int kChildren = 8;
    const int lane = static_cast<int>(lane_index());
    const unsigned int before = lanes_before();
    const int slot = lane / kChildren;
    const auto child = static_cast<unsigned int>(lane % kChildren);
    if (lane == 0) walk.waiting[0] = 0;  // the root, as an only child
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
