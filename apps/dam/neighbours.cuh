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

template <class Visit>
__device__ void for_each_neighbour(const float4& own, int3 cell, const glint::CellLayout& layout,
                                   const int* begins, const float4* place, Notes& notes,
                                   const Visit& visit) {
    for_each_cell(cell, layout, [&](int3 c, float3 off) {
        const int number = layout.number(c), end = begins[water_key(number + 1)];
        for (int j = begins[water_key(number)]; j < end; ++j) {
            const float4 there = place[j];
            const float3 d = way_to(there, own, off);
            if (glint::dot(d, d) < 1) visit(j, there, d);
        }
    });
}

#else

// Of the particles in the cells around, one in six is near enough. As lanes find theirs at
// different times, they only note them, and visit them when one has many.
constexpr int kThreads = 128;  // of a block, at most
constexpr int kNoted = 64;     // of a thread, at most
constexpr int kRoom = 20;      // for what one cell has, mostly
constexpr int kCellBits = 5;

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

/// Calls visit(j, place[j], d) for each particle less than a cell's width away, itself as well, in
/// their order; `d` is the way to it.
template <class Visit>
__device__ void for_each_neighbour(const float4& own, int3 cell, const glint::CellLayout& layout,
                                   const int* begins, const float4* place, Notes& notes,
                                   const Visit& visit) {
    const int none = static_cast<int>(threadIdx.x);
    int next = none;  // goes on by kThreads for each
    const auto visit_noted = [&] {
        for (int k = none; k < next; k += kThreads) {
            const unsigned note = notes.noted[k];
            const int j = static_cast<int>(note >> kCellBits);
            const float4 there = place[j], off = notes.ways[note & ((1 << kCellBits) - 1)];
            visit(j, there, way_to(there, own, glint::xyz(off)));
        }
        next = none;
    };
    for_each_cell(cell, layout, [&](int3 c, float3 off) {
        if (__any_sync(__activemask(), next >= (kNoted - kRoom) * kThreads)) visit_noted();
        const int number = layout.number(c), end = begins[water_key(number + 1)];
        const float3 from = make_float3(off.x - own.x, off.y - own.y, off.z - own.z);
        const int way = (c.z - cell.z) * 9 + (c.y - cell.y) * 3 + c.x - cell.x + 13;
        const auto look = [&](int j) {
            const float4 there = place[j];
            const float x = there.x + from.x, y = there.y + from.y, z = there.z + from.z;
            if (x * x + y * y + z * z < 1) {
                notes.noted[next] = (static_cast<unsigned>(j) << kCellBits) | way;
                next += kThreads;
            }
        };
        int j = begins[water_key(number)];
        for (; j + 4 <= end; j += 4) {
            if (next >= (kNoted - 4) * kThreads) visit_noted();
#pragma unroll
            for (int k = 0; k < 4; ++k) look(j + k);
        }
        if (next >= (kNoted - 4) * kThreads) visit_noted();
        for (; j < end; ++j) look(j);
    });
    visit_noted();
}

#endif

}  // namespace dam
