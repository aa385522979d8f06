// SPDX-License-Identifier: MIT
// Reduces adjacent segments of an expression, which may have any sizes. Each block processes a tile
// of fixed size, regardless of segment borders, which balances the load. A later kernel combines
// the parts of each segment that spans several tiles.
#include <algorithms/segments.cuh>
#include <glint/expression/values.cuh>

namespace glint::expression {

/// A function object, because NVRTC does not accept generic lambdas in device functions.
struct Both {
    const Reduction& reduction;

    __device__ State operator()(const State& a, const State& b) const {
        return reduction.both(a, b);
    }
};

/// The part of a segment within a tile.
struct Part {
    Index first, last;
    bool begins_before, ends_after;

    __device__ Part(const Segments& segments, Index segment, Index begin, Index end) {
        const long long from = segments.offsets[segment], to = segments.offsets[segment + 1];
        begins_before = from < begin;
        ends_after = to > end;
        first = begins_before ? begin : Index(from);
        last = ends_after ? end : Index(to);
    }
};

// CPUs do not stage elements in shared memory: memory is fast enough, and staging needs barriers.
#ifdef __GLINT_CPU__
constexpr bool kStaged = false;
#else
constexpr bool kStaged = kTile * sizeof(Value) <= (32 << 10);
#endif
using Stage = Value[kStaged ? kTile : 1];

/// The work of a block on the segments of one tile.
class Tile {
public:
    __device__ Tile(const Operands& operands, const Reduction& reduction, const Segments& segments,
                    Stage& staged, Index number)
        : operands_(operands),
          reduction_(reduction),
          segments_(segments),
          staged_(staged),
          number_(number) {
        begin_ = number * kTile;
        end_ = segments.size - begin_ < kTile ? segments.size : begin_ + kTile;
        first_ = segments.first_of_tile(number);
        last_ = segments.last_of_tile(number, end_);
    }

    __device__ void reduce(Destination output) {
        const Index count = last_ - first_ + 1;
        if (count <= 0) return;
        if constexpr (kStaged) {
            if (count <= kFewSegments) return by_block(output);
            stage();
        }
        if (count <= kTile / 64)
            by_groups<32>(output);
        else if (count <= kTile / 8)
            by_groups<8>(output);
        else
            by_groups<1>(output);
    }

private:
    static constexpr int kFewSegments = 4;

    /// Reads the tile once, in packs, for all segments.
    __device__ void by_block(const Destination& output) {
        Value values[kReads][kPack];
#pragma unroll
        for (int k = 0; k < kReads; ++k) load(place(k), values[k]);
        for (Index segment = first_; segment <= last_; ++segment) {
            const Part part(segments_, segment, begin_, end_);
            const Reduction::Origin origin = origin_of(segment);
            State state = reduction_.neutral();
#pragma unroll
            for (int k = 0; k < kReads; ++k) add(values[k], place(k), part, origin, state);
            const State all = group_reduce<kBlock>(state, Both{reduction_});
            if (threadIdx.x == 0) put(output, segment, part, all);
            __syncthreads();
        }
    }
    /// Copies the tile's values to shared memory.
    __device__ void stage() {
#pragma unroll
        for (int k = 0; k < kReads; ++k) {
            Value values[kPack];
            load(place(k), values);
#pragma unroll
            for (int i = 0; i < kPack; ++i) staged_[place(k) - begin_ + i] = values[i];
        }
        __syncthreads();
    }
    __device__ Value at(Index element) const {
        if constexpr (kStaged) return staged_[element - begin_];
        return value_at(operands_, element);
    }
    __device__ Index place(int k) const {
        return begin_ + (Index(k) * kBlock + Index(threadIdx.x)) * kPack;
    }
    __device__ void load(Index element, Value (&values)[kPack]) const {
        if (element + kPack <= end_) {
            values_at(operands_, element, values);
        } else {
#pragma unroll
            for (int i = 0; i < kPack; ++i)
                if (element + i < end_) values[i] = value_at(operands_, element + i);
        }
    }
    __device__ void add(const Value (&values)[kPack], Index element, const Part& part,
                        const Reduction::Origin& origin, State& state) const {
#pragma unroll
        for (int i = 0; i < kPack; ++i)
            if (element + i >= part.first && element + i < part.last)
                state = reduction_.both(state, reduction_.of(values[i], origin));
    }

    /// A group of `Threads` lanes reduces a segment. Groups with short segments wait for others.
    template <int Threads>
    __device__ void by_groups(const Destination& output) {
        constexpr int kGroups = kBlock / Threads;
        for (Index base = first_; base <= last_; base += kGroups) {
            const Index own = base + Index(threadIdx.x / Threads);
            const Index segment = own <= last_ ? own : last_;
            const Part part(segments_, segment, begin_, end_);
            const Reduction::Origin origin = origin_of(segment);
            State state = reduction_.neutral();
            for (Index first = part.first; first < part.last; first += Threads) {
                const Index element = first + Index(threadIdx.x % Threads);
                if (element < part.last)
                    state = reduction_.both(state, reduction_.of(at(element), origin));
            }
            const State all = group_reduce<Threads>(state, Both{reduction_});
            if (threadIdx.x % Threads == 0 && own <= last_) put(output, segment, part, all);
        }
    }

    __device__ Reduction::Origin origin_of(Index segment) const {
        const long long from = segments_.offsets[segment], to = segments_.offsets[segment + 1];
        if (from < 0 || from >= to || from >= segments_.size) return {};
        return reduction_.origin(value_at(operands_, Index(from)));
    }
    __device__ void put(const Destination& output, Index segment, const Part& part,
                        const State& state) const {
        if (part.begins_before)
            segments_.partials[2 * number_] = state;
        else if (part.ends_after && end_ < segments_.size)
            segments_.partials[2 * number_ + 1] = state;
        else
            output.data[segment] = reduction_.result(state, segments_.count(segment));
    }

    const Operands& operands_;
    const Reduction& reduction_;
    const Segments& segments_;
    Stage& staged_;
    Index number_, begin_, end_, first_, last_;
};

}  // namespace glint::expression

/// Finds, for each tile, the last segment that begins at or before the tile's first element.
extern "C" __global__ void __launch_bounds__(256)
    find(const __grid_constant__ glint::expression::Segments segments) {
    using namespace glint::expression;
    const Index tile = Index(blockIdx.x) * blockDim.x + threadIdx.x;
    if (tile < segments.tiles) segments.firsts[tile] = segments.find(tile * kTile);
}

extern "C" __global__ void __launch_bounds__(256)
    reduce(const __grid_constant__ glint::expression::Operands operands,
           const __grid_constant__ glint::expression::Destination output,
           const __grid_constant__ glint::expression::Reduction reduction,
           const __grid_constant__ glint::expression::Segments segments) {
    using namespace glint::expression;
    __shared__ Stage staged;
    Tile(operands, reduction, segments, staged, Index(blockIdx.x)).reduce(output);
}

/// Combines the parts of the segment that begins in a tile and ends after it. One group per tile.
extern "C" __global__ void __launch_bounds__(256)
    join(const __grid_constant__ glint::expression::Destination output,
         const __grid_constant__ glint::expression::Reduction reduction,
         const __grid_constant__ glint::expression::Segments segments) {
    using namespace glint::expression;
    const long long own = ((long long)blockIdx.x * kBlock + threadIdx.x) / kJoin;
    bool exists = own < segments.tiles;
    const Index tile = exists ? Index(own) : segments.tiles - 1;
    Index end = (tile + 1) * kTile;
    if (end > segments.size) end = segments.size;
    const Index segment = segments.last_of_tile(tile, end);
    if (segment < 0 || segment < segments.first_of_tile(tile)) exists = false;
    const Part part(segments, exists ? segment : 0, tile * kTile, end);
    if (part.begins_before || !part.ends_after || tile + 1 == segments.tiles) exists = false;
    const int thread = threadIdx.x % kJoin;
    State state = exists && thread == 0 ? segments.partials[2 * tile + 1] : reduction.neutral();
    const Index last = exists ? segments.tile_of_end(segment) : tile;
    for (Index i = tile + 1 + thread; i <= last; i += kJoin)
        state = reduction.both(state, segments.partials[2 * i]);
    const State all = group_reduce<kJoin>(state, Both{reduction});
    if (exists && thread == 0)
        output.data[segment] = reduction.result(all, segments.count(segment));
}
