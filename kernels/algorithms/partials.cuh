// What the kernels that reduce have in common: the results of threads in one, those of blocks in
// another kernel, and where they go.
#pragma once

#include <algorithms/reduction.cuh>
#include <glint/block_reduce.cuh>

namespace glint::expression {

using State = Reduction::State;

constexpr int kBlock = 256;

/// What a reduction goes over: for each of `outputs` elements of the output `rows` rows, or columns
/// of them. Where one is split between several blocks, they leave partial results.
struct Work {
    Index outputs, rows;
    Index split_size;  // in elements or rows, of each but the last
    int splits;
    long long count;  // of all the values that one output is made of
    State* partials;  // of all outputs for each split
};

/// NVRTC takes no generic lambdas in device functions.
struct Both {
    const Reduction& reduction;

    __device__ State operator()(const State& a, const State& b) const {
        return reduction.both(a, b);
    }
};

/// The states of `Threads` neighbouring threads, a whole block or a part of a warp, in one.
template <int Threads>
__device__ inline State reduce_group(const Reduction& reduction, const State& state) {
    if constexpr (Threads == 1) {
        return state;
    } else if constexpr (Threads <= kWarpSize) {
        return warp_reduce<Threads>(state, Both{reduction});
    } else {
        __shared__ typename BlockReduce<State, Threads>::Storage storage;
        return BlockReduce<State, Threads>(storage).reduce(state, Both{reduction});
    }
}

template <int Count>
__device__ inline State reduce_states(const Reduction& reduction, const State (&states)[Count]) {
    State all = states[0];
#pragma unroll
    for (int i = 1; i < Count; ++i) all = reduction.both(all, states[i]);
    return all;
}

/// Where the element of the output goes that reduces from this row and column on.
__device__ inline void put(const Operands& operands, const Destination& output, Index row,
                           Index column, const Reduction::Result& value) {
    const Place<Index, kRank> place(operands.extents, row);
    const Reduction::Result values[1] = {value};
    output.write(output.row(place), column, values);
}

/// The partial results of output `number`, joined by kJoin threads in an order that is always the
/// same.
__device__ inline State join_partials(const Work& work, const Reduction& reduction, Index number,
                                      unsigned int thread) {
    State state = reduction.neutral();
    for (int split = thread; split < work.splits; split += kJoin)
        state = reduction.both(state, work.partials[(long long)split * work.outputs + number]);
    return reduce_group<kJoin>(reduction, state);
}

/// The output that this group of `Threads` threads has; beyond the last, the last one again.
template <int Threads>
__device__ inline Index own_output(Index outputs, long long block, bool& exists) {
    constexpr int kGroups = kBlock / Threads;
    const long long number = kGroups == 1 ? block : block * kGroups + threadIdx.x / Threads;
    exists = number < outputs;
    return exists ? Index(number) : outputs - 1;
}

}  // namespace glint::expression
