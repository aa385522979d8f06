// Reduces the rows of an expression: a thread, a part of a warp or a block for each output, or
// several blocks whose results `join` puts together.
#include <algorithms/partials.cuh>

namespace glint::expression {

/// All that one output is made of, as numbered elements.
class Line {
public:
    __device__ Line(const Operands& operands, Index first_row)
        : operands_(operands), first_row_(first_row), row_(operands, first_row) {}

    template <int Count>
    __device__ void read(Index element, Inputs (&inputs)[Count]) const {
        if constexpr (kFlat) {
            expression::read(operands_, row_, element, inputs);
        } else {
            const Index columns = operands_.extents.columns, row = quotient(element, columns);
            expression::read(operands_, Row(operands_, first_row_ + row), element - row * columns,
                             inputs);
        }
    }
    template <int Count>
    __device__ void values(const Inputs (&inputs)[Count], Value (&values)[Count]) const {
#pragma unroll
        for (int i = 0; i < Count; ++i) values[i] = value(operands_, inputs[i]);
    }

private:
    static __device__ Index quotient(Index a, Index b) {
        // Both are positive, and 32 bits divide faster.
        if constexpr (sizeof(Index) == 4) return Index((unsigned int)a / (unsigned int)b);
        return a / b;
    }

    const Operands& operands_;
    Index first_row_;
    Row row_;
};

/// Reduces elements of a line, by the kGroup threads of a group.
class LineReduction {
public:
    __device__ LineReduction(const Reduction& reduction, const Line& line, bool has_elements)
        : reduction_(reduction), line_(line) {
        if (has_elements) origin_ = origin();
#pragma unroll
        for (State& state : states_) state = reduction.neutral();
    }

    /// Those from `first`, a multiple of kPack, to before `last`. All threads go round equally
    /// often.
    __device__ State reduce(Index first, Index last, unsigned int thread) {
        constexpr Index kApart = kGroup * kPack;
        const Index own = Index(thread) * kPack;
        for (; first + kReads * kApart <= last; first += kReads * kApart)
            take_packs(first + own, kApart);
        for (; first < last; first += kApart) take_within(first + own, last);
        return reduce_states(reduction_, states_);
    }

private:
    __device__ Reduction::Origin origin() const {
        Inputs inputs[1];
        Value values[1];
        line_.read(0, inputs);
        line_.values(inputs, values);
        return reduction_.origin(values[0]);
    }

    /// All are read before any is used, so that many reads are under way at a time.
    __device__ void take_packs(Index element, Index apart) {
        Inputs inputs[kReads][kPack];
#pragma unroll
        for (int k = 0; k < kReads; ++k) line_.read(element + k * apart, inputs[k]);
#pragma unroll
        for (int k = 0; k < kReads; ++k) add(states_[k], inputs[k]);
    }
    __device__ void take_within(Index element, Index last) {
        if (element + kPack <= last) return take<kPack>(element);
        for (; element < last; ++element) take<1>(element);
    }
    template <int Count>
    __device__ void take(Index element) {
        Inputs inputs[Count];
        line_.read(element, inputs);
        add(states_[0], inputs);
    }
    template <int Count>
    __device__ void add(State& state, const Inputs (&inputs)[Count]) {
        Value values[Count];
        line_.values(inputs, values);
#pragma unroll
        for (int i = 0; i < Count; ++i)
            state = reduction_.both(state, reduction_.of(values[i], origin_));
    }

    const Reduction& reduction_;
    const Line& line_;
    Reduction::Origin origin_{};
    State states_[kReads];
};

}  // namespace glint::expression

extern "C" __global__ void __launch_bounds__(256)
    reduce(const __grid_constant__ glint::expression::Operands operands,
           const __grid_constant__ glint::expression::Destination output,
           const __grid_constant__ glint::expression::Reduction reduction,
           const __grid_constant__ glint::expression::Work work) {
    using namespace glint::expression;
    const unsigned int thread = threadIdx.x % kGroup;
    const int split = int(blockIdx.x % work.splits);
    bool exists;
    const Index number = own_output<kGroup>(work.outputs, blockIdx.x / work.splits, exists);
    const Line line(operands, number * work.rows);
    const Index size = work.rows * operands.extents.columns, first = split * work.split_size;
    const Index last = split + 1 < work.splits ? first + work.split_size : size;
    const State own = LineReduction(reduction, line, size > 0).reduce(first, last, thread);
    const State state = reduce_group<kGroup>(reduction, own);
    if (thread != 0 || !exists) return;
    if (work.splits > 1)
        work.partials[(long long)split * work.outputs + number] = state;
    else
        put(operands, output, number * work.rows, 0, reduction.result(state, work.count));
}

extern "C" __global__ void __launch_bounds__(256)
    join(const __grid_constant__ glint::expression::Operands operands,
         const __grid_constant__ glint::expression::Destination output,
         const __grid_constant__ glint::expression::Reduction reduction,
         const __grid_constant__ glint::expression::Work work) {
    using namespace glint::expression;
    bool exists;
    const unsigned int thread = threadIdx.x % kJoin;
    const Index number = own_output<kJoin>(work.outputs, blockIdx.x, exists);
    const State state = join_partials(work, reduction, number, thread);
    if (thread == 0 && exists)
        put(operands, output, number * work.rows, 0, reduction.result(state, work.count));
}
