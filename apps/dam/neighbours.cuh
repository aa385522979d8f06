// SPDX-License-Identifier: MIT
// Neighbor search among particles that are sorted by cell. In each cell, water particles come
// before wall particles.
#pragma once

#include <glint/annotations.cuh>
#include <glint/cells.cuh>

#include "layout.cuh"

namespace dam {

/// Sort keys of water and wall particles in a cell, and the cell of a key.
__device__ inline unsigned water_key(int cell) { return 2u * cell; }
__device__ inline unsigned wall_key(int cell) { return 2u * cell + 1; }
__device__ inline int cell_of_key(unsigned key) { return static_cast<int>(key / 2); }

/// Calls each(c, off) for `cell` and each adjacent cell c in the tank. `off` is c minus `cell`.
template <class Each>
__device__ void for_each_cell(int3 cell, const glint::CellLayout& layout, const Each& each) {
    const int3 last = layout.cells;
    for (int z = max(cell.z - 1, 0); z <= min(cell.z + 1, last.z - 1); ++z)
        for (int y = max(cell.y - 1, 0); y <= min(cell.y + 1, last.y - 1); ++y)
            for (int x = max(cell.x - 1, 0); x <= min(cell.x + 1, last.x - 1); ++x)
                each(make_int3(x, y, z), make_float3(x - cell.x, y - cell.y, z - cell.z));
}

/// Vector from position `own` to position `there`, whose cells differ by `off`.
__device__ inline float3 way_to(const float4& there, const float4& own, float3 off) {
    return make_float3(there.x + (off.x - own.x), there.y + (off.y - own.y),
                       there.z + (off.z - own.z));
}

#ifdef __GLINT_CPU__

/// Data in the shared memory of a block: none on CPUs.
struct Notes {
    __device__ void begin() {}
};

/// Data that is read for each neighbor of a particle, as a structure of arrays. A thread processes
/// one particle at a time, with one neighbor per SIMD lane. While press() changes the compression
/// of walls, other threads read the previous compression, which is stored separately.
constexpr int kVolume = 6, kCompression = 7, kCompressionBefore = 8;

__device__ inline long long packed_at(int which, int count, int i) {
    return static_cast<long long>(which) * count + i;
}
__device__ inline void pack(unsigned* packed, int count, int i, const float4& place,
                            const float4& flow, int3) {
    const float numbers[] = {place.x, place.y, place.z, flow.x, flow.y,
                             flow.z,  place.w, flow.w,  flow.w};
    for (int k = 0; k < kPacked; ++k) packed[packed_at(k, count, i)] = __float_as_uint(numbers[k]);
}
/// Stores the new volume and compression of a wall particle.
__device__ inline void pack_pressed(unsigned* packed, int count, int i, float volume,
                                    float compression) {
    packed[packed_at(kVolume, count, i)] = __float_as_uint(volume);
    packed[packed_at(kCompression, count, i)] = __float_as_uint(compression);
}

/// Data of all particles, for access to a particle as a neighbor.
struct Crowd {
    const unsigned* packed;
    const float4* places;
    const float4* flows;
    int count;

    __device__ float4 place(int j) const {
        return make_float4(number(0, j), number(1, j), number(2, j), number(kVolume, j));
    }
    __device__ float4 flow(int j) const {
        return make_float4(number(3, j), number(4, j), number(5, j), number(kCompression, j));
    }
    /// Position of a particle during press(). The volume is 0, because press() may change it.
    __device__ float4 place_before(int j) const {
        return make_float4(number(0, j), number(1, j), number(2, j), 0);
    }
    __device__ float compression_before(int j) const { return number(kCompressionBefore, j); }

private:
    __device__ float number(int which, int j) const {
        return __uint_as_float(packed[packed_at(which, count, j)]);
    }
};

/// Calls visit(j, position of j, d) for each particle j in the surrounding cells, including the
/// particle itself. `d` is the vector from the particle to j.
template <class Visit>
__device__ void for_each_neighbor(const float4& own, int3 cell, const glint::CellLayout& layout,
                                  const int* begins, const Crowd& crowd, Notes&,
                                  const Visit& visit) {
    const int left = max(cell.x - 1, 0), right = min(cell.x + 1, layout.cells.x - 1);
    for (int z = max(cell.z - 1, 0); z <= min(cell.z + 1, layout.cells.z - 1); ++z)
        for (int y = max(cell.y - 1, 0); y <= min(cell.y + 1, layout.cells.y - 1); ++y) {
            const int row = layout.number(make_int3(0, y, z));
            const int own_first = begins[water_key(row + cell.x)];
            const int own_end = begins[water_key(row + cell.x + 1)];
            const int end = begins[water_key(row + right + 1)];
            GLINT_BY_LANES
            for (int j = begins[water_key(row + left)]; j < end; ++j) {
                const float4 there = crowd.place(j);
                const int x = (j >= own_first) + (j >= own_end) - 1;
                visit(j, there, way_to(there, own, make_float3(x, y - cell.y, z - cell.z)));
            }
        }
}

/// Calls each(i) for the kRun consecutive particles that this thread processes.
template <class Each>
__device__ void for_each_particle(int count, const Each& each) {
    const int first = kRun * static_cast<int>(blockIdx.x);
    for (int i = first; i < min(first + kRun, count); ++i) each(i);
}

#else

// Only one in six particles in the surrounding cells is within range. A test of coarse positions,
// integers of four bytes, selects candidates. Lanes find these in different iterations. Therefore,
// each lane collects its candidates, and all lanes visit theirs when one lane has collected many.
constexpr int kThreads = 128;  // maximum block size
constexpr int kNoted = 64;     // maximum number of candidates noted per thread
constexpr int kAtOnce = 12;
constexpr int kWayBits = 5;

// Coarse positions: steps per cell along an axis, a bias that centers each byte, and the maximum
// squared coarse distance of particles that are at most one cell width apart: (64 + sqrt(3))^2.
constexpr int kCoarse = 64;
constexpr unsigned kMiddle = 0x80808080u;
constexpr int kFarthest = 4320;

/// Data in the shared memory of a block.
struct Notes {
    float4 ways[27];  ///< offsets of the neighbor cells, in cells
    unsigned noted[kNoted * kThreads];

    /// All threads of the block must call this function first.
    __device__ void begin() {
        const int i = static_cast<int>(threadIdx.x);
        if (i < 27) ways[i] = make_float4(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1, 0);
        __syncthreads();
    }
};

/// A position in steps of 1/64 cell, with one byte per axis: z in the lowest byte, y in the next, x
/// in the highest. The byte of x covers four cells and wraps around, so that differences between
/// positions in neighboring cells of a row are correct.
__device__ inline unsigned coarse_place(const float4& place, int3 cell) {
    const auto part = [](float of_cell) { return static_cast<unsigned>(kCoarse * of_cell); };
    const unsigned x = kCoarse * (static_cast<unsigned>(cell.x) & 3u) + part(place.x);
    return x << 24 | part(place.y) << 8 | part(place.z);
}

__device__ inline void pack(unsigned* packed, int, int i, const float4& place, const float4&,
                            int3 cell) {
    packed[i] = coarse_place(place, cell);
}
__device__ inline void pack_pressed(unsigned*, int, int, float, float) {}

/// Data of all particles, for access to a particle as a neighbor. `packed` has coarse positions.
struct Crowd {
    const unsigned* packed;
    const float4* places;
    const float4* flows;
    int count;

    __device__ float4 place(int j) const { return places[j]; }
    __device__ float4 flow(int j) const { return flows[j]; }
    __device__ float4 place_before(int j) const { return places[j]; }
    __device__ float compression_before(int j) const { return flows[j].w; }
};

/// Calls visit(j, position of j, d), in order, for each particle j within one cell width, including
/// the particle itself, and for some particles slightly farther away. `d` is the vector to j.
template <class Visit>
__device__ void for_each_neighbor(const float4& own, int3 cell, const glint::CellLayout& layout,
                                  const int* begins, const Crowd& crowd, Notes& notes,
                                  const Visit& visit) {
    const int none = static_cast<int>(threadIdx.x);
    int next = none;  // grows by kThreads with each candidate
    const auto visit_noted = [&] {
        for (int k = none; k < next; k += kThreads) {
            const unsigned note = notes.noted[k];
            const int j = static_cast<int>(note >> kWayBits);
            const float4 there = crowd.place(j), off = notes.ways[note & ((1 << kWayBits) - 1)];
            visit(j, there, way_to(there, own, glint::xyz(off)));
        }
        next = none;
    };
    const int left = max(cell.x - 1, 0), right = min(cell.x + 1, layout.cells.x - 1);
    const unsigned from = kMiddle - coarse_place(own, cell);  // only the highest byte may overflow
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
                for (int k = 0; k < kAtOnce; ++k) there[k] = crowd.packed[j + k];
#pragma unroll
                for (int k = 0; k < kAtOnce; ++k) look(j + k, there[k]);
            }
            make_room();
            for (; j < end; ++j) look(j, crowd.packed[j]);
        }
    visit_noted();
}

/// Calls each(i) for the particle of this thread.
template <class Each>
__device__ void for_each_particle(int count, const Each& each) {
    if (const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < count) each(i);
}

#endif

}  // namespace dam
