// SPDX-License-Identifier: MIT
// Stream compaction: packs the selected elements of an expression in order.
#include <array/expression.cuh>

#include <algorithms/select_setup.cuh>

#include <algorithms/parts.cuh>
#include <algorithms/tile_pass.cuh>
#include <glint/expression/values.cuh>

namespace glint::expression {

class Select {
public:
    using State = Index;  // number of elements kept
    struct Item {
        Value value;
        bool is_kept;
    };

    __device__ Select(const Operands& operands, First* firsts, Second* seconds, long long* count)
        : operands_(operands), firsts_(firsts), seconds_(seconds), count_(count) {}

    __device__ State neutral() const { return 0; }
    __device__ State combine(State before, State after) const { return before + after; }
    __device__ State state(const Item& item) const { return item.is_kept; }
    __device__ bool is_head(State) const { return false; }

    template <int Count>
    __device__ void load(Index first, Item (&items)[Count]) const {
        Value values[Count];
        values_at<Count>(operands_, first, values);
#pragma unroll
        for (int k = 0; k < Count; ++k) items[k].value = values[k];
        mark(first, items);
    }

    template <int Count>
    __device__ State emit(Index first, const Item (&items)[Count], State place) const {
#pragma unroll
        for (int k = 0; k < Count; ++k) {
            put(place, items[k], first + k);
            place += items[k].is_kept;
        }
        return place;
    }
    __device__ void finish(State total) const { *count_ = total; }

private:
    template <int Count>
    __device__ void mark(Index first, Item (&items)[Count]) const {
        if constexpr (kKeep == Keep::flagged) {
#pragma unroll
            for (int k = 0; k < Count; ++k) items[k].is_kept = is_flagged(items[k].value);
        } else {
            items[0].is_kept = first == 0 || differ(value_at(operands_, first - 1), items[0].value);
#pragma unroll
            for (int k = 1; k < Count; ++k)
                items[k].is_kept = differ(items[k - 1].value, items[k].value);
        }
    }
    static __device__ bool differ(const Value& a, const Value& b) {
        return !(element_of(a) == element_of(b));
    }

    template <class Number>
    __device__ void put(Index place, const Item& item, Number index) const {
        write(firsts_, place, element_of(item.value), item.is_kept);
        if constexpr (kKeep == Keep::keys)
            write(seconds_, place, companion_of<Second>(item.value), item.is_kept);
        if constexpr (kKeep == Keep::runs)
            write(seconds_, place, static_cast<Second>(index), item.is_kept);
    }

    /// Writes a kept element. Single-thread blocks also write the elements that are not kept, to an
    /// unused location, because that takes less time than a mispredicted branch.
    template <class T>
    static __device__ void write(T* to, Index place, const T& value, bool is_kept) {
        if constexpr (kThreads == 1) {
            alignas(T) __shared__ unsigned char nowhere[sizeof(T)];
            *(is_kept ? to + place : reinterpret_cast<T*>(nowhere)) = value;
        } else if (is_kept) {
            to[place] = value;
        }
    }

    const Operands& operands_;
    First* firsts_;
    Second* seconds_;
    long long* count_;
};

}  // namespace glint::expression

extern "C" __global__ void __launch_bounds__(glint::expression::kThreads)
    select(const __grid_constant__ glint::expression::Operands operands,
           glint::expression::First* firsts, glint::expression::Second* seconds, long long* count,
           const __grid_constant__ glint::expression::Tiles<glint::expression::Index> tiles) {
    using namespace glint::expression;
    run_pass(Select(operands, firsts, seconds, count), tiles);
}
