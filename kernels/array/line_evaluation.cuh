// The work of a thread: the reductions of its lines, level by level, and then their values.
#pragma once

#include <array/line_group.cuh>

namespace glint::expression {

/// One of the kGroup threads that have the same line, or kLinesEach lines.
class LineEvaluation {
public:
    __device__ LineEvaluation(const Operands& operands, const Reductions& reductions,
                              const Line& line, Index size, unsigned int thread)
        : operands_(operands),
          reductions_(reductions),
          line_(line),
          size_(size),
          first_(Index(thread) * kStep) {
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
        typename This::Origin origins[kLinesEach];
        typename This::State states[kLinesEach];
        if constexpr (This::kHasOrigin) find_origins<level>(origins);
#pragma unroll
        for (int i = 0; i < kLinesEach; ++i) states[i] = This::neutral(reductions_);
        add_all<level>(origins, states);
        if constexpr (kAcross)
            reduce_down(states, Both<level>{reductions_});
        else
            reduce_group(states, Both<level>{reductions_});
#pragma unroll
        for (int i = 0; i < kLinesEach; ++i)
            This::finish(reductions_, states[i], (long long)size_, results_[i]);
        if constexpr (level + 1 < kLevels) reduce<level + 1>();
    }

    /// Writes the values of the whole lines.
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
    /// Writes the one value that there is for each line.
    __device__ void write_one() {
        Inputs inputs[kLinesEach];
        line_.read(0, inputs);
        write(0, inputs);
    }

private:
    static constexpr Index kStep = kAcross ? 1 : kPack;  // from one pack to the next
    static constexpr Index kApart = Index(kGroup) * kStep;

    __device__ Index element(int k) const { return first_ + k * kApart; }
    __device__ bool has(int k) const { return kFull || element(k) < size_; }
    /// The line of number `i` in a pack.
    static constexpr __device__ int line(int i) { return kAcross ? i : 0; }

    template <int level, class Origin>
    __device__ void find_origins(Origin (&origins)[kLinesEach]) const {
        Inputs first[kLinesEach];
        line_.read(0, first);
#pragma unroll
        for (int i = 0; i < kLinesEach; ++i)
            origins[i] = Level<level>::origin(operands_, reductions_, first[i], results_[i]);
    }

    template <int level, class Origin, class State>
    __device__ void add_all(const Origin& origins, State& states) {
        if constexpr (kHeld > 0) {
#pragma unroll
            for (int k = 0; k < kHeld; ++k)
                if (has(k)) add<level>(held_[k], origins, states);
        } else {
            Index from = first_;
            if constexpr (kReads > 1)
                for (; from + (kReads - 1) * kApart < size_; from += kReads * kApart)
                    add_packs<level>(from, origins, states);
            for (; from < size_; from += kApart) {
                Inputs inputs[kPack];
                line_.read(from, inputs);
                add<level>(inputs, origins, states);
            }
        }
    }
    /// All are read before any is used, so that many reads are under way at a time.
    template <int level, class Origin, class State>
    __device__ void add_packs(Index from, const Origin& origins, State& states) {
        Inputs inputs[kReads][kPack];
#pragma unroll
        for (int k = 0; k < kReads; ++k) line_.read(from + k * kApart, inputs[k]);
#pragma unroll
        for (int k = 0; k < kReads; ++k) add<level>(inputs[k], origins, states);
    }
    template <int level, class Origin, class State>
    __device__ void add(const Inputs (&inputs)[kPack], const Origin& origins, State& states) {
#pragma unroll
        for (int i = 0; i < kPack; ++i)
            Level<level>::add(operands_, reductions_, inputs[i], results_[line(i)],
                              origins[line(i)], states[line(i)]);
    }

    template <int Count>
    __device__ void write(Index from, Inputs (&inputs)[Count]) {
        Value values[Count];
        line_.read_others(from, inputs);
#pragma unroll
        for (int i = 0; i < Count; ++i) values[i] = value(operands_, inputs[i], results_[line(i)]);
        line_.write(from, values);
    }

    const Operands& operands_;
    const Reductions& reductions_;
    const Line& line_;
    Index size_;
    Index first_;
    Results results_[kLinesEach];
    Inputs held_[kHeld > 0 ? kHeld : 1][kPack];
};

}  // namespace glint::expression
