// SPDX-License-Identifier: MIT
// Stable sort with any comparison, in blocks of one thread, for CPUs. The method is that of
// merge_sort.cu, but with larger tiles.
#include <algorithms/merge_path.cuh>
#include <algorithms/sort_buffers.cuh>

namespace glint::sorting {

/// The keys and values in one of the buffers, starting at some element.
struct Run {
    Key* keys;
    Value* values;

    __device__ Run(const Buffers& buffers, int place, size_t first)
        : keys(buffers.keys_at(place) + first), values(buffers.values_at(place)) {
        if (values) values += first;
    }
    __device__ void set(size_t to, const Run& other, size_t from) const {
        keys[to] = other.keys[from];
        if constexpr (kHasValues) values[to] = other.values[from];
    }
};

/// Merges elements a to a_end and b to b_end (exclusive) of `from` into `to`, starting at `first`.
__device__ inline void merge(const Before& before, const Run& from, const TilePart& part,
                             const Run& to, size_t first) {
    size_t a = part.a, b = part.b, place = first;
    while (a < part.a_end && b < part.b_end) {
        const bool is_b = before(from.keys[b], from.keys[a]);
        to.set(place++, from, is_b ? b++ : a++);
    }
    while (a < part.a_end) to.set(place++, from, a++);
    while (b < part.b_end) to.set(place++, from, b++);
}

/// Sorts tiles: sorts short runs by insertion, then merges them back and forth between two buffers.
class TileSort {
    static constexpr size_t kRun = 16;

public:
    __device__ TileSort(const Given& given, const Before& before, const Buffers& buffers,
                        size_t length, size_t tile_size)
        : given_(given),
          before_(before),
          buffers_(buffers),
          length_(length),
          tile_size_(tile_size) {}

    __device__ void sort(size_t number, int to, int other) const {
        const TileOfLine tile(number, tile_size_, length_);
        const size_t first = tile.line * length_ + tile.first;
        int rounds = 0;
        for (size_t width = kRun; width < tile.size; width *= 2) ++rounds;
        int place = rounds % 2 == 0 ? to : other;
        for (size_t run = 0; run < tile.size; run += kRun)
            insert(Run(buffers_, place, first), first, tile.first, run,
                   ::min(run + kRun, tile.size));
        for (size_t width = kRun; width < tile.size; width *= 2) {
            const int next = place == to ? other : to;
            merge_runs(Run(buffers_, place, first), Run(buffers_, next, first), tile.size, width);
            place = next;
        }
    }

private:
    /// Sorts elements `run` to `end` (exclusive) of the tile that starts at element `first`.
    __device__ void insert(const Run& to, size_t first, size_t number, size_t run,
                           size_t end) const {
        const auto keys = given_ + first;
        for (size_t i = run; i < end; ++i) {
            const Key key = keys[i];
            Value value;
            if constexpr (kHasValues) value = buffers_.value(kGiven, first + i, number + i);
            size_t place = i;
            for (; place > run && before_(key, to.keys[place - 1]); --place)
                to.set(place, to, place - 1);
            to.keys[place] = key;
            if constexpr (kHasValues) to.values[place] = value;
        }
    }
    __device__ void merge_runs(const Run& from, const Run& to, size_t size, size_t width) const {
        for (size_t first = 0; first < size; first += 2 * width) {
            const RunPair runs(first, width, size);
            merge(before_, from, TilePart(runs), to, first);
        }
    }

    const Given& given_;
    const Before& before_;
    const Buffers& buffers_;
    size_t length_, tile_size_;
};

}  // namespace glint::sorting

/// Sorts the tiles of all lines. Launch with any number of blocks.
extern "C" __global__ void __launch_bounds__(1)
    sort_tiles(const __grid_constant__ glint::sorting::Given given,
               const __grid_constant__ glint::expression::Before before,
               glint::sorting::Buffers buffers, size_t length, size_t tile_size, size_t tiles,
               int to, int other) {
    using namespace glint::sorting;
    const TileSort sort(given, before, buffers, length, tile_size);
    for (size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) sort.sort(tile, to, other);
}

extern "C" __global__ void __launch_bounds__(1)
    find_splits(const __grid_constant__ glint::expression::Before before,
                glint::sorting::Buffers buffers, size_t length, size_t tile_size, size_t tiles,
                size_t width, int from, size_t* splits) {
    using namespace glint::sorting;
    for (size_t number = blockIdx.x; number < tiles; number += gridDim.x) {
        const TileOfLine tile(number, tile_size, length);
        const RunPair runs(tile.first, width, length);
        const Key* const line = buffers.keys_at(from) + tile.line * length;
        splits[number] = split(runs.b - runs.a, runs.end - runs.b, tile.first - runs.a, before,
                               line + runs.a, line + runs.b);
    }
}

extern "C" __global__ void __launch_bounds__(1)
    merge_tiles(const __grid_constant__ glint::expression::Before before,
                glint::sorting::Buffers buffers, size_t length, size_t tile_size, size_t tiles,
                size_t width, int from, int to, const size_t* splits) {
    using namespace glint::sorting;
    for (size_t number = blockIdx.x; number < tiles; number += gridDim.x) {
        const TileOfLine tile(number, tile_size, length);
        const TilePart part(tile, number, width, length, splits);
        const size_t line = tile.line * length;
        merge(before, Run(buffers, from, line), part, Run(buffers, to, line), tile.first);
    }
}
