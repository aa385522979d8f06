// SPDX-License-Identifier: MIT
// Combines the states of threads that process the same lines.
#pragma once

#include <fused/line.cuh>
#include <glint/expression/group.cuh>

namespace glint::expression {

/// A function object, because NVRTC does not accept generic lambdas in device functions.
template <int level>
struct Both {
    using State = typename Level<level>::State;
    const Reductions& reductions;

    __device__ State operator()(const State& a, const State& b) const {
        return Level<level>::both(reductions, a, b);
    }
};

/// Column-wise, the threads of a block are kGroup rows of kLines threads. Each thread has
/// kLinesEach lines. A warp covers several rows, or a part of one row. The block consists of
/// kLayers layers, and each layer covers all lines.
constexpr int kLayer = kLines > kWarpSize ? kLines : kThreads < kWarpSize ? kThreads : kWarpSize;
constexpr int kLayers = kThreads / kLayer;
constexpr int kBlockLines = kLines * kLinesEach;

template <class State>
struct ColumnStorage {
    State partial[kLayers][kBlockLines];
    State all[kBlockLines];
};

/// Combines the layers. Each line is combined by one of the first threads.
template <class State, class Op>
__device__ inline void join_layers(ColumnStorage<State>& storage, const Op& op) {
    for (int line = threadIdx.x; line < kBlockLines; line += kThreads) {
        State all = storage.partial[0][line];
#pragma unroll
        for (int layer = 1; layer < kLayers; ++layer) all = op(all, storage.partial[layer][line]);
        storage.all[line] = all;
    }
}

/// Column-wise: reduces over the kGroup threads with the same lines. The function has two barriers,
/// so the storage can be reused immediately.
template <class State, class Op>
__device__ inline void reduce_columns(State (&states)[kLinesEach], const Op& op) {
#pragma unroll
    for (int i = 0; i < kLinesEach; ++i)
#pragma unroll
        for (int distance = kLines; distance < kLayer; distance *= 2)
            states[i] = op(states[i], shuffle_xor(states[i], distance));
    if constexpr (kLayers > 1) {
        __shared__ ColumnStorage<State> storage;
        const unsigned int first = threadIdx.x % kLines * kLinesEach;
        if (threadIdx.x % kLayer < kLines)
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

/// Reduces over all threads of the block that have the same lines. All of them get the results.
template <class State, class Op>
__device__ inline void reduce_block(State (&states)[kLinesEach], const Op& op) {
    if constexpr (kColumnwise)
        reduce_columns(states, op);
    else
        states[0] = group_reduce<kGroup>(states[0], op);
}

}  // namespace glint::expression
