// What the threads that go over the same lines have, in one.
#pragma once

#include <array/line_access.cuh>
#include <glint/block_reduce.cuh>

namespace glint::expression {

/// NVRTC takes no generic lambdas in device functions.
template <int level>
struct Both {
    using State = typename Level<level>::State;
    const Reductions& reductions;

    __device__ State operator()(const State& a, const State& b) const {
        return Level<level>::both(reductions, a, b);
    }
};

/// Reduces over groups of kGroup threads side by side, which have a line each; all threads of a
/// group get its result.
template <class State, class Op>
__device__ inline void reduce_group(State (&state)[1], const Op& op) {
    if constexpr (kGroup > kWarpSize) {
        __shared__ typename BlockReduce<State, kGroup>::Storage storage;
        state[0] = BlockReduce<State, kGroup>(storage).reduce(state[0], op);
    } else if constexpr (kGroup > 1) {
        state[0] = warp_reduce<kGroup>(state[0], op);
    }
}

/// The threads of a block across: kGroup rows of kBeside, each of which has kLinesEach lines. Warps
/// have several rows, or a part of one; the block consists of kLayers that have all lines each.
constexpr int kBeside = kThreads / kGroup;
constexpr int kLayer = kBeside > kWarpSize ? kBeside : kThreads < kWarpSize ? kThreads : kWarpSize;
constexpr int kLayers = kThreads / kLayer;
constexpr int kBlockLines = kBeside * kLinesEach;

template <class State>
struct AcrossStorage {
    State partial[kLayers][kBlockLines];
    State all[kBlockLines];
};

/// What the layers have in one, by the first threads.
template <class State, class Op>
__device__ inline void join_layers(AcrossStorage<State>& storage, const Op& op) {
    for (int line = threadIdx.x; line < kBlockLines; line += kThreads) {
        State all = storage.partial[0][line];
#pragma unroll
        for (int layer = 1; layer < kLayers; ++layer) all = op(all, storage.partial[layer][line]);
        storage.all[line] = all;
    }
}

/// Reduces over the threads below each other, which have the same lines; all of them get the
/// results. Two barriers, so that the storage may be used again at once.
template <class State, class Op>
__device__ inline void reduce_down(State (&states)[kLinesEach], const Op& op) {
#pragma unroll
    for (int i = 0; i < kLinesEach; ++i)
#pragma unroll
        for (int apart = kBeside; apart < kLayer; apart *= 2)
            states[i] = op(states[i], shuffle_xor(states[i], apart));
    if constexpr (kLayers > 1) {
        __shared__ AcrossStorage<State> storage;
        const unsigned int first = threadIdx.x % kBeside * kLinesEach;
        if (threadIdx.x % kLayer < kBeside)
#pragma unroll
            for (int i = 0; i < kLinesEach; ++i)
                storage.partial[threadIdx.x / kLayer][first + i] = states[i];
        __syncthreads();
        join_layers(storage, op);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < kLinesEach; ++i) states[i] = storage.all[first + i];
    }
}

/// Reduces over all threads of the block that have the same lines; all of them get the results.
template <class State, class Op>
__device__ inline void reduce_block(State (&states)[kLinesEach], const Op& op) {
    if constexpr (kAcross)
        reduce_down(states, op);
    else
        reduce_group(states, op);
}

}  // namespace glint::expression
