// SPDX-License-Identifier: MIT
// The host replaces this header with a generated one for expressions that contain reductions. This
// version is used when the kernel is compiled standalone. It computes `exp(x - max(x, axis(1),
// keepdims)) / y`, with the sum of the dividend in place of y.
#pragma once

#include <glint/expression/convert.cuh>
#include <glint/expression/elements.cuh>
#include <glint/expression/functions.cuh>
#include <glint/expression/reductions.cuh>

namespace glint::expression {

struct Reduction0 : MaximumOf<float, float> {};
struct Reduction1 : SumOf<float, float> {};

using Index = int;
constexpr int kRank = 2;
constexpr int kPack = 4;             // adjacent elements that a thread reads together
constexpr int kHeld = 8;             // packs that a thread keeps in registers, or 0
constexpr int kReads = 4;            // packs in flight if packs do not stay in registers
constexpr int kGroup = 32;           // threads that share a line
constexpr int kThreads = 256;        // per block
constexpr bool kColumnwise = false;  // adjacent elements belong to different lines
constexpr bool kTiled = false;       // the lines of a block are guaranteed to be adjacent
constexpr bool kFlat = true;         // all elements of a line are in one row of the loops
constexpr bool kFull = true;         // no thread holds packs past the end of a line
constexpr bool kTail = false;        // the last pack of a line is partial
constexpr bool kWhole = true;        // the expression has one value per element, not per line
constexpr bool kSplit = false;       // several blocks share a line
constexpr int kPhase = 0;            // the level that the launch computes; kLevels: writes values
constexpr int kStateBytes = 16;      // buffer size for the states of a level
using Value = float;

struct Operands {
    Extents<Index, kRank> extents;
    Elements<const float, Index, kRank, Step::unit> a0;
};
using Output = Elements<Value, Index, kRank, Step::unit>;

/// The offset of the start of a row in each operand.
struct Row {
    Index a0;

    __device__ Row(const Operands& operands, Index row) {
        const Place<Index, kRank> place(operands.extents, row);
        a0 = operands.a0.row(place);
    }
};

/// One element of each operand.
struct Inputs {
    float a0;
};

/// Reads the operands of reductions.
template <int Count>
__device__ inline void read_reduced(const Operands& operands, const Row& row, Index column,
                                    Inputs (&inputs)[Count]) {
    float a0[Count];
    operands.a0.read(row.a0, column, a0);
    for (int i = 0; i < Count; ++i) inputs[i].a0 = a0[i];
}
/// Reads the operands that are not used by reductions.
template <int Count>
__device__ inline void read_rest(const Operands&, const Row&, Index, Inputs (&)[Count]) {}

/// All reductions, in the expression's order.
struct Reductions {
    alignas(16) alignas(Reduction0) Reduction0 r0;
    alignas(16) alignas(Reduction1) Reduction1 r1;
};
/// The results of a line's reductions that are already known.
struct Results {
    Reduction0::Result r0;
    Reduction1::Result r1;
};

/// Levels of reductions. A reduction at level n depends on a chain of n other reductions.
constexpr int kLevels = 2;
template <int level>
struct Level;

template <>
struct Level<0> {
    struct State {
        Reduction0::State r0;
    };
    struct Origin {
        Reduction0::Origin r0;
    };
    static constexpr bool kHasOrigin = !detail::Same<Reduction0::Origin, NoOrigin>::value;
    static __device__ State neutral(const Reductions& reductions) {
        State state;
        state.r0 = reductions.r0.neutral();
        return state;
    }
    /// Values are measured relative to these origins, computed from a line's first element.
    static __device__ Origin origin(const Operands&, const Reductions& reductions,
                                    const Inputs& inputs, const Results&) {
        Origin origin;
        { origin.r0 = reductions.r0.origin(inputs.a0); }
        return origin;
    }
    static __device__ void add(const Operands&, const Reductions& reductions, const Inputs& inputs,
                               const Results&, const Origin& origin, State& state) {
        { state.r0 = reductions.r0.both(state.r0, reductions.r0.of(inputs.a0, origin.r0)); }
    }
    static __device__ State both(const Reductions& reductions, const State& a, const State& b) {
        State state;
        state.r0 = reductions.r0.both(a.r0, b.r0);
        return state;
    }
    static __device__ void finish(const Reductions& reductions, const State& state, long long count,
                                  Results& results) {
        results.r0 = reductions.r0.result(state.r0, count);
    }
};

template <>
struct Level<1> {
    struct State {
        Reduction1::State r1;
    };
    struct Origin {
        Reduction1::Origin r1;
    };
    static constexpr bool kHasOrigin = !detail::Same<Reduction1::Origin, NoOrigin>::value;
    static __device__ State neutral(const Reductions& reductions) {
        State state;
        state.r1 = reductions.r1.neutral();
        return state;
    }
    static __device__ Origin origin(const Operands&, const Reductions& reductions,
                                    const Inputs& inputs, const Results& results) {
        Origin origin;
        {
            const float v0 = inputs.a0 - results.r0;
            const float v1 = exp(v0);
            origin.r1 = reductions.r1.origin(v1);
        }
        return origin;
    }
    static __device__ void add(const Operands&, const Reductions& reductions, const Inputs& inputs,
                               const Results& results, const Origin& origin, State& state) {
        {
            const float v0 = inputs.a0 - results.r0;
            const float v1 = exp(v0);
            state.r1 = reductions.r1.both(state.r1, reductions.r1.of(v1, origin.r1));
        }
    }
    static __device__ State both(const Reductions& reductions, const State& a, const State& b) {
        State state;
        state.r1 = reductions.r1.both(a.r1, b.r1);
        return state;
    }
    static __device__ void finish(const Reductions& reductions, const State& state, long long count,
                                  Results& results) {
        results.r1 = reductions.r1.result(state.r1, count);
    }
};

__device__ inline Value value(const Operands&, const Inputs& inputs, const Results& results) {
    const float v0 = inputs.a0 - results.r0;
    const float v1 = exp(v0);
    const float v2 = v1 / results.r1;
    return v2;
}

}  // namespace glint::expression
