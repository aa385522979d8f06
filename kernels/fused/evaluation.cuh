// SPDX-License-Identifier: MIT
// The work of a thread: computes all reductions of its lines by level, then the lines' values.
#pragma once

#include <fused/group.cuh>

namespace glint::expression {

/// The work of one thread of a group of kGroup threads, which share one line or kLinesEach lines.
class LineEvaluation {
public:
    __device__ LineEvaluation(const Operands& operands, const Reductions& reductions,
                              const Work& work, const LinePlace& place, const Share& share,
                              const Line& line)
        : operands_(operands),
          reductions_(reductions),
          work_(work),
          place_(place),
          part_(share.part()),
          line_(line),
          begin_(share.begin()),
          end_(share.end()),
          first_(Index(place.thread) * kStep) {
        if constexpr (kHeld > 0) {
#pragma unroll
            for (int k = 0; k < kHeld; ++k)
                if (place.exists && has(k)) line_.read(element(k), held_[k]);
        }
    }

    /// Computes the results of all reductions from this level on. Returns true if all results are
    /// known, or false if another launch must continue.
    template <int level>
    __device__ bool reduce() {
        typename Level<level>::State states[kLinesEach];
        if constexpr (kSplit && level < kPhase)
            collect<level>(states);
        else
            reduce_own<level>(states);
        if constexpr (kSplit && level == kPhase) {
            publish<level>(states);
            return false;
        } else {
#pragma unroll
            for (int i = 0; i < kLinesEach; ++i)
                Level<level>::finish(reductions_, states[i], work_.size, results_[i]);
            if constexpr (level + 1 < kLevels)
                return reduce<level + 1>();
            else
                return true;
        }
    }

    /// Writes the values of all elements of the lines.
    __device__ void write_all() {
        Write task{*this};
        go_over<kLevels % 2 != 0>(task);
    }
    /// Writes the single value of each line of the thread.
    __device__ void write_one() {
        Inputs inputs[kLinesEach];
        if (work_.size > 0) Write::read(line_, 0, inputs);
        write(0, inputs);
    }

private:
    static constexpr Index kStep = kColumnwise ? 1 : kPack;  // elements per pack along a line
    static constexpr Index kApart = Index(kGroup) * kStep;
    /// Number of independent accumulators.
    static constexpr int kStates = kOnePass && !kColumnwise ? kReads : 1;

    __device__ Index element(int k) const { return begin_ + first_ + k * kApart; }
    __device__ bool has(int k) const { return kFull || element(k) < end_; }
    /// Returns the line of element `i` in a pack.
    static constexpr __device__ int line(int i) { return kColumnwise ? i : 0; }

    // The following structs are operations on packs of elements.

    template <int level>
    struct Add {
        using This = Level<level>;

        LineEvaluation& evaluation;
        typename This::Origin origins[kLinesEach];
        typename This::State states[kStates][kLinesEach];

        template <int Count>
        static __device__ void read(const Line& line, Index element, Inputs (&inputs)[Count]) {
            line.read(element, inputs);
        }
        template <int Count>
        __device__ void take(int k, Index, Inputs (&inputs)[Count]) {
#pragma unroll
            for (int i = 0; i < Count; ++i)
                This::add(evaluation.operands_, evaluation.reductions_, inputs[i],
                          evaluation.results_[line(i)], origins[line(i)],
                          states[k % kStates][line(i)]);
        }
        template <int Count>
        __device__ void take_held(int k, Index element, Inputs (&inputs)[Count]) {
            take(k, element, inputs);
        }
    };
    struct Write {
        LineEvaluation& evaluation;

        template <int Count>
        static __device__ void read(const Line& line, Index element, Inputs (&inputs)[Count]) {
            line.read(element, inputs);
            line.read_others(element, inputs);
        }
        template <int Count>
        __device__ void take(int, Index element, const Inputs (&inputs)[Count]) {
            evaluation.write(element, inputs);
        }
        template <int Count>
        __device__ void take_held(int, Index element, Inputs (&inputs)[Count]) {
            evaluation.line_.read_others(element, inputs);
            evaluation.write(element, inputs);
        }
    };

    /// Passes all elements of the thread to `task`, kReads packs at a time unless all packs are in
    /// registers. Every second loop runs backward, because the last elements are still in caches.
    template <bool kBackwards, class Task>
    __device__ void go_over(Task& task) {
        if constexpr (kHeld > 0) {
#pragma unroll
            for (int k = 0; k < kHeld; ++k)
                if (has(k)) task.take_held(k, element(k), held_[k]);
        } else {
            constexpr Index kMany = kReads * kApart;
            const Index whole = end_ - (end_ - begin_) % kMany;
            if constexpr (kBackwards) take_rest(task, whole);
            if constexpr (kBackwards)
                for (Index from = whole; from > begin_;) take_many(task, from -= kMany);
            else
                for (Index from = begin_; from < whole; from += kMany) take_many(task, from);
            if constexpr (!kBackwards) take_rest(task, whole);
        }
    }
    /// Reads several packs before it uses the first, so that many loads are in flight.
    template <class Task>
    __device__ void take_many(Task& task, Index from) {
        Inputs inputs[kReads][kPack];
        from += first_;
#pragma unroll
        for (int k = 0; k < kReads; ++k) Task::read(line_, from + k * kApart, inputs[k]);
#pragma unroll
        for (int k = 0; k < kReads; ++k) task.take(k, from + k * kApart, inputs[k]);
    }
    template <class Task>
    __device__ void take_rest(Task& task, Index from) {
        for (; from < end_; from += kApart) {
            const Index own = from + first_;
            if (kTail && own + kPack > end_)
                for (Index i = own; i < end_; ++i) take<1>(task, i);
            else if (own < end_)
                take<kPack>(task, own);
        }
    }
    template <int Count, class Task>
    __device__ void take(Task& task, Index element) {
        Inputs inputs[Count];
        Task::read(line_, element, inputs);
        task.take(0, element, inputs);
    }

    template <int Count>
    __device__ void write(Index element, const Inputs (&inputs)[Count]) {
        Value values[Count];
#pragma unroll
        for (int i = 0; i < Count; ++i) values[i] = value(operands_, inputs[i], results_[line(i)]);
        line_.write(element, values);
    }

    /// Reduces this block's elements.
    template <int level, class State>
    __device__ void reduce_own(State (&states)[kLinesEach]) {
        const Both<level> both{reductions_};
        Add<level> add{*this};
#pragma unroll
        for (int k = 0; k < kStates; ++k)
#pragma unroll
            for (int i = 0; i < kLinesEach; ++i)
                add.states[k][i] = Level<level>::neutral(reductions_);
        if (place_.exists) {
            if (Level<level>::kHasOrigin && work_.size > 0) find_origins<level>(add.origins);
            go_over<level % 2 != 0>(add);
        }
#pragma unroll
        for (int i = 0; i < kLinesEach; ++i) {
            states[i] = add.states[0][i];
#pragma unroll
            for (int k = 1; k < kStates; ++k) states[i] = both(states[i], add.states[k][i]);
        }
        reduce_block(states, both);
    }
    template <int level, class Origin>
    __device__ void find_origins(Origin (&origins)[kLinesEach]) const {
        Inputs first[kLinesEach];
        line_.read(0, first);
#pragma unroll
        for (int i = 0; i < kLinesEach; ++i)
            origins[i] = Level<level>::origin(operands_, reductions_, first[i], results_[i]);
    }

    // The following functions are for lines that are shared by several blocks.

    /// Returns the address of the states that a block has published for its part of the lines.
    template <int level>
    __device__ typename Level<level>::State* published(long long part) const {
        using State = typename Level<level>::State;
        static_assert(sizeof(State) <= kStateBytes && kStateBytes % alignof(State) == 0);
        const long long lines = work_.lines * kLinesEach;
        const long long place = (level * work_.parts + part) * lines + place_.number;
        return reinterpret_cast<State*>(static_cast<unsigned char*>(work_.partials) +
                                        place * kStateBytes);
    }
    template <int level, class State>
    __device__ void publish(const State (&states)[kLinesEach]) const {
        if (place_.thread != 0 || !place_.exists) return;
#pragma unroll
        for (int i = 0; i < kLinesEach; ++i) *at(published<level>(part_), i) = states[i];
    }
    /// Combines the states of all parts, always in the same order.
    template <int level, class State>
    __device__ void collect(State (&states)[kLinesEach]) const {
        const Both<level> both{reductions_};
#pragma unroll
        for (int i = 0; i < kLinesEach; ++i) states[i] = Level<level>::neutral(reductions_);
        const int parts = place_.exists ? int(work_.parts) : 0;
#pragma unroll 4
        for (int part = int(place_.thread); part < parts; part += kGroup)
#pragma unroll
            for (int i = 0; i < kLinesEach; ++i)
                states[i] = both(states[i], *at(published<level>(part), i));
        reduce_block(states, both);
    }
    template <class State>
    static __device__ State* at(State* states, int i) {
        return reinterpret_cast<State*>(reinterpret_cast<unsigned char*>(states) + i * kStateBytes);
    }

    const Operands& operands_;
    const Reductions& reductions_;
    const Work& work_;
    const LinePlace& place_;
    unsigned int part_;
    const Line& line_;
    Index begin_, end_;  // elements that the block processes
    Index first_;        // first element of the thread, counted from begin_
    PerLine<Results, kLinesEach> results_;
    Inputs held_[kHeld > 0 ? kHeld : 1][kPack];
};

}  // namespace glint::expression
