// SPDX-License-Identifier: MIT
// A pass over elements in order, in which each element needs the combined result of all previous
// elements. Scans use it, and selections use it to compute output positions.
//
// A Pass has the following members. An Item is the data of one element, held in registers:
//
//     using State = ...;  // combined value of elements
//     State neutral() const;
//     State combine(State before, State behind) const;
//     State state(const Item& item) const;
//     bool is_head(const State& state) const;  // true if earlier states do not matter
//     void load(Index first, Item (&items)[Count]) const;
//     State emit(Index first, const Item (&items)[Count], State before) const;  // the next state
//     void finish(State total) const;  // called by one thread
#pragma once

#include <array/expression.cuh>

#include <algorithms/pass_setup.cuh>
#include <algorithms/sizes.cuh>
#include <glint/block_scan.cuh>
#include <glint/look_back.cuh>

namespace glint::expression {

/// Number of elements in a tile, which one block processes.
constexpr int kTileItems = kThreads == 1 ? sizes::kSerialItems : kThreads * kCount * kRows;

template <class State>
struct Tiles {
    Index size;                 ///< number of elements
    Index count;                ///< number of tiles
    unsigned long long* words;  ///< used by Method::look_back
    State* before;              ///< state before each tile, then total; computed by Method::reduce
    unsigned int* ticket;       ///< must be 0 at the start
};

/// The operator of a Pass as a function object, for BlockScan and similar classes.
template <class Pass>
struct Combined {
    const Pass& pass;

    __device__ typename Pass::State operator()(typename Pass::State a,
                                               typename Pass::State b) const {
        return pass.combine(a, b);
    }
};

/// The work of a block on one tile. Each thread has `kRows` runs of `kCount` adjacent elements. The
/// runs of adjacent lanes are adjacent, so every access is coalesced without exchanges.
template <class Pass>
class TileBlock {
    using State = typename Pass::State;
    using Item = typename Pass::Item;
    static constexpr int kWarps = kThreads / kWarpSize;
    static constexpr int kRowItems = kWarpSize * kCount;
    static constexpr int kSums = 8;
    using Scan = BlockScan<State, kThreads>;

public:
    struct Storage {
        State warps[kWarps];
        State before;
        typename Scan::Storage scan;
        Index tile;
        bool is_last;
    };

    __device__ TileBlock(const Pass& pass, const Tiles<State>& tiles, Storage& storage)
        : pass_(pass), tiles_(tiles), storage_(storage), warp_(threadIdx.x / kWarpSize) {}

    __device__ void run() {
        tile_ = number();
        first_ =
            tile_ * kTileItems + Index(warp_) * kRowItems * kRows + Index(lane_index()) * kCount;
        if ((tile_ + 1) * kTileItems <= tiles_.size)
            work<true>();
        else
            work<false>();
    }

private:
    __device__ Index number() {
        if (kMethod != Method::look_back) return blockIdx.x;
        if (threadIdx.x == 0) storage_.tile = Index(atomicAdd(tiles_.ticket, 1u));
        __syncthreads();
        return storage_.tile;
    }

    template <bool Whole>
    __device__ void work() {
        Item items[kRows][kCount];
#pragma unroll
        for (int row = 0; row < kRows; ++row) load<Whole>(first_ + row * kRowItems, items[row]);
        State before[kRows];
        const State total = states_before<Whole>(items, before);
        if (kMethod == Method::reduce) {
            hand_on(total);
            return;
        }
        const State carry = carried(total);
#pragma unroll
        for (int row = 0; row < kRows; ++row)
            emit<Whole>(first_ + row * kRowItems, items[row], pass_.combine(carry, before[row]));
        if (threadIdx.x == 0 && tile_ + 1 == tiles_.count)
            pass_.finish(pass_.combine(carry, total));
    }

    template <bool Whole>
    __device__ void load(Index first, Item (&items)[kCount]) const {
        if (Whole || first + kCount <= tiles_.size)
            pass_.load(first, items);
        else
            load_rest(first, items);
    }
    __device__ void load_rest(Index first, Item (&items)[kCount]) const {
        Item one[1];
#pragma unroll
        for (int k = 0; k < kCount; ++k) {
            if (first + k >= tiles_.size) continue;
            pass_.load(first + k, one);
            items[k] = one[0];
        }
    }

    template <bool Whole>
    __device__ void emit(Index first, const Item (&items)[kCount], const State& state) const {
        if (Whole || first + kCount <= tiles_.size)
            pass_.emit(first, items, state);
        else
            emit_rest(first, items, state);
    }
    __device__ void emit_rest(Index first, const Item (&items)[kCount], State state) const {
#pragma unroll
        for (int k = 0; k < kCount; ++k) {
            if (first + k >= tiles_.size) continue;
            const Item one[1] = {items[k]};
            state = pass_.emit(first + k, one, state);
        }
    }

    template <bool Whole>
    __device__ State sum(Index first, const Item (&items)[kCount]) const {
        State state = Whole ? pass_.state(items[0]) : pass_.neutral();
#pragma unroll
        for (int k = Whole ? 1 : 0; k < kCount; ++k)
            if (Whole || first + k < tiles_.size)
                state = pass_.combine(state, pass_.state(items[k]));
        return state;
    }

    /// Computes the state before each of the thread's runs in the tile. Returns the tile's total.
    template <bool Whole>
    __device__ State states_before(const Item (&items)[kRows][kCount], State (&before)[kRows]) {
        const Combined<Pass> op{pass_};
        State of_warp = pass_.neutral();
#pragma unroll
        for (int row = 0; row < kRows; ++row) {
            const State own = sum<Whole>(first_ + row * kRowItems, items[row]);
            const State up_to = warp_inclusive_scan(own, op), previous = shuffle_up(up_to, 1);
            before[row] = lane_index() == 0 ? of_warp : op(of_warp, previous);
            of_warp = op(of_warp, shuffle(up_to, kWarpSize - 1));
        }
        if (lane_index() == 0) storage_.warps[warp_] = of_warp;
        __syncthreads();
        State of_warps = pass_.neutral(), total = pass_.neutral();
#pragma unroll
        for (int warp = 0; warp < kWarps; ++warp) {
            if (warp == warp_) of_warps = total;
            total = op(total, storage_.warps[warp]);
        }
#pragma unroll
        for (int row = 0; row < kRows; ++row) before[row] = op(of_warps, before[row]);
        return total;
    }

    /// Returns the combined state of all previous tiles.
    __device__ State carried(State total) {
        if (kMethod == Method::single) return pass_.neutral();
        if (kMethod == Method::finish) return tiles_.before[tile_];
        if (warp_ == 0) storage_.before = looked_back(total);
        __syncthreads();
        return storage_.before;
    }

    __device__ State looked_back(State total) {
        const TileValues<State> values(tiles_.words);
        const bool publishes = lane_index() == 0;
        const bool is_known = tile_ == 0 || pass_.is_head(total);
        if (publishes) values.publish(tile_, is_known ? TileStatus::all : TileStatus::own, total);
        if (tile_ == 0) return pass_.neutral();
        const State before = look_back(values, tile_, pass_.neutral(), Combined<Pass>{pass_});
        if (publishes && !is_known)
            values.publish(tile_, TileStatus::all, pass_.combine(before, total));
        return before;
    }

    /// Publishes the tile's total. The last block that finishes scans all totals, in a fixed order.
    __device__ void hand_on(State total) {
        if (threadIdx.x == 0) {
            tiles_.before[tile_] = total;
            __threadfence();
            storage_.is_last = atomicAdd(tiles_.ticket, 1u) + 1 == gridDim.x;
        }
        __syncthreads();
        if (!storage_.is_last) return;
        __threadfence();
        State carry = pass_.neutral();
        for (Index first = 0; first < tiles_.count; first += kThreads * kSums)
            carry = scan_totals(first + Index(threadIdx.x) * kSums, carry);
        if (threadIdx.x == 0) tiles_.before[tiles_.count] = carry;
    }

    __device__ State scan_totals(Index first, State carry) {
        State sums[kSums], all;
#pragma unroll
        for (int k = 0; k < kSums; ++k)
            sums[k] = first + k < tiles_.count ? tiles_.before[first + k] : pass_.neutral();
        Scan(storage_.scan).exclusive(sums, carry, Combined<Pass>{pass_}, all);
#pragma unroll
        for (int k = 0; k < kSums; ++k)
            if (first + k < tiles_.count) tiles_.before[first + k] = sums[k];
        __syncthreads();
        return pass_.combine(carry, all);
    }

    const Pass& pass_;
    const Tiles<State>& tiles_;
    Storage& storage_;
    int warp_;
    Index tile_, first_;
};

/// The work of a single-thread block on one tile, on the CPU.
template <class Pass>
class SerialTile {
    using State = typename Pass::State;

public:
    __device__ SerialTile(const Pass& pass, const Tiles<State>& tiles)
        : pass_(pass), tiles_(tiles) {}

    __device__ void run() const {
        const Index tile = Index(blockIdx.x), first = tile * kTileItems;
        const Index rest = tiles_.size - first,
                    last = rest < kTileItems ? tiles_.size : first + kTileItems;
        State state = kMethod == Method::finish ? tiles_.before[tile] : pass_.neutral();
        Index i = first;
        for (; i + kCount <= last; i += kCount) state = step<kCount>(i, state);
        for (; i < last; ++i) state = step<1>(i, state);
        if (kMethod == Method::reduce)
            hand_on(tile, state);
        else if (tile + 1 == tiles_.count)
            pass_.finish(state);
    }

private:
    template <int Count>
    __device__ State step(Index first, State state) const {
        typename Pass::Item items[Count];
        pass_.load(first, items);
        if (kMethod != Method::reduce) return pass_.emit(first, items, state);
        return pass_.combine(state, sum(items));
    }
    /// Combines pairs, then pairs of pairs, to shorten the chain of dependent operations.
    template <int Count>
    __device__ State sum(const typename Pass::Item (&items)[Count]) const {
        State sums[Count];
        for (int k = 0; k < Count; ++k) sums[k] = pass_.state(items[k]);
        for (int distance = 1; distance < Count; distance *= 2)
            for (int k = 0; k < Count; k += 2 * distance)
                sums[k] = pass_.combine(sums[k], sums[k + distance]);
        return sums[0];
    }

    __device__ void hand_on(Index tile, State total) const {
        tiles_.before[tile] = total;
        __threadfence();
        if (atomicAdd(tiles_.ticket, 1u) + 1 != gridDim.x) return;
        __threadfence();
        State carry = pass_.neutral();
        for (Index t = 0; t < tiles_.count; ++t) {
            const State after = pass_.combine(carry, tiles_.before[t]);
            tiles_.before[t] = carry;
            carry = after;
        }
        tiles_.before[tiles_.count] = carry;
    }

    const Pass& pass_;
    const Tiles<State>& tiles_;
};

template <class Pass>
__device__ inline void run_pass(const Pass& pass, const Tiles<typename Pass::State>& tiles) {
    if constexpr (kThreads == 1) {
        SerialTile<Pass>(pass, tiles).run();
    } else {
        __shared__ typename TileBlock<Pass>::Storage storage;
        TileBlock<Pass>(pass, tiles, storage).run();
    }
}

}  // namespace glint::expression
