// SPDX-License-Identifier: MIT
// Visits each pair of bodies once, and sums the forces on both bodies. Rows have kBodies * kThreads
// bodies, and form a circle. A row interacts with itself and with the rows up to halfway around the
// circle, in columns of kThreads bodies. The threads of a warp hold bodies of the row in registers
// and pass the sums of 32 sources around by shuffles, so each sum is in a single lane at a time.
// Blocks write separate results, which gather() adds in a fixed order.
#pragma once

#include <glint/lanes.cuh>

#include "layout.cuh"
#include "pair.cuh"

namespace nbody {

/// A range of the columns of every row. Each block handles `length` columns.
struct Columns {
    int first, last;  ///< multiples of kBodies; 0 is the row's own first column
    int length;
    int rows;
};

/// Number of columns that a row interacts with, including its own columns. If two rows are exactly
/// opposite on the circle, the row in the first half handles the pair.
__device__ inline int columns_of_row(int row, int rows) {
    const int ahead = (rows - 1) / 2 + (rows % 2 == 0 && row < rows / 2 ? 1 : 0);
    return (1 + ahead) * kBodies;
}

/// The sources of each warp, stored twice: in turn t, lane l reads source l + t without a modulus.
struct Staged {
    float4 sources[2 * kThreads];
    float back_x[kThreads], back_y[kThreads], back_z[kThreads];
};

__device__ inline void stage(Staged& staged, float4 source) {
    const int thread = static_cast<int>(threadIdx.x), warp = thread & ~31, lane = thread & 31;
    staged.sources[2 * warp + lane] = source;
    staged.sources[2 * warp + 32 + lane] = source;
    staged.back_x[thread] = staged.back_y[thread] = staged.back_z[thread] = 0;
}

/// Adds the forces between the warp's bodies and the 32 sources that start at `from`.
__device__ inline void meet(Staged& staged, int from, const float3 (&at)[kBodies],
                            const float (&mass)[kBodies], float softening2,
                            float3 (&sums)[kBodies]) {
    const int lane = static_cast<int>(threadIdx.x) & 31, next = lane + 1;
    const float4* const mine = staged.sources + 2 * from + lane;
    float3 back{0, 0, 0};
#pragma unroll 2
    for (int turn = 0; turn < 32; ++turn) {
        const float4 source = mine[turn];
#pragma unroll
        for (int k = 0; k < kBodies; ++k)
            attract_both(at[k], mass[k], source, softening2, sums[k], back);
        // Lane l has added to source l + turn. It now takes the next source's sum from lane l + 1.
        back.x = __shfl_sync(glint::kAllLanes, back.x, next & 31);
        back.y = __shfl_sync(glint::kAllLanes, back.y, next & 31);
        back.z = __shfl_sync(glint::kAllLanes, back.z, next & 31);
    }
    staged.back_x[from + lane] -= back.x;
    staged.back_y[from + lane] -= back.y;
    staged.back_z[from + lane] -= back.z;
}

/// Sums forces between a row and some of its columns. `own` gets the forces on the row's bodies,
/// one result per block. `pulls` gets those on the columns' bodies, one result per other row.
__device__ inline void sum_pairs(const float4* sources, const Columns& columns, float softening2,
                                 float4* own, float4* pulls) {
    __shared__ Staged staged;
    const int thread = static_cast<int>(threadIdx.x), row = static_cast<int>(blockIdx.x);
    const int padded = columns.rows * kBodies * kThreads, first = row * kBodies * kThreads + thread;
    float3 at[kBodies], sums[kBodies];
    float mass[kBodies];
#pragma unroll
    for (int k = 0; k < kBodies; ++k) {
        const float4 body = sources[first + k * kThreads];
        at[k] = glint::xyz(body);
        mass[k] = body.w;
        sums[k] = make_float3(0, 0, 0);
    }
    const int from = columns.first + static_cast<int>(blockIdx.y) * columns.length;
    const int until =
        min(min(from + columns.length, columns.last), columns_of_row(row, columns.rows));
    for (int column = from; column < until; ++column) {
        const int there = (row * kBodies + column) % (columns.rows * kBodies) * kThreads + thread;
        __syncthreads();
        stage(staged, sources[there]);
        __syncthreads();
        for (int shift = 0; shift < kThreads; shift += 32) {
            meet(staged, ((thread & ~31) + shift) % kThreads, at, mass, softening2, sums);
            __syncthreads();
        }
        // Pairs within the row occur in both orders, so its own columns need no `pulls`.
        if (column >= kBodies) {
            const int slot = (column - columns.first) / kBodies - (columns.first == 0 ? 1 : 0);
            pulls[static_cast<long long>(slot) * padded + there] =
                make_float4(staged.back_x[thread], staged.back_y[thread], staged.back_z[thread], 0);
        }
    }
#pragma unroll
    for (int k = 0; k < kBodies; ++k)
        own[static_cast<long long>(blockIdx.y) * padded + first + k * kThreads] =
            make_float4(sums[k].x, sums[k].y, sums[k].z, 0);
}

}  // namespace nbody
