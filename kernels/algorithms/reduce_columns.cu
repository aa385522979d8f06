// Reduces the columns of an expression: threads beside each other take neighbouring columns,
// threads below each other every so many rows of them. Where that is too few threads, several
// blocks share the rows, and `join` puts their results together.
#include <algorithms/partials.cuh>

namespace glint::expression {

/// The kPack columns of one thread.
class Columns {
public:
    __device__ Columns(const Operands& operands, const Reduction& reduction, Index first_row,
                       Index column)
        : operands_(operands), reduction_(reduction), first_row_(first_row), column_(column) {
#pragma unroll
        for (State& state : states_) state = reduction.neutral();
    }

    /// Rows from `first` on that are `apart` from each other, to before `last`.
    __device__ void reduce(Index first, Index last, Index apart) {
        if (first < last) find_origins();
        Index row = first;
        for (; row + (kReads - 1) * apart < last; row += kReads * apart) {
            Inputs inputs[kReads][kPack];
#pragma unroll
            for (int k = 0; k < kReads; ++k) read_row(row + k * apart, inputs[k]);
#pragma unroll
            for (int k = 0; k < kReads; ++k) add(inputs[k]);
        }
        for (; row < last; row += apart) {
            Inputs inputs[kPack];
            read_row(row, inputs);
            add(inputs);
        }
    }

    __device__ const State& state(int i) const { return states_[i]; }

private:
    __device__ void find_origins() {
        Inputs inputs[kPack];
        read_row(0, inputs);
#pragma unroll
        for (int i = 0; i < kPack; ++i)
            origins_[i] = reduction_.origin(value(operands_, inputs[i]));
    }
    __device__ void read_row(Index row, Inputs (&inputs)[kPack]) const {
        read(operands_, Row(operands_, first_row_ + row), column_, inputs);
    }
    __device__ void add(const Inputs (&inputs)[kPack]) {
#pragma unroll
        for (int i = 0; i < kPack; ++i)
            states_[i] = reduction_.both(states_[i],
                                         reduction_.of(value(operands_, inputs[i]), origins_[i]));
    }

    const Operands& operands_;
    const Reduction& reduction_;
    Index first_row_, column_;
    Reduction::Origin origins_[kPack];
    State states_[kPack];
};

constexpr int kDown = kThreads / kAcross;

/// The states of the threads below each other in one, for the uppermost.
__device__ inline State reduce_down(const Reduction& reduction, const State& state,
                                    State (&storage)[kThreads]) {
    if constexpr (kDown == 1) return state;
    __syncthreads();
    storage[threadIdx.x] = state;
    __syncthreads();
    State all = state;
    if (threadIdx.x < kAcross)
        for (int i = 1; i < kDown; ++i)
            all = reduction.both(all, storage[threadIdx.x + i * kAcross]);
    return all;
}

}  // namespace glint::expression

extern "C" __global__ void __launch_bounds__(256)
    reduce(const __grid_constant__ glint::expression::Operands operands,
           const __grid_constant__ glint::expression::Destination output,
           const __grid_constant__ glint::expression::Reduction reduction,
           const __grid_constant__ glint::expression::Work work) {
    using namespace glint::expression;
    __shared__ State storage[kThreads];
    const Index width = operands.extents.columns;
    const Index tiles = (width + kAcross * kPack - 1) / (kAcross * kPack);
    const unsigned int split = blockIdx.x % work.splits, block = blockIdx.x / work.splits;
    const Index above = Index(block / tiles), tile = Index(block % tiles);
    const Index column = (tile * kAcross + threadIdx.x % kAcross) * kPack;
    const Index first = split * work.split_size;
    const Index last = split + 1 < work.splits ? first + work.split_size : work.rows;

    Columns columns(operands, reduction, above * work.rows, column);
    if (column < width) columns.reduce(first + threadIdx.x / kAcross, last, kDown);
#pragma unroll
    for (int i = 0; i < kPack; ++i) {
        const State state = reduce_down(reduction, columns.state(i), storage);
        if (threadIdx.x >= kAcross || column >= width) continue;
        if (work.splits > 1)
            work.partials[(long long)split * work.outputs + above * width + column + i] = state;
        else
            put(operands, output, above * work.rows, column + i,
                reduction.result(state, work.count));
    }
}

extern "C" __global__ void __launch_bounds__(256)
    join(const __grid_constant__ glint::expression::Operands operands,
         const __grid_constant__ glint::expression::Destination output,
         const __grid_constant__ glint::expression::Reduction reduction,
         const __grid_constant__ glint::expression::Work work) {
    using namespace glint::expression;
    bool exists;
    const Index width = operands.extents.columns;
    const Index number = own_output<kJoin>(work.outputs, blockIdx.x, exists);
    const State state = join_partials(work, reduction, number, threadIdx.x % kJoin);
    if (threadIdx.x % kJoin == 0 && exists)
        put(operands, output, number / width * work.rows, number % width,
            reduction.result(state, work.count));
}
