// SPDX-License-Identifier: MIT
// Transfer from particles to grid on CPUs, where atomic additions would serialize lanes. First,
// each particle stores its share. Then, one thread adds the shares of a block of cells. Blocks
// whose tiles share nodes have different turns, so that threads need not wait for each other.
#pragma once

#include "transfer.cuh"

namespace sand_snow {

/// Index of the block that this thread processes in a turn; -1 for a surplus thread.
__device__ inline int block_of_turn(int turn, Grid grid) {
    const int3 n = block_counts(grid), first = make_int3(turn & 1, turn >> 1 & 1, turn >> 2);
    const int3 mine = (n - first + 1) / 2;  // every second block along each axis
    const int i = static_cast<int>(blockIdx.x);
    if (i >= mine.x * mine.y * mine.z) return -1;
    const int3 c = first + 2 * make_int3(i % mine.x, i / mine.x % mine.y, i / (mine.x * mine.y));
    return (c.z * n.y + c.y) * n.x + c.x;
}

/// Share of a particle, in the order of a node's values (mass and momentum), and its gradients in
/// the same order along each axis.
struct Given {
    float own[4], along[3][4], dither;

    __device__ explicit Given(const Share& share) : dither(share.dither) {
        const float3 p = share.momentum;
        own[0] = share.mass, own[1] = p.x, own[2] = p.y, own[3] = p.z;
        for (int axis = 0; axis < 3; ++axis) {
            along[axis][0] = 0;
            for (int r = 0; r < 3; ++r) along[axis][r + 1] = share.slope(r, axis);
        }
    }
};

/// Calls add(x, y, z, numbers) for each node of a particle, with the node's part of the share.
template <class Add>
__device__ void give(const Spline& s, const Given& given, Add add) {
    for (int k = 0; k < 3; ++k)
        for (int j = 0; j < 3; ++j) {
            const float weight = nth(s.y, j) * nth(s.z, k);
            for (int i = 0; i < 3; ++i) {
                const float w = weight * nth(s.x, i);
                int numbers[4];
                for (int c = 0; c < 4; ++c) {
                    const float here = given.own[c] + (k - s.off.z) * given.along[2][c] +
                                       (j - s.off.y) * given.along[1][c] +
                                       (i - s.off.x) * given.along[0][c];
                    numbers[c] = static_cast<int>(floorf(w * here + given.dither));
                }
                add(i, j, k, numbers);
            }
        }
}

__device__ inline void add_to_grid(int3 node, const int* numbers, int* to, Grid grid) {
    if (!grid.has(node)) return;
    for (int c = 0; c < 4; ++c) to[node_place(c, grid.index(node), grid)] += numbers[c];
}

/// Adds the particles of a block to the grid, through the block's tile. Skips particles with nodes
/// outside the tile; add_strayed() adds them in the last turn.
__device__ inline void add_block(int block, const int* first, const unsigned char* material,
                                 const Shares& shares, int* to, Grid grid) {
    const Tile tile(block, grid);
    int sums[4 * kNodesOfTile] = {};
    for (int i = first[block]; i < first[block + 1]; ++i) {
        if (is_gone(material[i])) continue;
        const Spline s(shares.place(i));
        if (!tile.holds(s)) continue;
        const int3 from = s.base - tile.origin;
        int* at = sums + 4 * ((from.z * kTile + from.y) * kTile + from.x);
        give(s, Given(shares.share(i)), [&](int x, int y, int z, const int* numbers) {
            for (int c = 0; c < 4; ++c) at[4 * ((z * kTile + y) * kTile + x) + c] += numbers[c];
        });
    }
    for (int i = 0; i < kNodesOfTile; ++i) add_to_grid(tile.node(i), sums + 4 * i, to, grid);
}

/// Adds the particles that have nodes outside the tile of their block, one after the other.
__device__ inline void add_strayed(const int* first, const unsigned char* material,
                                   const Shares& shares, int* to, Grid grid) {
    for (int block = 0; block < blocks_in(grid); ++block) {
        const Tile tile(block, grid);
        for (int i = first[block]; i < first[block + 1]; ++i) {
            if (is_gone(material[i])) continue;
            const Spline s(shares.place(i));
            if (tile.holds(s)) continue;
            give(s, Given(shares.share(i)), [&](int x, int y, int z, const int* numbers) {
                add_to_grid(s.base + make_int3(x, y, z), numbers, to, grid);
            });
        }
    }
}

}  // namespace sand_snow
