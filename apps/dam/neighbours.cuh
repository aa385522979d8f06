// Which particles are near to one, of particles that lie in the order of their cells, in each cell
// first the water and then walls.
#pragma once

#include <glint/cells.cuh>

namespace dam {

/// What particles are sorted by, for those in a cell of this number.
__device__ inline unsigned water_key(int cell) { return 2u * cell; }
__device__ inline unsigned wall_key(int cell) { return 2u * cell + 1; }
__device__ inline int cell_of_key(unsigned key) { return static_cast<int>(key / 2); }

/// Calls each(c, off) for a cell and those round it that there are; `off` is the way to them.
template <class Each>
__device__ void for_each_cell(int3 cell, const glint::CellLayout& layout, const Each& each) {
    const int3 last = layout.cells;
    for (int z = max(cell.z - 1, 0); z <= min(cell.z + 1, last.z - 1); ++z)
        for (int y = max(cell.y - 1, 0); y <= min(cell.y + 1, last.y - 1); ++y)
            for (int x = max(cell.x - 1, 0); x <= min(cell.x + 1, last.x - 1); ++x)
                each(make_int3(x, y, z), make_float3(x - cell.x, y - cell.y, z - cell.z));
}

/// From a place in a cell to another in one that is `off` away.
__device__ inline float3 way_to(const float4& there, const float4& own, float3 off) {
    return make_float3(there.x + (off.x - own.x), there.y + (off.y - own.y),
                       there.z + (off.z - own.z));
}

#ifdef __GLINT_CPU__

/// What the threads of a block share.
struct Notes {
    __device__ void begin() {}
};

__device__ inline unsigned coarse_place(const float4&, int3) { return 0; }

template <class Visit>
__device__ void for_each_neighbour(const float4& own, int3 cell, const glint::CellLayout& layout,
                                   const int* begins, const float4* place, const unsigned*, Notes&,
                                   const Visit& visit) {
    const int left = max(cell.x - 1, 0), right = min(cell.x + 1, layout.cells.x - 1);
    for (int z = max(cell.z - 1, 0); z <= min(cell.z + 1, layout.cells.z - 1); ++z)
        for (int y = max(cell.y - 1, 0); y <= min(cell.y + 1, layout.cells.y - 1); ++y) {
            const int row = layout.number(make_int3(0, y, z));
            const int own_first = begins[water_key(row + cell.x)];
            const int own_end = begins[water_key(row + cell.x + 1)];
            const int end = begins[water_key(row + right + 1)];
            for (int j = begins[water_key(row + left)]; j < end; ++j) {
                const float4 there = place[j];
                const int x = (j >= own_first) + (j >= own_end) - 1;
                const float3 d = way_to(there, own, make_float3(x, y - cell.y, z - cell.z));
                if (glint::dot(d, d) < 1) visit(j, there, d);
            }
        }
}

#else

// Of the particles in the cells around, one in six is near enough. Which may be is found by coarse
// places of whole numbers, four bytes each. As lanes find theirs at different times, they only note
// them, and visit them when one has many.
constexpr int kThreads = 128;  // of a block, at most
constexpr int kNoted = 64;     // of a thread, at most
constexpr int kAtOnce = 12;
constexpr int kWayBits = 5;

// Coarse places: what a cell has of them along an axis, what bytes have in their middle, and the
// square of how far away those may seem that are as far as a cell is wide: the root of 3 more.
constexpr int kCoarse = 64;
constexpr unsigned kMiddle = 0x80808080u;
constexpr int kFarthest = 4320;

/// What the threads of a block share.
struct Notes {
    float4 ways[27];  ///< to cells
    unsigned noted[kNoted * kThreads];

    /// All threads of the block call this first.
    __device__ void begin() {
        const int i = static_cast<int>(threadIdx.x);
        if (i < 27) ways[i] = make_float4(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1, 0);
        __syncthreads();
    }
};

/// A place to a 64th of a cell, a byte for each axis: z lowest, then y, and x highest, which counts
/// through four cells and begins again, so that differences along a row need not tell its cells
/// apart.
__device__ inline unsigned coarse_place(const float4& place, int3 cell) {
    const auto part = [](float of_cell) { return static_cast<unsigned>(kCoarse * of_cell); };
    const unsigned x = kCoarse * (static_cast<unsigned>(cell.x) & 3u) + part(place.x);
    return x << 24 | part(place.y) << 8 | part(place.z);
}

/// Calls visit(j, place[j], d) for each particle less than a cell's width away, itself as well, and
/// for some that are a little further away, in their order; `d` is the way to it. `coarse` has the
/// coarse_place of each.
template <class Visit>
__device__ void for_each_neighbour(const float4& own, int3 cell, const glint::CellLayout& layout,
                                   const int* begins, const float4* place, const unsigned* coarse,
                                   Notes& notes, const Visit& visit) {
    const int none = static_cast<int>(threadIdx.x);
    int next = none;  // goes on by kThreads for each
    const auto visit_noted = [&] {
        for (int k = none; k < next; k += kThreads) {
            const unsigned note = notes.noted[k];
            const int j = static_cast<int>(note >> kWayBits);
            const float4 there = place[j], off = notes.ways[note & ((1 << kWayBits) - 1)];
            visit(j, there, way_to(there, own, glint::xyz(off)));
        }
        next = none;
    };
    const int left = max(cell.x - 1, 0), right = min(cell.x + 1, layout.cells.x - 1);
    const unsigned from = kMiddle - coarse_place(own, cell);  // only the highest byte may wrap
    const unsigned to_left = (1u - static_cast<unsigned>(cell.x)) << 30;
    for (int z = max(cell.z - 1, 0); z <= min(cell.z + 1, layout.cells.z - 1); ++z)
        for (int y = max(cell.y - 1, 0); y <= min(cell.y + 1, layout.cells.y - 1); ++y) {
            const int row = layout.number(make_int3(0, y, z));
            const int end = begins[water_key(row + right + 1)];
            const int up = y - cell.y, back = z - cell.z;
            const unsigned to_row = from + kCoarse * (256 * up + back);
            const unsigned way = 9 * back + 3 * up + 12;
            const auto look = [&](int j, unsigned there) {
                const int d = static_cast<int>((there + to_row) ^ kMiddle);
                if (__dp4a(d, d, 0) <= kFarthest) {
                    notes.noted[next] =
                        static_cast<unsigned>(j) << kWayBits | (way + ((there + to_left) >> 30));
                    next += kThreads;
                }
            };
            const auto make_room = [&] {
                if (__any_sync(__activemask(), next > (kNoted - kAtOnce) * kThreads)) visit_noted();
            };
            int j = begins[water_key(row + left)];
            for (; j + kAtOnce <= end; j += kAtOnce) {
                make_room();
                unsigned there[kAtOnce];
#pragma unroll
                for (int k = 0; k < kAtOnce; ++k) there[k] = coarse[j + k];
#pragma unroll
                for (int k = 0; k < kAtOnce; ++k) look(j + k, there[k]);
            }
            make_room();
            for (; j < end; ++j) look(j, coarse[j]);
        }
    visit_noted();
}

#endif

}  // namespace dam
