// Evaluates an expression with reductions in it: groups of threads go over a line each, once for
// each level of reductions and once to write. Lines that are short stay in registers from level to
// level.
#include <array/line_expression.cuh>
#include <glint/block_reduce.cuh>

namespace glint::expression {

struct Work {
    Index lines;  // each of them `rows` rows of the loops
    Index rows;
};

/// The elements of a line by their number.
class Line {
public:
    __device__ Line(const Operands& operands, const Output& output, Index first_row)
        : operands_(operands), output_(output), first_row_(first_row), row_(operands, first_row) {}

    /// What reductions need of `Count` neighbours from `element` on.
    template <int Count>
    __device__ void read(Index element, Inputs (&inputs)[Count]) const {
        if constexpr (kFlat) {
            read_reduced(operands_, row_, element, inputs);
        } else {
            const Index row = row_of(element);
            read_reduced(operands_, Row(operands_, first_row_ + row), column_of(element, row),
                         inputs);
        }
    }
    template <int Count>
    __device__ void read_others(Index element, Inputs (&inputs)[Count]) const {
        if constexpr (kFlat) {
            read_rest(operands_, row_, element, inputs);
        } else {
            const Index row = row_of(element);
            read_rest(operands_, Row(operands_, first_row_ + row), column_of(element, row), inputs);
        }
    }
    template <int Count>
    __device__ void write(Index element, const Value (&values)[Count]) const {
        const Index row = kFlat ? Index(0) : row_of(element);
        const Place<Index, kRank> place(operands_.extents, first_row_ + row);
        output_.write(output_.row(place), column_of(element, row), values);
    }

private:
    __device__ Index row_of(Index element) const {
        // Both are positive, and 32 bits divide faster.
        const Index columns = operands_.extents.columns;
        if constexpr (sizeof(Index) == 4)
            return Index((unsigned int)element / (unsigned int)columns);
        return element / columns;
    }
    __device__ Index column_of(Index element, Index row) const {
        return element - row * operands_.extents.columns;
    }

    const Operands& operands_;
    const Output& output_;
    Index first_row_;
    Row row_;
};

/// NVRTC takes no generic lambdas in device functions.
template <int level>
struct Both {
    using State = typename Level<level>::State;
    const Reductions& reductions;

    __device__ State operator()(const State& a, const State& b) const {
        return Level<level>::both(reductions, a, b);
    }
};

/// The work of one thread of the kGroup that have a line.
class LineEvaluation {
public:
    __device__ LineEvaluation(const Operands& operands, const Reductions& reductions,
                              const Line& line, Index size, unsigned int thread)
        : operands_(operands),
          reductions_(reductions),
          line_(line),
          size_(size),
          first_(Index(thread) * kPack) {
        if constexpr (kHeld > 0) {
#pragma unroll
            for (int k = 0; k < kHeld; ++k)
                if (has(k)) line_.read(element(k), held_[k]);
        }
    }

    /// The results of all reductions from this level on.
    template <int level>
    __device__ void reduce() {
        using This = Level<level>;
        typename This::Origin origin;
        if constexpr (This::kHasOrigin) {
            Inputs first[1];
            line_.read(0, first);
            origin = This::origin(operands_, reductions_, first[0], results_);
        }
        auto state = This::neutral(reductions_);
        add_all<level>(origin, state);
        This::finish(reductions_, reduce_group<level>(state), (long long)size_, results_);
        if constexpr (level + 1 < kLevels) reduce<level + 1>();
    }

    /// Writes the values of the whole line.
    __device__ void write_all() {
        if constexpr (kHeld > 0) {
#pragma unroll
            for (int k = 0; k < kHeld; ++k)
                if (has(k)) write(element(k), held_[k]);
        } else {
            for (Index from = first_; from < size_; from += kApart) {
                Inputs inputs[kPack];
                line_.read(from, inputs);
                write(from, inputs);
            }
        }
    }
    /// Writes the one value that there is for the line.
    __device__ void write_one() {
        Inputs inputs[1];
        line_.read(0, inputs);
        write(0, inputs);
    }

private:
    static constexpr Index kApart = Index(kGroup) * kPack;

    __device__ Index element(int k) const { return first_ + k * kApart; }
    __device__ bool has(int k) const { return kFull || element(k) < size_; }

    template <int level, class Origin, class State>
    __device__ void add_all(const Origin& origin, State& state) {
        if constexpr (kHeld > 0) {
#pragma unroll
            for (int k = 0; k < kHeld; ++k)
                if (has(k)) add<level>(held_[k], origin, state);
        } else {
            Index from = first_;
            if constexpr (kReads > 1)
                for (; from + (kReads - 1) * kApart < size_; from += kReads * kApart)
                    add_packs<level>(from, origin, state);
            for (; from < size_; from += kApart) {
                Inputs inputs[kPack];
                line_.read(from, inputs);
                add<level>(inputs, origin, state);
            }
        }
    }
    /// All are read before any is used, so that many reads are under way at a time.
    template <int level, class Origin, class State>
    __device__ void add_packs(Index from, const Origin& origin, State& state) {
        Inputs inputs[kReads][kPack];
#pragma unroll
        for (int k = 0; k < kReads; ++k) line_.read(from + k * kApart, inputs[k]);
#pragma unroll
        for (int k = 0; k < kReads; ++k) add<level>(inputs[k], origin, state);
    }
    template <int level, class Origin, class State>
    __device__ void add(const Inputs (&inputs)[kPack], const Origin& origin, State& state) {
#pragma unroll
        for (int i = 0; i < kPack; ++i)
            Level<level>::add(operands_, reductions_, inputs[i], results_, origin, state);
    }

    template <int level>
    __device__ typename Level<level>::State reduce_group(const typename Level<level>::State& own) {
        using State = typename Level<level>::State;
        if constexpr (kGroup == 1) {
            return own;
        } else if constexpr (kGroup <= kWarpSize) {
            return warp_reduce<kGroup>(own, Both<level>{reductions_});
        } else {
            __shared__ typename BlockReduce<State, kGroup>::Storage storage;
            return BlockReduce<State, kGroup>(storage).reduce(own, Both<level>{reductions_});
        }
    }

    template <int Count>
    __device__ void write(Index from, Inputs (&inputs)[Count]) {
        Value values[Count];
        line_.read_others(from, inputs);
#pragma unroll
        for (int i = 0; i < Count; ++i) values[i] = value(operands_, inputs[i], results_);
        line_.write(from, values);
    }

    const Operands& operands_;
    const Reductions& reductions_;
    const Line& line_;
    Index size_;
    Index first_;
    Results results_;
    Inputs held_[kHeld > 0 ? kHeld : 1][kPack];
};

}  // namespace glint::expression

extern "C" __global__ void __launch_bounds__(glint::expression::kThreads,
                                             1024 / glint::expression::kThreads)
    evaluate_lines(const __grid_constant__ glint::expression::Operands operands,
                   const __grid_constant__ glint::expression::Output output,
                   const __grid_constant__ glint::expression::Reductions reductions,
                   const __grid_constant__ glint::expression::Work work) {
    using namespace glint::expression;
    constexpr int kLines = kThreads / kGroup;
    const unsigned int thread = threadIdx.x % kGroup;
    const long long number = (long long)blockIdx.x * kLines + threadIdx.x / kGroup;
    const bool exists = number < work.lines;
    // All threads of a warp go over some line, if only for the others' sake.
    const Index own = exists ? Index(number) : work.lines - 1;
    const Line line(operands, output, own * work.rows);
    LineEvaluation evaluation(operands, reductions, line, work.rows * operands.extents.columns,
                              thread);
    evaluation.reduce<0>();
    if (!exists) return;
    if constexpr (kWhole)
        evaluation.write_all();
    else if (thread == 0)
        evaluation.write_one();
}
