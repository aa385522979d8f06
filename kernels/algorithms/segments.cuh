// SPDX-License-Identifier: MIT
// Segments: segment i has the elements from offsets[i] (inclusive) to offsets[i + 1] (exclusive).
#pragma once

#include <algorithms/reduction.cuh>
#include <glint/expression/group.cuh>

namespace glint::expression {

using State = Reduction::State;

constexpr int kBlock = 256;
constexpr Index kTile = Index(kBlock) * kReads * kPack;

struct Segments {
    const Offset* offsets;
    Index* firsts;    // per tile: the result of `find` for the tile's first element
    State* partials;  // two states per tile: of the segment that begins before the tile, and of the
                      // segment that ends after the tile
    Index size, segments, tiles;  // number of elements, segments and tiles

    /// Returns the last segment that begins at or before `place`, or -1 if none does.
    __device__ Index find(Index place) const {
        Index first = 0, last = segments + 1;  // how many segments begin at or before `place`
        while (first < last) {
            const Index middle = first + (last - first) / 2;
            if ((long long)offsets[middle] <= place)
                first = middle + 1;
            else
                last = middle;
        }
        return first - 1;
    }

    // first_of_tile() and last_of_tile() are the segments that end or continue in a tile.

    __device__ Index first_of_tile(Index tile) const {
        if (tile == 0) return 0;
        return firsts[tile] < 0 ? 0 : firsts[tile];
    }
    __device__ Index last_of_tile(Index tile, Index end) const {
        if (tile + 1 == tiles) return segments - 1;
        const Index next = firsts[tile + 1];
        if (next < 0) return -1;
        const bool begins_here = (long long)offsets[next] < end;
        return begins_here && next < segments ? next : next - 1;
    }

    __device__ long long count(Index segment) const {
        return (long long)offsets[segment + 1] - (long long)offsets[segment];
    }
    __device__ Index tile_of_end(Index segment) const {
        const long long last = ((long long)offsets[segment + 1] - 1) / kTile;
        return last < tiles ? Index(last) : tiles - 1;
    }
};

}  // namespace glint::expression
