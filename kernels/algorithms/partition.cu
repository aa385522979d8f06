// SPDX-License-Identifier: MIT
// Stable partition: moves elements of class 0 to the front, then those of class 1, then all others.
// The class is the second value of a pair.
#include <array/expression.cuh>

#include <algorithms/select_setup.cuh>

#include <algorithms/parts.cuh>
#include <algorithms/tile_pass.cuh>
#include <glint/expression/values.cuh>

namespace glint::expression {

/// Number of elements of class 0, and of class 1.
struct ClassCounts {
    Index of[2];
};

class Partition {
public:
    using State = ClassCounts;
    struct Item {
        Value value;
        int of_class;
    };

    __device__ Partition(const Operands& operands, First* output, long long* counts,
                         const State& total)
        : operands_(operands), output_(output), counts_(counts), total_(total) {}

    __device__ State neutral() const { return {{0, 0}}; }
    __device__ State combine(const State& before, const State& after) const {
        return {{before.of[0] + after.of[0], before.of[1] + after.of[1]}};
    }
    __device__ State state(const Item& item) const {
        return {{Index(item.of_class == 0), Index(item.of_class == 1)}};
    }
    __device__ bool is_head(const State&) const { return false; }

    template <int Count>
    __device__ void load(Index first, Item (&items)[Count]) const {
        Value values[Count];
        values_at<Count>(operands_, first, values);
#pragma unroll
        for (int k = 0; k < Count; ++k)
            items[k] = {values[k], static_cast<int>(companion_of<unsigned char>(values[k]))};
    }

    template <int Count>
    __device__ State emit(Index first, const Item (&items)[Count], State before) const {
#pragma unroll
        for (int k = 0; k < Count; ++k) {
            output_[place(items[k].of_class, first + k, before)] = element_of(items[k].value);
            before = combine(before, state(items[k]));
        }
        return before;
    }
    __device__ void finish(const State& total) const {
        counts_[0] = total.of[0];
        counts_[1] = total.of[1];
    }

private:
    __device__ Index place(int of_class, Index index, const State& before) const {
        if (of_class == 0) return before.of[0];
        if (of_class == 1) return total_.of[0] + before.of[1];
        return total_.of[0] + total_.of[1] + index - before.of[0] - before.of[1];
    }

    const Operands& operands_;
    First* output_;
    long long* counts_;
    const State& total_;
};

}  // namespace glint::expression

extern "C" __global__ void __launch_bounds__(glint::expression::kThreads) partition(
    const __grid_constant__ glint::expression::Operands operands, glint::expression::First* output,
    long long* counts,
    const __grid_constant__ glint::expression::Tiles<glint::expression::ClassCounts> tiles) {
    using namespace glint::expression;
    const ClassCounts total =
        kMethod == Method::finish ? tiles.before[tiles.count] : ClassCounts{{0, 0}};
    run_pass(Partition(operands, output, counts, total), tiles);
}
