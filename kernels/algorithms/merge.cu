// SPDX-License-Identifier: MIT
// Merges two sorted sequences by merge path (Green, McColl and Bader, "GPU Merge Path", 2012). Each
// block, and each thread of a block, produces an equal part of the output. The diagonal of a part's
// first output element crosses the merge path where the inputs of the part start.
#include <algorithms/merge_setup.cuh>

#include <glint/expression/search.cuh>
#include <glint/lanes.cuh>

namespace glint::expression {

struct MergeInputs {
    const Key *a, *b;
    long long a_count, b_count;
    const Companion *a_values, *b_values;
};
struct MergeOutputs {
    Key* keys;
    Companion* values;
};

/// Bounds on how many elements of `a` are merged before a diagonal of the merge path.
struct Bounds {
    long long first, last;
};
__device__ inline Bounds bounds_on(long long diagonal, long long a_count, long long b_count) {
    return {diagonal > b_count ? diagonal - b_count : 0, diagonal < a_count ? diagonal : a_count};
}
/// True if a[i] is among the first `diagonal` outputs. Of equal elements, those of a come first.
__device__ inline bool is_before(const Key* a, const Key* b, long long diagonal, long long i) {
    return !comes_before(b[diagonal - 1 - i], a[i]);
}

/// Returns how many of the first `diagonal` output elements come from a.
__device__ inline long long crossing(const Key* a, long long a_count, const Key* b,
                                     long long b_count, long long diagonal) {
    Bounds left = bounds_on(diagonal, a_count, b_count);
    while (left.first < left.last) {
        const long long i = (left.first + left.last) / 2;
        if (is_before(a, b, diagonal, i))
            left.first = i + 1;
        else
            left.last = i;
    }
    return left.first;
}

/// Returns the same as crossing(). The lanes of a warp test different positions, which needs fewer
/// dependent memory accesses.
__device__ inline long long crossing_by_warp(const MergeInputs& in, long long diagonal) {
    Bounds left = bounds_on(diagonal, in.a_count, in.b_count);
    while (left.first < left.last) {
        const long long size = left.last - left.first, first = left.first;
        const long long own = first + size * lane_index() / kWarpSize;
        const int before = __popc(__ballot_sync(kAllLanes, is_before(in.a, in.b, diagonal, own)));
        if (before > 0) left.first = first + size * (before - 1) / kWarpSize + 1;
        if (before < kWarpSize) left.last = first + size * before / kWarpSize;
    }
    return left.first;
}

/// Merges the output elements `first` to `last` in one thread, directly from memory to memory.
__device__ inline void merge_part(const MergeInputs& in, const MergeOutputs& out, long long first,
                                  long long last) {
    long long i = crossing(in.a, in.a_count, in.b, in.b_count, first), j = first - i;
    for (long long place = first; place < last; ++place) {
        const bool from_a = j >= in.b_count || (i < in.a_count && !comes_before(in.b[j], in.a[i]));
        out.keys[place] = from_a ? in.a[i] : in.b[j];
        if constexpr (kHasValues) out.values[place] = from_a ? in.a_values[i] : in.b_values[j];
        i += from_a;
        j += !from_a;
    }
}

constexpr int kTile = kThreads * kItems;

struct MergeStorage {
    Key keys[kTile];
    unsigned short sources[kTile];
    long long ends[2];
};

/// Finds which elements of the tile form a thread's part of the output.
__device__ inline void rank_part(MergeStorage& tile, int a_count, int b_count) {
    const int first = static_cast<int>(threadIdx.x) * kItems, count = a_count + b_count;
    if (first >= count) return;
    const Key* const b = tile.keys + a_count;
    int i = static_cast<int>(crossing(tile.keys, a_count, b, b_count, first)), j = first - i;
    for (int place = first; place < first + kItems && place < count; ++place) {
        const bool from_a = j >= b_count || (i < a_count && !comes_before(b[j], tile.keys[i]));
        tile.sources[place] = static_cast<unsigned short>(from_a ? i++ : a_count + j++);
    }
}

__device__ inline void merge_tile(const MergeInputs& in, const MergeOutputs& out,
                                  MergeStorage& tile) {
    const int thread = static_cast<int>(threadIdx.x), warp = thread / kWarpSize;
    const long long size = in.a_count + in.b_count;
    const long long first = static_cast<long long>(blockIdx.x) * kTile;
    const long long last = first + kTile < size ? first + kTile : size;
    if (warp < 2) {
        const long long end = crossing_by_warp(in, warp == 0 ? first : last);
        if (lane_index() == 0) tile.ends[warp] = end;
    }
    __syncthreads();
    const long long a = tile.ends[0], b = first - a;
    const int a_count = static_cast<int>(tile.ends[1] - a);
    const int count = static_cast<int>(last - first);
    for (int k = thread; k < count; k += kThreads)
        tile.keys[k] = k < a_count ? in.a[a + k] : in.b[b + k - a_count];
    __syncthreads();
    rank_part(tile, a_count, count - a_count);
    __syncthreads();
    for (int k = thread; k < count; k += kThreads) {
        const int source = tile.sources[k];
        out.keys[first + k] = tile.keys[source];
        if constexpr (kHasValues)
            out.values[first + k] =
                source < a_count ? in.a_values[a + source] : in.b_values[b + source - a_count];
    }
}

}  // namespace glint::expression

extern "C" __global__ void __launch_bounds__(glint::expression::kThreads)
    merge(const __grid_constant__ glint::expression::MergeInputs in,
          const __grid_constant__ glint::expression::MergeOutputs out, long long part) {
    using namespace glint::expression;
    if constexpr (kThreads == 1) {
        const long long first = blockIdx.x * part, size = in.a_count + in.b_count;
        merge_part(in, out, first, first + part < size ? first + part : size);
    } else {
        __shared__ MergeStorage tile;
        merge_tile(in, out, tile);
    }
}
