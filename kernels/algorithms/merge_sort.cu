// SPDX-License-Identifier: MIT
// Stable sort with any comparison. Blocks sort tiles; then runs are merged pairwise until each line
// is a single run.
#include <algorithms/merge_path.cuh>
#include <algorithms/sort_buffers.cuh>
#include <glint/block_merge_sort.cuh>

namespace glint::sorting {

constexpr unsigned int kTile = kThreads * kItems;

}  // namespace glint::sorting

/// Sorts each tile of lines with `length` keys, one tile per block.
extern "C" __global__ void __launch_bounds__(glint::sorting::kThreads)
    sort_tiles(const __grid_constant__ glint::sorting::Given given,
               const __grid_constant__ glint::expression::Before before,
               glint::sorting::Buffers buffers, size_t length, int to) {
    using namespace glint::sorting;
    using Sort = glint::BlockMergeSort<Key, kThreads, kItems, Value>;
    __shared__ Sort::Storage storage;
    const TileOfLine tile(blockIdx.x, kTile, length);
    const size_t first = tile.line * length + tile.first;
    const unsigned int size = static_cast<unsigned int>(tile.size);
    const auto given_keys = given + first;
    Key keys[kItems];
    Value values[kItems];
    const unsigned int own = threadIdx.x * kItems;
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
        // Items past the end are read, but their values are not used.
        const unsigned int i = ::min(own + k, size - 1);
        keys[k] = given_keys[i];
        if constexpr (kHasValues) values[k] = buffers.value(kGiven, first + i, tile.first + i);
    }
    if constexpr (kHasValues)
        Sort(storage).sort_pairs(keys, values, before, size);
    else
        Sort(storage).sort(keys, before, size);
    Key* const to_keys = buffers.keys_at(to) + first;
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
        if (own + k >= size) continue;
        to_keys[own + k] = keys[k];
        if constexpr (kHasValues) buffers.values_at(to)[first + own + k] = values[k];
    }
}

/// For each of `tiles` tiles, sets splits[tile] to the number of elements before the tile that come
/// from the first run of the tile's pair.
extern "C" __global__ void __launch_bounds__(256)
    find_splits(const __grid_constant__ glint::expression::Before before,
                glint::sorting::Buffers buffers, size_t length, size_t tile_size, size_t tiles,
                size_t width, int from, size_t* splits) {
    using namespace glint::sorting;
    const size_t number = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (number >= tiles) return;
    const TileOfLine tile(number, tile_size, length);
    const RunPair runs(tile.first, width, length);
    const Key* const line = buffers.keys_at(from) + tile.line * length;
    splits[number] = split(runs.b - runs.a, runs.end - runs.b, tile.first - runs.a, before,
                           line + runs.a, line + runs.b);
}

/// Merges pairs of runs of `width` keys. Each block writes one tile of the result.
extern "C" __global__ void __launch_bounds__(glint::sorting::kThreads)
    merge_tiles(const __grid_constant__ glint::expression::Before before,
                glint::sorting::Buffers buffers, size_t length, size_t width, int from, int to,
                const size_t* splits) {
    using namespace glint::sorting;
    __shared__ union {
        Key keys[kTile];
        unsigned int from[kTile];
    } storage;
    const TileOfLine tile(blockIdx.x, kTile, length);
    const TilePart part(tile, blockIdx.x, width, length, splits);
    const size_t line = tile.line * length;
    const unsigned int a_count = static_cast<unsigned int>(part.a_end - part.a);
    const unsigned int size = static_cast<unsigned int>(tile.size), b_count = size - a_count;
    const Key* const keys = buffers.keys_at(from) + line;
    for (unsigned int i = threadIdx.x; i < size; i += kThreads)
        storage.keys[i] = i < a_count ? keys[part.a + i] : keys[part.b + (i - a_count)];
    __syncthreads();

    const unsigned int own = ::min(threadIdx.x * kItems, size);
    const Key *const run_a = storage.keys, *const run_b = storage.keys + a_count;
    unsigned int a = static_cast<unsigned int>(split(a_count, b_count, own, before, run_a, run_b));
    unsigned int b = own - a;
    Key merged[kItems];
    unsigned int places[kItems];
#pragma unroll
    for (int k = 0; k < kItems; ++k) {
        if (own + k >= size) continue;
        const bool is_b = a >= a_count || (b < b_count && before(run_b[b], run_a[a]));
        places[k] = is_b ? a_count + b++ : a++;
        merged[k] = storage.keys[places[k]];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kItems; ++k)
        if (own + k < size) storage.keys[own + k] = merged[k];
    __syncthreads();
    Key* const to_keys = buffers.keys_at(to) + line + tile.first;
    for (unsigned int i = threadIdx.x; i < size; i += kThreads) to_keys[i] = storage.keys[i];
    if constexpr (kHasValues) {
        __syncthreads();
#pragma unroll
        for (int k = 0; k < kItems; ++k)
            if (own + k < size) storage.from[own + k] = places[k];
        __syncthreads();
        const Value* const values = buffers.values_at(from) + line;
        Value* const to_values = buffers.values_at(to) + line + tile.first;
        for (unsigned int i = threadIdx.x; i < size; i += kThreads) {
            const unsigned int place = storage.from[i];
            to_values[i] =
                place < a_count ? values[part.a + place] : values[part.b + (place - a_count)];
        }
    }
}
