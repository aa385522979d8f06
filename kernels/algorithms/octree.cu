// SPDX-License-Identifier: MIT
// A linear octree: points in Morton order, and nodes that are ranges of points. All nodes are found
// in parallel from the codes of adjacent points, not level by level, similar to T. Karras,
// "Maximizing parallelism in the construction of BVHs, octrees, and k-d trees", 2012.
#include <glint/atomic.cuh>
#include <glint/morton.cuh>
#include <glint/octree.cuh>
#include <glint/warp.cuh>

namespace glint::octree {

using Key = unsigned long long;

constexpr int kThreads = 256;
constexpr int kDeepest = 21;             // deepest level; a key has three bits per level
constexpr float kCells = 1 << kDeepest;  // cells of the deepest level along the root's side
constexpr Key kOutside = ~0ull;          // the key of points that are not in the tree

/// The bounding box of all points in the tree.
struct Bounds {
    float low[3], high[3];
};

/// The cube of the root cell.
struct Cube {
    float3 low;
    float side;

    __device__ explicit Cube(const Bounds& bounds) {
        low = make_float3(bounds.low[0], bounds.low[1], bounds.low[2]);
        side = fmaxf(bounds.high[0] - low.x, fmaxf(bounds.high[1] - low.y, bounds.high[2] - low.z));
        if (!(side > 0)) side = 1;
    }
    __device__ Key key(float4 p) const {
        return morton3(cell(p.x - low.x), cell(p.y - low.y), cell(p.z - low.z));
    }
    /// The center of the cell at `level` that contains a key.
    __device__ float3 middle(Key key, int level) const {
        const float size = side_of(level);
        const int shift = kDeepest - level;
        const auto along = [&](int axis) {
            return ((morton3_coordinate(key, axis) >> shift) + 0.5f) * size;
        };
        return make_float3(low.x + along(0), low.y + along(1), low.z + along(2));
    }
    __device__ float side_of(int level) const { return ldexpf(side, -level); }

private:
    __device__ unsigned int cell(float offset) const {
        return static_cast<unsigned int>(fminf(offset / side * kCells, kCells - 1));
    }
};

/// Counts that the host reads.
struct Counts {
    unsigned int outside, groups, coinciding;
    unsigned int nodes[kDeepest + 1];  // per level
};

struct Capacities {
    unsigned int leaf, group, bucket;
};

__device__ inline unsigned int thread() { return blockIdx.x * kThreads + threadIdx.x; }

__device__ inline bool is_inside(float4 p, float reach) {
    return fabsf(p.x) <= reach && fabsf(p.y) <= reach && fabsf(p.z) <= reach &&
           fabsf(p.w) <= 3.4e38f;
}

/// Returns the prefix of a key that identifies the key's cell at a level.
__device__ inline Key cell_of(Key key, int level) { return key >> 3 * (kDeepest - level); }

/// Returns the deepest level at which two keys are in the same cell.
__device__ inline int shared_level(Key a, Key b) {
    return a == b ? kDeepest : (__clzll(static_cast<long long>(a ^ b)) - 1) / 3;
}

/// Returns the index of a cell's first key from `low` on. That key must not be after `high`.
__device__ inline unsigned int first_of(const Key* keys, unsigned int low, unsigned int high,
                                        Key cell, int level) {
    while (low < high) {
        const unsigned int middle = low + (high - low) / 2;
        if (cell_of(keys[middle], level) < cell)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// Returns the level of the leaf with key i if every cell with more than `most` points is divided.
__device__ inline int undivided_level(const Key* keys, unsigned int count, unsigned int i,
                                      unsigned int most) {
    int low = 0, high = kDeepest;
    const unsigned int before = i > most ? i - most : 0;
    while (low < high) {
        const int level = (low + high) / 2;
        const Key cell = cell_of(keys[i], level);
        // If `first` equals `before`, the cell may start earlier, but then it has too many points.
        const unsigned int first = first_of(keys, before, i, cell, level);
        if (first + most < count && cell_of(keys[first + most], level) == cell)
            low = level + 1;
        else
            high = level;
    }
    return low;
}

/// Lower half: number of nodes that start before key i. Upper half: number of groups that do.
__device__ inline unsigned long long before(const unsigned long long* sums, unsigned int i) {
    return i > 0 ? sums[i - 1] : 0;
}

/// Returns the deepest level that keys i - 1 and i share. Nodes that start at key i are deeper.
__device__ inline int level_before(const Key* keys, unsigned int i) {
    return i > 0 ? shared_level(keys[i - 1], keys[i]) : -1;
}

}  // namespace glint::octree

extern "C" __global__ void octree_begin(glint::octree::Bounds* bounds) {
    if (threadIdx.x < 3) bounds->low[threadIdx.x] = 3.4e38f;
    if (threadIdx.x < 3) bounds->high[threadIdx.x] = -3.4e38f;
}

/// Computes the bounding box of all points within `reach` along each axis. Counts the other points.
extern "C" __global__ void __launch_bounds__(glint::octree::kThreads)
    octree_bounds(unsigned int count, float reach, const float4* points,
                  glint::octree::Bounds* bounds, glint::octree::Counts* counts) {
    using namespace glint::octree;
    float low[3] = {3.4e38f, 3.4e38f, 3.4e38f}, high[3] = {-3.4e38f, -3.4e38f, -3.4e38f};
    unsigned int outside = 0;
    for (unsigned int i = thread(); i < count; i += gridDim.x * kThreads) {
        const float4 p = points[i];
        if (!is_inside(p, reach)) {
            ++outside;
            continue;
        }
        const float at[3] = {p.x, p.y, p.z};
        for (int axis = 0; axis < 3; ++axis) {
            low[axis] = fminf(low[axis], at[axis]);
            high[axis] = fmaxf(high[axis], at[axis]);
        }
    }
    outside = glint::warp_sum(outside);
    for (int axis = 0; axis < 3; ++axis) {
        low[axis] = glint::warp_min(low[axis]);
        high[axis] = glint::warp_max(high[axis]);
    }
    if (glint::lane_index() != 0) return;
    if (outside != 0) atomicAdd(&counts->outside, outside);
    for (int axis = 0; axis < 3; ++axis) {
        glint::atomic_min(&bounds->low[axis], low[axis]);
        glint::atomic_max(&bounds->high[axis], high[axis]);
    }
}

extern "C" __global__ void __launch_bounds__(glint::octree::kThreads)
    octree_keys(unsigned int count, float reach, const float4* points,
                const glint::octree::Bounds* bounds, unsigned long long* keys,
                unsigned int* places) {
    using namespace glint::octree;
    const unsigned int i = thread();
    if (i >= count) return;
    const float4 p = points[i];
    keys[i] = is_inside(p, reach) ? Cube(*bounds).key(p) : kOutside;
    places[i] = i;
}

extern "C" __global__ void __launch_bounds__(glint::octree::kThreads)
    octree_gather(unsigned int count, const unsigned int* order, const float4* points,
                  float4* sorted) {
    const unsigned int i = glint::octree::thread();
    if (i < count) sorted[i] = points[order[i]];
}

/// Writes the number of nodes that start at each key. Its upper half is 1 if a group starts there.
extern "C" __global__ void __launch_bounds__(glint::octree::kThreads)
    octree_mark(unsigned int count, glint::octree::Capacities most, const unsigned long long* keys,
                unsigned long long* marks, glint::octree::Counts* counts) {
    using namespace glint::octree;
    __shared__ unsigned int nodes[kDeepest + 1];
    if (threadIdx.x <= kDeepest) nodes[threadIdx.x] = 0;
    __syncthreads();
    const unsigned int i = thread(), inside = count - counts->outside;
    bool is_group = false, is_close = false;
    if (i < inside) {
        const int above = level_before(keys, i);
        const int leaf = undivided_level(keys, inside, i, most.leaf);
        for (int level = above + 1; level <= leaf; ++level) atomicAdd(&nodes[level], 1u);
        const int bucket = undivided_level(keys, inside, i, most.bucket);
        const unsigned int from = bucket < kDeepest && i > most.bucket ? i - most.bucket : 0;
        const unsigned int first = first_of(keys, from, i, cell_of(keys[i], bucket), bucket);
        is_group = (i - first) % most.group == 0;
        is_close = above == kDeepest || (i + 1 < inside && keys[i + 1] == keys[i]);
        const unsigned int starting = leaf > above ? leaf - above : 0;
        marks[i] = starting | static_cast<unsigned long long>(is_group) << 32;
    } else if (i < count) {
        marks[i] = 0;
    }
    const unsigned int groups = __popc(__ballot_sync(glint::kAllLanes, is_group));
    const unsigned int close = __popc(__ballot_sync(glint::kAllLanes, is_close));
    if (glint::lane_index() == 0 && groups != 0) atomicAdd(&counts->groups, groups);
    if (glint::lane_index() == 0 && close != 0) atomicAdd(&counts->coinciding, close);
    __syncthreads();
    if (threadIdx.x <= kDeepest && nodes[threadIdx.x] != 0)
        atomicAdd(&counts->nodes[threadIdx.x], nodes[threadIdx.x]);
}

/// Writes the nodes in key order, with parents before children, and the starts of groups.
extern "C" __global__ void __launch_bounds__(glint::octree::kThreads)
    octree_nodes(unsigned int inside, unsigned int leaf, const unsigned long long* keys,
                 const unsigned long long* sums, unsigned int* levels, unsigned int* places,
                 uint2* ranges, unsigned int* groups) {
    using namespace glint::octree;
    const unsigned int i = thread();
    if (i >= inside) return;
    const unsigned long long start = before(sums, i);
    const auto node = static_cast<unsigned int>(start);
    const auto group = static_cast<unsigned int>(start >> 32);
    const auto own = static_cast<unsigned int>(sums[i]) - node;
    if (static_cast<unsigned int>(sums[i] >> 32) != group) groups[group] = i;
    if (i + 1 == inside) groups[sums[i] >> 32] = inside;
    const int above = level_before(keys, i);
    unsigned int end = inside;
    for (unsigned int k = 0; k < own; ++k) {
        const int level = above + 1 + static_cast<int>(k);
        if (k + 1 == own && level < kDeepest) end = ::min(end, i + leaf);
        end = first_of(keys, i + 1, end, cell_of(keys[i], level) + 1, level);
        levels[node + k] = level;
        places[node + k] = node + k;
        ranges[node + k] = make_uint2(i, end);
    }
}

/// Computes the index of each node in level order.
extern "C" __global__ void __launch_bounds__(glint::octree::kThreads)
    octree_rank(unsigned int count, const unsigned int* places, unsigned int* ranks) {
    const unsigned int i = glint::octree::thread();
    if (i < count) ranks[places[i]] = i;
}

/// Writes the nodes in level order, with the ranges of their children.
extern "C" __global__ void __launch_bounds__(glint::octree::kThreads)
    octree_link(unsigned int count, const unsigned int* levels, const unsigned int* places,
                const unsigned int* ranks, const uint2* ranges, const unsigned long long* sums,
                glint::OctreeNode* nodes) {
    using namespace glint::octree;
    const unsigned int i = thread();
    if (i >= count) return;
    const unsigned int place = places[i];
    const uint2 range = ranges[place];
    glint::OctreeNode node{range.x, range.y, 0, 0, static_cast<unsigned short>(levels[i])};
    if (place + 1 < count && ranges[place + 1].x == range.x) {
        node.child = ranks[place + 1];
        for (unsigned int end = range.x; end < range.y; ++node.children)
            end = ranges[places[node.child + node.children]].y;
    }
    nodes[i] = node;
}

namespace glint::octree {

/// Sums a node's moments: first the mass and the center of mass, then the second moments about that
/// center.
struct Sum {
    float mass = 0;
    float3 centre = {0, 0, 0};
    float xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;

    __device__ void add_first(float4 p, float3 origin) {
        mass += p.w;
        centre.x += p.w * (p.x - origin.x);
        centre.y += p.w * (p.y - origin.y);
        centre.z += p.w * (p.z - origin.z);
    }
    __device__ void finish_first(float3 origin) {
        const float share = mass > 0 ? 1 / mass : 0;
        centre = {origin.x + share * centre.x, origin.y + share * centre.y,
                  origin.z + share * centre.z};
    }
    __device__ void add_second(float4 p) {
        const float x = p.x - centre.x, y = p.y - centre.y, z = p.z - centre.z;
        xx += p.w * x * x, xy += p.w * x * y, xz += p.w * x * z;
        yy += p.w * y * y, yz += p.w * y * z, zz += p.w * z * z;
    }
    __device__ void add_second(const OctreeMoments& child) {
        add_second(child.centre);
        xx += child.second.x, xy += child.second.y, xz += child.second.z;
        yy += child.second.w, yz += child.rest.x, zz += child.rest.y;
    }
};

}  // namespace glint::octree

/// Computes the moments of the nodes at one level from those of the next deeper level.
extern "C" __global__ void __launch_bounds__(glint::octree::kThreads)
    octree_moments(unsigned int first, unsigned int count, unsigned int leaf,
                   const glint::octree::Bounds* bounds, const unsigned long long* keys,
                   const float4* points, const glint::OctreeNode* nodes,
                   glint::OctreeMoments* moments) {
    using namespace glint::octree;
    if (thread() >= count) return;
    const unsigned int i = first + thread();
    const glint::OctreeNode node = nodes[i];
    const Cube cube(*bounds);
    const float3 middle = cube.middle(keys[node.first], node.level);
    Sum sum;
    if (node.children == 0) {
        for (unsigned int k = node.first; k < node.end; ++k) sum.add_first(points[k], middle);
        sum.finish_first(middle);
        for (unsigned int k = node.first; k < node.end; ++k) sum.add_second(points[k]);
    } else {
        for (unsigned int k = 0; k < node.children; ++k)
            sum.add_first(moments[node.child + k].centre, middle);
        sum.finish_first(middle);
        for (unsigned int k = 0; k < node.children; ++k) sum.add_second(moments[node.child + k]);
    }
    const float x = sum.centre.x - middle.x, y = sum.centre.y - middle.y,
                z = sum.centre.z - middle.z;
    const bool is_clump = node.children == 0 && node.end - node.first > leaf;
    const float side = is_clump ? glint::kOctreeClump : cube.side_of(node.level);
    moments[i] = {make_float4(sum.centre.x, sum.centre.y, sum.centre.z, sum.mass),
                  make_float4(sum.xx, sum.xy, sum.xz, sum.yy),
                  make_float4(sum.yz, sum.zz, side, sqrtf(x * x + y * y + z * z))};
}
