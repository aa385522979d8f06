// SPDX-License-Identifier: MIT
// Pairs of sorted runs, and how to split them into parts that merge independently: S. Odeh, O.
// Green, Z. Mwassi, O. Shmueli and Y. Birk, "Merge Path - Parallel Merging Made Simple", 2012.
#pragma once

#include <algorithms/sort_types.cuh>
#include <glint/ceil_div.cuh>

#include <algorithms/sort_order.cuh>

namespace glint::sorting {

using Before = expression::Before;

/// Two adjacent runs of a line. The second run may be short or empty.
struct RunPair {
    size_t a, b, end;  ///< start of each run, and end of the second run

    /// Finds the pair of runs of `width` elements that contains element `index` of a line.
    __device__ RunPair(size_t index, size_t width, size_t length) {
        a = index / (2 * width) * (2 * width);
        b = ::min(a + width, length);
        end = ::min(b + width, length);
    }
};

/// Returns how many of the first `diagonal` elements of the merged runs come from the first run.
/// Elements of the first run precede equal elements of the second run.
template <class At>
__device__ inline size_t split(size_t a_count, size_t b_count, size_t diagonal,
                               const Before& before, At at_a, At at_b) {
    size_t low = diagonal > b_count ? diagonal - b_count : 0;
    size_t high = ::min(diagonal, a_count);
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (before(at_b[diagonal - 1 - middle], at_a[middle]))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/// A tile of a line. The tiles of all lines are numbered in order.
struct TileOfLine {
    size_t line, first, size;  ///< `first` is a position in the line

    __device__ TileOfLine(size_t tile, size_t tile_size, size_t length) {
        const size_t tiles = ceil_div(length, tile_size);
        line = tile / tiles;
        first = (tile - line * tiles) * tile_size;
        size = ::min(tile_size, length - first);
    }
};

/// The parts of a pair of runs that are merged into a tile of the result.
struct TilePart {
    size_t a, a_end, b, b_end;  ///< positions in the line

    /// Covers all elements of both runs.
    __device__ explicit TilePart(const RunPair& runs)
        : a(runs.a), a_end(runs.b), b(runs.b), b_end(runs.end) {}
    /// Covers one tile. `splits[tile]` says where each tile starts in its pair's first run.
    __device__ TilePart(const TileOfLine& tile, size_t number, size_t width, size_t length,
                        const size_t* splits) {
        const RunPair runs(tile.first, width, length);
        const size_t done = tile.first - runs.a, end = done + tile.size;
        const size_t from_a = splits[number];
        const bool is_last = runs.a + end == runs.end;
        const size_t to_a = is_last ? runs.b - runs.a : splits[number + 1];
        a = runs.a + from_a;
        a_end = runs.a + to_a;
        b = runs.b + done - from_a;
        b_end = runs.b + end - to_a;
    }
};

}  // namespace glint::sorting
