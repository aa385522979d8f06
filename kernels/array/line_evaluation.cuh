// The work of a thread: the reductions of its lines, level by level, and then their values.
#pragma once

#include <array/line_group.cuh>

namespace glint::expression {

/// A block that shares its lines with no others.
struct Alone {
    static __device__ bool is_first() { return true; }
    static __device__ Index begin() { return 0; }
    static __device__ Index end(Index size) { return size; }
    template <int level>
    static __device__ bool computes() {
        return true;
    }
    template <int level, class State>
    static __device__ bool join(const Reductions&, State&) {
        return true;
    }
};

/// The lines of a block or, across, packs of them.
constexpr int kLines = kThreads / kGroup;

/// One of the kGroup threads that have the same line, or kLinesEach lines. A team has them that
/// is as TeamAtOnce (line_sharing.cuh) or alone.
template <class Team>
class LineEvaluation {
public:
    __device__ LineEvaluation(const Operands& operands, const Reductions& reductions,
                              const Line& line, Index size, unsigned int thread, Team& team)
        : operands_(operands),
          reductions_(reductions),
          line_(line),
          size_(size),
          team_(team),
          begin_(team.begin()),
          end_(team.end(size) - begin_),
          first_(Index(thread) * kStep) {
        if constexpr (kHeld > 0) {
#pragma unroll
            for (int k = 0; k < kHeld; ++k)
                if (has(k)) line_.read(begin_ + element(k), held_[k]);
        }
    }

    /// The results of all reductions from this level on. Whether they are known: another launch may
    /// have to go on.
    template <int level>
    __device__ bool reduce() {
        typename Level<level>::State states[kLinesEach];
        if (team_.template computes<level>()) reduce_own<level>(states);
        if (!team_.template join<level>(reductions_, states)) return false;
#pragma unroll
        for (int i = 0; i < kLinesEach; ++i)
            Level<level>::finish(reductions_, states[i], (long long)size_, results_[i]);
        if constexpr (level + 1 < kLevels)
            return reduce<level + 1>();
        else
            return true;
    }

    /// Writes the values of the whole lines.
    __device__ void write_all() {
        if constexpr (kHeld > 0) {
#pragma unroll
            for (int k = 0; k < kHeld; ++k)
                if (has(k)) write(element(k), held_[k]);
        } else if constexpr (kReads == 1) {
            for (Index from = first_; from < end_; from += kApart) write_pack(from);
        } else {
            Way way = way_at(kLevels);
            for (; has(way, kReads); way.go(kReads)) write_packs(way);
            for (; has(way, 1); way.go(1)) write_pack(way.from);
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
    __device__ bool has(int k) const { return kFull || element(k) < end_; }

    /// Over the packs of a thread that has not kept them and reads several at a time.
    struct Way {
        Index from, step;

        __device__ void go(int packs) { from += packs * step; }
    };
    /// Every other time it begins at the end, where the last ones are still in caches.
    __device__ Way way_at(int level) const {
        if (level % 2 == 0 || first_ >= end_) return {first_, kApart};
        return {first_ + (end_ - 1 - first_) / kApart * kApart, -kApart};
    }
    /// Whether there are so many packs on from here.
    __device__ bool has(const Way& way, int packs) const {
        const Index last = way.from + (packs - 1) * way.step;
        return last >= first_ && last < end_;
    }
    /// The line of number `i` in a pack.
    static constexpr __device__ int line(int i) { return kAcross ? i : 0; }

    /// What this block's elements come to.
    template <int level, class State>
    __device__ void reduce_own(State (&states)[kLinesEach]) {
        using This = Level<level>;
        typename This::Origin origins[kLinesEach];
        if constexpr (This::kHasOrigin) find_origins<level>(origins);
#pragma unroll
        for (int i = 0; i < kLinesEach; ++i) states[i] = This::neutral(reductions_);
        add_all<level>(origins, states);
        reduce_block(states, Both<level>{reductions_});
    }

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
        } else if constexpr (kReads == 1) {
            for (Index from = first_; from < end_; from += kApart)
                add_pack<level>(from, origins, states);
        } else {
            Way way = way_at(level);
            for (; has(way, kReads); way.go(kReads)) add_packs<level>(way, origins, states);
            for (; has(way, 1); way.go(1)) add_pack<level>(way.from, origins, states);
        }
    }
    template <int level, class Origin, class State>
    __device__ void add_pack(Index from, const Origin& origins, State& states) {
        Inputs inputs[kPack];
        line_.read(begin_ + from, inputs);
        add<level>(inputs, origins, states);
    }
    /// All are read before any is used, so that many reads are under way at a time.
    template <int level, class Origin, class State>
    __device__ void add_packs(const Way& way, const Origin& origins, State& states) {
        Inputs inputs[kReads][kPack];
#pragma unroll
        for (int k = 0; k < kReads; ++k) line_.read(begin_ + way.from + k * way.step, inputs[k]);
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

    __device__ void write_pack(Index from) {
        Inputs inputs[kPack];
        line_.read(begin_ + from, inputs);
        write(from, inputs);
    }
    /// All are read before any is written, so that many reads are under way at a time.
    __device__ void write_packs(const Way& way) {
        Inputs inputs[kReads][kPack];
#pragma unroll
        for (int k = 0; k < kReads; ++k) {
            line_.read(begin_ + way.from + k * way.step, inputs[k]);
            line_.read_others(begin_ + way.from + k * way.step, inputs[k]);
        }
#pragma unroll
        for (int k = 0; k < kReads; ++k) put(way.from + k * way.step, inputs[k]);
    }
    template <int Count>
    __device__ void write(Index from, Inputs (&inputs)[Count]) {
        line_.read_others(begin_ + from, inputs);
        put(from, inputs);
    }
    template <int Count>
    __device__ void put(Index from, const Inputs (&inputs)[Count]) {
        Value values[Count];
#pragma unroll
        for (int i = 0; i < Count; ++i) values[i] = value(operands_, inputs[i], results_[line(i)]);
        line_.write(begin_ + from, values);
    }

    const Operands& operands_;
    const Reductions& reductions_;
    const Line& line_;
    Index size_;
    Team& team_;
    Index begin_, end_;  // the elements of the block begin there; how many they are
    Index first_;        // of the thread, counted from there, as all below
    PerLine<Results, kLinesEach> results_;
    Inputs held_[kHeld > 0 ? kHeld : 1][kPack];
};

/// Where a thread finds its lines.
struct LinePlace {
    Index above, column;  // of the rows of lines, across
    bool exists;          // else it goes over some line, if only for the others' sake

    /// The thread's lines in block number `block` of all that the lines make.
    __device__ LinePlace(const Operands& operands, const Work& work, long long block) {
        if constexpr (kTiled)
            find_in_tile(operands.extents.columns / kPack, block);
        else
            find(operands.extents.columns / kPack, work.lines, block);
    }

private:
    __device__ void find(Index packs, Index lines, long long block) {
        const long long number =
            block * kLines + (kAcross ? threadIdx.x % kLines : threadIdx.x / kGroup);
        exists = number < lines;
        const Index own = exists ? Index(number) : lines - 1;
        above = kAcross ? own / packs : own;
        column = kAcross ? (own - above * packs) * kPack : 0;
    }
    /// The last block of a row has some that are the one's before it.
    __device__ void find_in_tile(Index packs, long long block) {
        const Index tiles = (packs + kLines - 1) / kLines;
        above = Index(block) / tiles;
        const Index first = (Index(block) - above * tiles) * kLines;
        const Index start = first + kLines <= packs ? first : packs - kLines;
        const Index own = start + Index(threadIdx.x % kLines);
        exists = own >= first;
        column = own * kPack;
    }
};

/// Evaluates the lines, or a team's part of the lines, of block number `block` of all that they
/// make.
template <class Team>
__device__ inline void evaluate_block(const Operands& operands, const Output& output,
                                      const Reductions& reductions, const Work& work,
                                      long long block, Team& team) {
    const unsigned int thread = kAcross ? threadIdx.x / kLines : threadIdx.x % kGroup;
    const LinePlace place(operands, work, block);
    const Line line(operands, output, place.above * work.rows, place.column);
    LineEvaluation<Team> evaluation(operands, reductions, line,
                                    kAcross ? work.rows : work.rows * operands.extents.columns,
                                    thread, team);
    if (!evaluation.template reduce<0>() || !place.exists) return;
    if constexpr (kWhole)
        evaluation.write_all();
    else if (thread == 0 && team.is_first())
        evaluation.write_one();
}

}  // namespace glint::expression
