// SPDX-License-Identifier: MIT
// Obstacles in a 3D wind tunnel. An obstacle cell stores the populations that it sends back as its
// own populations. The step reads them there, and so needs no test for obstacles. `Params` is the
// parameter struct of the .cu file. `Populations` is a type from d3q19.cuh.
#pragma once

#include "borders3d.cuh"

namespace tunnel3d {

__device__ inline int wrapped(int i, int n) { return i < 0 ? n - 1 : i >= n ? 0 : i; }

/// The cell at which a population arrives, and the direction in which it arrives.
struct Arrival {
    int3 c;
    int d;
};

/// Arrival of a population that leaves in direction d. A slip wall reflects it. At a no-slip wall
/// or an end, the returned cell is outside the grid.
template <class Params>
__device__ Arrival arrival_of(int d, int3 from, const d3q19::Grid& grid, const Params& params) {
    Arrival to{make_int3(from.x + cx(d), from.y + cy(d), from.z + cz(d)), d};
    if (params.ends == kPeriodicEnds) to.c.x = wrapped(to.c.x, grid.width);
    if (params.walls == kPeriodic) to.c.y = wrapped(to.c.y, grid.height);
    if (params.sides == kPeriodic) to.c.z = wrapped(to.c.z, grid.depth);
    if (params.walls == kSlip && (to.c.y < 0 || to.c.y >= grid.height))
        to = {make_int3(to.c.x, from.y, to.c.z), d3q19::flipped_y(to.d)};
    if (params.sides == kSlip && (to.c.z < 0 || to.c.z >= grid.depth))
        to = {make_int3(to.c.x, to.c.y, from.z), d3q19::flipped_z(to.d)};
    return to;
}

/// Distance from a cell to the obstacle along -d, as a fraction of the distance to the next cell.
__device__ inline float gap(int obstacle, float4 ball, int3 c, int d) {
    const float3 r = from_ball(obstacle, ball, c.x, c.y, c.z);
    const float3 way = make_float3(cx(d), cy(d), obstacle == kCylinder ? 0 : cz(d));
    const float a = glint::dot(way, way), b = -glint::dot(way, r);
    const float outside = fmaf(-ball.w, ball.w, d3q19::square(r));
    const float root = sqrtf(fmaxf(fmaf(b, b, -a * outside), 0.0f));
    return glint::clamp((-b - root) / a, 0.0f, 1.0f);
}

// ---------------------------------------------------------------------------------- which cells

/// Returns true if fluid may be next to an obstacle cell. Treats all borders as periodic, because
/// the kinds of the borders can change during a run.
__device__ inline bool is_seen(int3 c, const d3q19::Grid& grid, const unsigned char* solid) {
    for (int d = 1; d < d3q19::kDirections; ++d)
        if (!solid[grid.index(wrapped(c.x + cx(d), grid.width), wrapped(c.y + cy(d), grid.height),
                              wrapped(c.z + cz(d), grid.depth))])
            return true;
    return false;
}

/// Number of words per row of cells, a multiple of four. A cell's bit is set if the cell is part of
/// an obstacle and next to fluid. Searching bits reads an eighth of the memory of `solid`.
__device__ inline int words_of(const d3q19::Grid& grid) { return (grid.width + 127) / 128 * 4; }

/// Computes the bits of 32 cells: word number word.x of the row of cells (word.y, word.z).
__device__ inline void outline(int3 word, const d3q19::Grid& grid, const unsigned char* solid,
                               void* seen) {
    const int words = words_of(grid);
    if (word.x >= words || word.y >= grid.height || word.z >= grid.depth) return;
    unsigned bits = 0;
    for (int k = 0; k < 32; ++k) {
        const int3 c = make_int3(32 * word.x + k, word.y, word.z);
        if (grid.contains(c) && solid[grid.index(c)] && is_seen(c, grid, solid)) bits |= 1u << k;
    }
    static_cast<unsigned*>(seen)[(word.z * grid.height + word.y) * words + word.x] = bits;
}

// --------------------------------------------------------------------------------- what they do

/// Population that an obstacle cell sends back in a direction, and its contribution to the force.
struct Return {
    float population;
    float3 force;
};

/// Returns 0 for directions toward other obstacle cells. For round surfaces, interpolates linearly
/// between populations of the cell and its neighbors (Bouzidi, Firdaouss and Lallemand, 2001).
/// Issues all loads before it uses any result, so that no load waits for another.
template <class Populations, class Params>
__device__ Return return_of(const Populations& f, int d, int3 from, const Params& params,
                            float4 ball, const unsigned char* solid) {
    const d3q19::Grid& grid = f.grid;
    const Arrival to = arrival_of(d, from, grid, params);
    const int back_to = opposite(to.d);
    const int3 c = grid.contains(to.c) ? to.c : from;
    const int3 next = make_int3(c.x + cx(to.d), c.y + cy(to.d), c.z + cz(to.d));
    const bool has_next = grid.contains(next);
    const int3 other = has_next ? next : c;
    const bool is_round = solid[grid.index(from)] == kBuiltIn;
    const bool is_flow = solid[grid.index(c)] == 0, is_next_flow = solid[grid.index(other)] == 0;
    const float sent = f.at(back_to, c.x, c.y, c.z), own = f.at(to.d, c.x, c.y, c.z);
    const float beyond = f.at(back_to, other.x, other.y, other.z);
    const float q = gap(params.obstacle, ball, c, to.d);
    const float near = has_next && is_next_flow ? fmaf(2 * q, sent, (1 - 2 * q) * beyond) : sent;
    const float between = q < 0.5f ? near : fmaf(2 * q - 1, own, sent) / (2 * q);
    const float back = is_flow ? (is_round ? between : sent) : 0.0f;
    const float both = is_flow ? (sent + back) * (1.0f / Populations::kOne) : 0.0f;
    return {back, -both * make_float3(cx(to.d), cy(to.d), cz(to.d))};
}

constexpr int kWarps = 8;  // warps per block of turn_back()
constexpr int kThreads = 32 * kWarps;

/// Pattern in which a block of 32 x 8 threads searches: each thread checks 128 cells of a row. A
/// warp's 32 rows are in layers that are far apart, so that few blocks find many obstacle cells.
struct Lookout {
    d3q19::Grid grid;

    /// Returns the cell of a bit. Bits are numbered over the words `word` (0 to 3) of all threads.
    __device__ int3 cell_of(int bit, int word) const {
        const int lane = bit / 32 % 32, warp = bit / (32 * 32);
        const int first = blockIdx.y + warp * gridDim.y, rows_apart = (grid.height + 31) / 32;
        const int y = first < grid.height ? (first + lane * rows_apart) % grid.height : -1;
        return make_int3(128 * blockIdx.x + 32 * word + bit % 32, y,
                         int(blockIdx.z + lane * gridDim.z));
    }
    __device__ uint4 words_of_thread(int thread, const void* seen) const {
        const int3 c = cell_of(32 * thread, 0);
        if (!grid.contains(c)) return make_uint4(0, 0, 0, 0);
        const int row = c.z * grid.height + c.y;
        return static_cast<const uint4*>(seen)[row * (words_of(grid) / 4) + blockIdx.x];
    }
};

/// Stores in `to` the populations that obstacle cells send back. First, a block collects the cells
/// that it finds. Then, each thread processes one direction of one cell.
template <class Populations, class Params, class To>
__device__ void turn_back(const Populations& f, const Params& params, const float4* ball,
                          const unsigned char* solid, const void* seen, float3* force, To* to) {
    constexpr int kLinks = d3q19::kDirections - 1, kCells = 64;
    __shared__ unsigned short found[32 * kThreads];
    __shared__ int count;
    __shared__ float3 parts[kLinks][kCells];
    const Lookout lookout{f.grid};
    const int thread = 32 * threadIdx.y + threadIdx.x;
    const uint4 mine = lookout.words_of_thread(thread, seen);
    if (!__syncthreads_or((mine.x | mine.y | mine.z | mine.w) != 0)) return;
    for (int word = 0; word < 4; ++word) {
        unsigned bits = word == 0 ? mine.x : word == 1 ? mine.y : word == 2 ? mine.z : mine.w;
        if (thread == 0) count = 0;
        if (!__syncthreads_or(bits != 0)) continue;
        for (int at = atomicAdd(&count, __popc(bits)); bits; bits &= bits - 1)
            found[at++] = 32 * thread + __ffs(bits) - 1;
        __syncthreads();
        const int all = count;
        for (int first = 0; first < all; first += kCells) {
            const int cells = min(kCells, all - first);
            for (int i = thread; i < cells * kLinks; i += kThreads) {
                const int which = i % cells, link = i / cells;
                const int3 c = lookout.cell_of(found[first + which], word);
                const Return back = return_of(f, link + 1, c, params, ball[0], solid);
                f.put(to, link + 1, c, back.population);
                parts[link][which] = back.force;
            }
            __syncthreads();
            if (thread < cells) {
                float3 sum = make_float3(0, 0, 0);
                for (int link = 0; link < kLinks; ++link) sum += parts[link][thread];
                force[f.grid.index(lookout.cell_of(found[first + thread], word))] = sum;
            }
            __syncthreads();
        }
    }
}

}  // namespace tunnel3d
