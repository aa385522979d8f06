// SPDX-License-Identifier: MIT
// Transfers between particles and grid. A thread block handles a block of 4 x 4 x 4 cells. It keeps
// the nodes in and around these cells, the tile of the block, in shared memory.
//
// Particles are sorted by block once per step. Until the next sort, particles may move by up to one
// cell, so a tile has 8 x 8 x 8 nodes. Particles that have moved farther use nodes in global
// memory, which is slower but gives the same result.
#pragma once

#include "materials.cuh"

namespace sand_snow {

constexpr int kTile = 8;
// Planes have padding, so that the nodes of 32 cells of a block lie in different banks.
constexpr int kRow = kTile, kPlane = kTile * kTile + 4, kTileNodes = kTile * kPlane;

__device__ inline int blocks_along(int nodes) { return (nodes - 3) / kBlock + 1; }
__device__ inline int3 block_counts(Grid grid) {
    return make_int3(blocks_along(grid.width), blocks_along(grid.height), blocks_along(grid.depth));
}
__device__ inline int blocks_in(Grid grid) {
    const int3 n = block_counts(grid);
    return n.x * n.y * n.z;
}

/// Sort key of a particle: the block, then the octant within the cell, then the cell in the block.
/// Thus, adjacent lanes are in different cells, and rarely add to the same node at the same time.
/// Particles that have left the box come last.
__device__ inline unsigned key_of(float3 place, int matter, Grid grid) {
    if (is_gone(matter) || !grid.has_place(place))
        return static_cast<unsigned>(blocks_in(grid)) << kBitsInBlock;
    const float3 from = place - 0.5f;
    const int3 cell =
        make_int3(static_cast<int>(from.x), static_cast<int>(from.y), static_cast<int>(from.z));
    const int3 n = block_counts(grid);
    const unsigned block = (cell.z / kBlock * n.y + cell.y / kBlock) * n.x + cell.x / kBlock;
    const unsigned eighth =
        (from.x - cell.x >= 0.5f) + 2 * (from.y - cell.y >= 0.5f) + 4 * (from.z - cell.z >= 0.5f);
    const unsigned within = (cell.z % kBlock * kBlock + cell.y % kBlock) * kBlock + cell.x % kBlock;
    return block << kBitsInBlock | eighth << 6 | within;
}

/// The tile of a block of cells: the nodes in the block and around it.
struct Tile {
    int3 origin;

    /// Creates the tile of block number `b`.
    __device__ Tile(int b, Grid grid) {
        const int3 n = block_counts(grid);
        origin = make_int3(b % n.x * kBlock - 1, b / n.x % n.y * kBlock - 1,
                           b / (n.x * n.y) * kBlock - 1);
    }
    __device__ bool holds(const Spline& s) const {
        constexpr int kLast = kTile - 3;
        const int3 c = s.base - origin;
        return c.x >= 0 && c.y >= 0 && c.z >= 0 && c.x <= kLast && c.y <= kLast && c.z <= kLast;
    }
    __device__ int at(int3 node) const {
        return (node.z - origin.z) * kPlane + (node.y - origin.y) * kRow + node.x - origin.x;
    }
    /// Position of node i of the 512 nodes of the tile. place(i) is its index in shared memory.
    __device__ int3 node(int i) const {
        return origin + make_int3(i % kTile, i / kTile % kTile, i / (kTile * kTile));
    }
    __device__ static int place(int i) {
        return i / (kTile * kTile) * kPlane + i % (kTile * kTile);
    }
};
constexpr int kNodesOfTile = kTile * kTile * kTile;

/// The arrays of all particles, and values that are common to all particles.
template <class Params>
struct AllParticles {
    float4* position;   // m; w: memory of the material
    float3* velocity;   // m/s; null if unused
    float* strain;      // b - 1: six arrays
    float* affine;      // gradient of the velocity in 1/s: nine arrays
    const float* mass;  // kg
    unsigned char* material;
    int count;
    Params params;
    float substep;  // length of a substep in s

    __device__ float cells_per_m(Grid grid) const { return static_cast<float>(grid.width); }
};

__device__ inline Deformation loaded(float memory, const float* strain, int i, int n) {
    return {{strain[i], strain[n + i], strain[2 * n + i], strain[3 * n + i], strain[4 * n + i],
             strain[5 * n + i]},
            memory};
}
__device__ inline void store(const Symmetric& e, float* strain, int i, int n) {
    strain[i] = e.xx, strain[n + i] = e.yy, strain[2 * n + i] = e.zz;
    strain[3 * n + i] = e.xy, strain[4 * n + i] = e.xz, strain[5 * n + i] = e.yz;
}

__device__ inline float size_of(float3 v) { return fabsf(v.x) + fabsf(v.y) + fabsf(v.z); }
/// Returns true if nodes can add these values without overflow, and false for NaN.
__device__ inline bool is_sound(const Motion& m, const Deformation& d) {
    constexpr float kFastest = 8, kMaxStrained = 1000;
    const Symmetric& e = d.strain;
    const auto& slope = m.slope.row;
    return size_of(m.velocity) + size_of(slope[0]) + size_of(slope[1]) + size_of(slope[2]) <
               kFastest &&
           fabsf(e.xx) + fabsf(e.yy) + fabsf(e.zz) + fabsf(e.xy) + fabsf(e.xz) + fabsf(e.yz) +
                   fabsf(d.memory) <
               kMaxStrained;
}

/// Velocity and its gradient after the previous substep, in cells and substeps.
template <class Params>
__device__ Motion loaded_motion(const AllParticles<Params>& all, int i, float scale) {
    const float* a = all.affine + i;
    const int n = all.count;
    const float t = all.substep;
    return {(scale * t) * all.velocity[i],
            {{t * make_float3(a[0], a[n], a[2 * n]), t * make_float3(a[3 * n], a[4 * n], a[5 * n]),
              t * make_float3(a[6 * n], a[7 * n], a[8 * n])}}};
}
template <class Params>
__device__ void store_motion(const Motion& m, const AllParticles<Params>& all, int i, float scale) {
    const int n = all.count;
    const float rate = 1 / all.substep;
    all.velocity[i] = m.velocity * (rate / scale);
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) all.affine[(3 * r + c) * n + i] = rate * m.slope(r, c);
}

/// Moves a particle by a substep, and returns true. If the particle has left the box or become NaN
/// or infinite, leaves its position unchanged, records the reason in `material`, and returns false.
__device__ inline bool move(float3& place, const Motion& m, Deformation& d, Grid grid,
                            unsigned char& material) {
    const float3 moved = place + m.velocity;
    push(material, m.slope, d);
    const bool is_number = is_sound(m, d);
    if (is_number && grid.has_place(moved)) {
        place = moved;
        return true;
    }
    material = is_number ? kLeft : kInfinite;
    return false;
}

/// Random number from 0 to 1 per particle and substep, which is added before rounding down.
/// Rounding to nearest would give particles at similar positions in their cells similar errors.
/// With this dithering, the errors average to zero, so that bodies conserve their momentum.
__device__ inline float dither_of(int i, const Motion& m) {
    unsigned h = i * 0x9E3779B1u + __float_as_uint(m.velocity.x) * 0x85EBCA6Bu +
                 __float_as_uint(m.velocity.y) * 0xC2B2AE35u +
                 __float_as_uint(m.velocity.z) * 0x27D4EB2Fu;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    return (h >> 8) * 0x1p-24f;
}

/// Share of a particle, whose stress tau gives a node at x the momentum -4 V0 tau (x - x_p) / h^2
/// per substep (Hu et al. 2018). The share merges this momentum with the affine part.
template <class Params>
__device__ Share share_of(int i, int matter, const Motion& m, const Symmetric& stress,
                          const AllParticles<Params>& all, float scale) {
    constexpr float kWaterDensity = 1000;  // kg/m3
    const float mass = all.mass[i] * (scale * scale * scale / kWaterDensity);
    const float rate = all.substep * scale;
    const float force = -4 * rate * rate * mass / density_of(matter, all.params);
    return {kMassUnits * mass, (kMomentumUnits * mass) * m.velocity,
            (m.slope * mass + stress.matrix() * force) * kMomentumUnits, dither_of(i, m)};
}

__device__ inline float3 cells_of(float4 position, float scale) {
    return scale * glint::xyz(position);
}

// Velocities of a tile's nodes: one array on CPUs, which read all components together; 3 on GPUs.
#ifdef __GLINT_CPU__
using Speed = float4;
constexpr int kSpeedArrays = 1;

__device__ inline float3 speed_at(const float4* v) { return glint::xyz(*v); }
__device__ inline void put_speed(float4* at, float3 v) { *at = make_float4(v.x, v.y, v.z, 0); }
#else
using Speed = float;
constexpr int kSpeedArrays = 3;

__device__ inline float3 speed_at(const float* v) {
    return make_float3(v[0], v[kTileNodes], v[2 * kTileNodes]);
}
__device__ inline void put_speed(float* at, float3 v) {
    at[0] = v.x, at[kTileNodes] = v.y, at[2 * kTileNodes] = v.z;
}
#endif

/// Motion of a particle, computed from the velocities of its nodes.
__device__ inline Motion motion_at(float3 place, const Speed* speeds, const Tile& tile,
                                   const int* from, const NodeForces& around) {
    const Spline s(place);
    if (!tile.holds(s))
        return gathered<kRolled>(s, [&](int x, int y, int z) {
            return node_velocity(from, s.base + make_int3(x, y, z), around);
        });
    const Speed* at = speeds + tile.at(s.base);
    return gathered<kUnrolled>(
        s, [&](int x, int y, int z) { return speed_at(at + z * kPlane + y * kRow + x); });
}

/// Adds to the four values of a node. The values are `apart` elements apart.
__device__ inline void add_to(int* node, int apart, float mass, float3 momentum) {
    atomicAdd(node, __float2int_rd(mass));
    atomicAdd(node + apart, __float2int_rd(momentum.x));
    atomicAdd(node + 2 * apart, __float2int_rd(momentum.y));
    atomicAdd(node + 3 * apart, __float2int_rd(momentum.z));
}

__device__ inline void add_share(float3 place, const Share& share, int* sums, const Tile& tile,
                                 int* to, Grid grid) {
    const Spline s(place);
    if (!tile.holds(s))
        return scatter_to<kRolled>(s, share, [&](int x, int y, int z, float mass, float3 p) {
            const int3 node = s.base + make_int3(x, y, z);
            add_to(to + grid.index(node), grid.count(), mass, p);
        });
    int* at = sums + tile.at(s.base);
    scatter_to<kUnrolled>(s, share, [&](int x, int y, int z, float mass, float3 p) {
        add_to(at + z * kPlane + y * kRow + x, kTileNodes, mass, p);
    });
}

/// Shares of all particles on CPUs, as a structure of arrays. The functions in shares.cuh add these
/// shares to the grid.
struct Shares {
    float* numbers;
    int count;

    __device__ float3 place(int i) const { return three(0, i); }
    __device__ Share share(int i) const {
        return {
            number(3, i), three(4, i), {{three(7, i), three(10, i), three(13, i)}}, number(16, i)};
    }
    __device__ void put(int i, float3 place, const Share& share) const {
        put(0, i, place), number(3, i) = share.mass, put(4, i, share.momentum);
        for (int r = 0; r < 3; ++r) put(7 + 3 * r, i, share.slope.row[r]);
        number(16, i) = share.dither;
    }

private:
    __device__ float& number(int which, int i) const {
        return numbers[static_cast<long long>(which) * count + i];
    }
    __device__ float3 three(int which, int i) const {
        return make_float3(number(which, i), number(which + 1, i), number(which + 2, i));
    }
    __device__ void put(int which, int i, float3 v) const {
        number(which, i) = v.x, number(which + 1, i) = v.y, number(which + 2, i) = v.z;
    }
};

/// Loads the velocity of node i of a tile. store_sums() adds the sums of a node to the grid.
__device__ inline void load_speed(int i, Speed* speeds, const Tile& tile, const int* from,
                                  const NodeForces& around) {
    const int3 node = tile.node(i);
    const float3 v =
        around.grid.has(node) ? node_velocity(from, node, around) : make_float3(0, 0, 0);
    put_speed(speeds + Tile::place(i), v);
}
__device__ inline void store_sums(int i, const int* sums, const Tile& tile, int* to, Grid grid) {
    const int3 node = tile.node(i);
    if (!grid.has(node)) return;
    for (int c = 0; c < 4; ++c)
        if (const int sum = sums[c * kTileNodes + Tile::place(i)]; sum != 0)
            atomicAdd(to + c * grid.count() + grid.index(node), sum);
}

/// Arrays from which the transfer of a block reads, and to which it writes.
struct Ends {
    const Speed* speeds;
    const int* from;
    int* sums;
    int* to;
    Shares shares;
};

/// Transfers one particle: from the grid, to the grid, or both.
template <bool kGathers, bool kScatters, class Params>
__device__ void transfer_one(int i, const AllParticles<Params>& all, const NodeForces& around,
                             const Tile& tile, const Ends& ends) {
    const Grid grid = around.grid;
    const float scale = all.cells_per_m(grid);
    const float4 old = all.position[i];
    float3 place = cells_of(old, scale);
    Deformation d = loaded(old.w, all.strain, i, all.count);
    Motion m;
    if constexpr (kGathers) {
        m = motion_at(place, ends.speeds, tile, ends.from, around);
        if (!move(place, m, d, grid, all.material[i])) return;
    } else {
        m = loaded_motion(all, i, scale);
        if (!is_sound(m, d)) {
            all.material[i] = kInfinite;
            return;
        }
    }
    if constexpr (kScatters) {
        const int matter = all.material[i];
        const Symmetric stress = settle(matter, d, all.params);
        const Share share = share_of(i, matter, m, stress, all, scale);
#ifdef __GLINT_CPU__
        ends.shares.put(i, place, share);
#else
        add_share(place, share, ends.sums, tile, ends.to, grid);
#endif
    } else {
        store_motion(m, all, i, scale);
    }
    store(d.strain, all.strain, i, all.count);
    const float3 at_m = kGathers ? place / scale : glint::xyz(old);
    all.position[i] = make_float4(at_m.x, at_m.y, at_m.z, d.memory);
}

/// Transfers grid to particles, particles to another grid, or both, for the block of cells with
/// index blockIdx.x. The particles of this block start at first[blockIdx.x].
template <bool kGathers, bool kScatters, class Params>
__device__ void transfer(const AllParticles<Params>& all, const NodeForces& around, const int* from,
                         int* to, float* shares, const int* first) {
#ifdef __GLINT_CPU__
    constexpr bool kAdds = false;
#else
    constexpr bool kAdds = kScatters;
#endif
    __shared__ Speed speeds[kGathers ? kSpeedArrays * kTileNodes : 1];
    __shared__ int sums[kAdds ? 4 * kTileNodes : 1];
    const int begin = first[blockIdx.x], end = first[blockIdx.x + 1];
    if (begin == end) return;
    const Tile tile(static_cast<int>(blockIdx.x), around.grid);
    const int thread = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);
    if constexpr (kGathers)
        for (int i = thread; i < kNodesOfTile; i += threads)
            load_speed(i, speeds, tile, from, around);
    if constexpr (kAdds)
        for (int i = thread; i < 4 * kTileNodes; i += threads) sums[i] = 0;
    __syncthreads();
    const Ends ends{speeds, from, sums, to, {shares, all.count}};
    for (int i = begin + thread; i < end; i += threads)
        if (!is_gone(all.material[i]))
            transfer_one<kGathers, kScatters>(i, all, around, tile, ends);
    if constexpr (kAdds) {
        __syncthreads();
        for (int i = thread; i < kNodesOfTile; i += threads)
            store_sums(i, sums, tile, to, around.grid);
    }
}

}  // namespace sand_snow
