// SPDX-License-Identifier: MIT
// Scans the values of an expression in C order, either over all elements or within segments.
#include <array/expression.cuh>

#include <algorithms/scan_setup.cuh>

#include <algorithms/neighbors.cuh>
#include <algorithms/parts.cuh>
#include <algorithms/tile_pass.cuh>
#include <glint/expression/values.cuh>

namespace glint::expression {

struct ScanSetup {
    Sum neutral;
    Result* output;
    Index row;  ///< row length for Heads::rows
};

/// The state of a scan over all elements is the combined value.
struct Through {
    using State = Sum;

    static __device__ State make(const Sum& sum) { return sum; }
    static __device__ State combine(const Combine& op, const State& before, const State& after) {
        return op(before, after);
    }
    static __device__ const Sum& sum(const State& state) { return state; }
    static __device__ bool is_head(const State&) { return false; }
    static __device__ void mark(State&, bool) {}
};

/// The state of a segmented scan: the value since the last restart, and a flag for restarts.
struct Restart {
    struct State {
        Sum value;
        bool is_head;
    };

    static __device__ State make(const Sum& sum) { return {sum, false}; }
    static __device__ State combine(const Combine& op, const State& before, const State& after) {
        return {after.is_head ? after.value : op(before.value, after.value),
                before.is_head || after.is_head};
    }
    static __device__ const Sum& sum(const State& state) { return state.value; }
    static __device__ bool is_head(const State& state) { return state.is_head; }
    static __device__ void mark(State& state, bool is_head) { state.is_head = is_head; }
};

template <bool CanStartAnew>
struct AlgebraOf {
    using Type = Through;
};
template <>
struct AlgebraOf<true> {
    using Type = Restart;
};

class Scan {
    using Algebra = typename AlgebraOf<kHeads != Heads::none>::Type;

public:
    using State = typename Algebra::State;
    using Item = State;

    __device__ Scan(const Operands& operands, const Combine& op, const ScanSetup& setup)
        : operands_(operands), op_(op), setup_(setup) {}

    __device__ State neutral() const { return Algebra::make(setup_.neutral); }
    __device__ State combine(const State& before, const State& after) const {
        return Algebra::combine(op_, before, after);
    }
    __device__ State state(const Item& item) const { return item; }
    __device__ bool is_head(const State& state) const { return Algebra::is_head(state); }

    template <int Count>
    __device__ void load(Index first, Item (&items)[Count]) const {
        Value values[Count];
        values_at<Count>(operands_, first, values);
#pragma unroll
        for (int k = 0; k < Count; ++k)
            items[k] = Algebra::make(convert<Sum>(element_of(values[k])));
        mark_heads(first, values, items);
    }

    template <int Count>
    __device__ State emit(Index first, const Item (&items)[Count], State state) const {
        Result results[Count];
#pragma unroll
        for (int k = 0; k < Count; ++k) {
            const State after = combine(state, items[k]);
            const Sum& before = Algebra::is_head(items[k]) ? setup_.neutral : Algebra::sum(state);
            results[k] = convert<Result>(kInclusive ? Algebra::sum(after) : before);
            state = after;
        }
        store_neighbors<kCount>(setup_.output + first, results);
        return state;
    }
    __device__ void finish(const State&) const {}

private:
    template <int Count>
    __device__ void mark_heads(Index first, const Value (&values)[Count],
                               Item (&items)[Count]) const {
        if constexpr (kHeads == Heads::rows) {
            Index column = first % setup_.row;
#pragma unroll
            for (int k = 0; k < Count; ++k) {
                Algebra::mark(items[k], column == 0);
                column = column + 1 == setup_.row ? 0 : column + 1;
            }
        } else if constexpr (kHeads == Heads::flags) {
#pragma unroll
            for (int k = 0; k < Count; ++k) Algebra::mark(items[k], is_flagged(values[k]));
        } else if constexpr (kHeads == Heads::keys) {
            Algebra::mark(items[0],
                          first == 0 || !same_key(value_at(operands_, first - 1), values[0]));
#pragma unroll
            for (int k = 1; k < Count; ++k)
                Algebra::mark(items[k], !same_key(values[k - 1], values[k]));
        }
    }

    const Operands& operands_;
    const Combine& op_;
    const ScanSetup& setup_;
};

}  // namespace glint::expression

extern "C" __global__ void __launch_bounds__(glint::expression::kThreads)
    scan(const __grid_constant__ glint::expression::Operands operands,
         const __grid_constant__ glint::expression::Combine combine,
         const __grid_constant__ glint::expression::ScanSetup setup,
         const __grid_constant__ glint::expression::Tiles<glint::expression::Scan::State> tiles) {
    using namespace glint::expression;
    run_pass(Scan(operands, combine, setup), tiles);
}
