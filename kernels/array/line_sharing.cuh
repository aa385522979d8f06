// Several blocks that have the same lines: each computes with its part of the elements, and tells
// the others through global memory what that gives.
#pragma once

#include <array/line_group.cuh>
#include <glint/block_arrivals.cuh>
#ifndef __GLINT_CPU__
#include <cooperative_groups.h>
#endif

namespace glint::expression {

struct Sharing {
    unsigned char* told;    // of kStateBytes for each level, or two in turns, block and line
    unsigned int* arrived;  // kArrivedApart from each other, for each team
    long long part;         // of the elements, for each block
    long long all;          // blocks of lines, for one team after the other
    int blocks;             // of a team, which share lines, one behind the other in the grid
    int phase;              // of several launches: the level to compute, or behind all to write
};

constexpr int kArrivedApart = 32;  // so that each has a cache line; lines.cpp counts on it

/// The states that a block tells.
template <class State>
__device__ inline State* told_by(const Sharing& sharing, int turn, unsigned int block) {
    static_assert(sizeof(State) <= kStateBytes && alignof(State) <= 32);
    const long long place = (long long)turn * gridDim.x + block;
    return reinterpret_cast<State*>(sharing.told + place * kBlockLines * kStateBytes);
}

/// The blocks of a team, as one of them sees it.
class Team {
public:
    __device__ explicit Team(const Sharing& sharing) : sharing_(sharing) {}

    __device__ bool is_first() const { return number() == 0; }
    /// The elements of this block.
    __device__ Index begin() const { return Index(number() * sharing_.part); }
    __device__ Index end(Index size) const {
        const Index end = begin() + Index(sharing_.part);
        return end < size ? end : size;
    }

protected:
    __device__ int number() const { return blockIdx.x % sharing_.blocks; }
    /// What this block has, told by the first threads that have it.
    template <class State>
    __device__ void tell(int turn, const State (&states)[kLinesEach]) const {
        if (threadIdx.x >= kBlockLines / kLinesEach) return;
        State* told = told_by<State>(sharing_, turn, blockIdx.x) + threadIdx.x * kLinesEach;
#pragma unroll
        for (int i = 0; i < kLinesEach; ++i) told[i] = states[i];
    }
    /// What all blocks have in one, in the order of their numbers.
    template <int level, class State>
    __device__ void collect(int turn, const Reductions& reductions,
                            State (&states)[kLinesEach]) const {
        const Both<level> both{reductions};
        const unsigned int first = blockIdx.x - number();
        const unsigned int own = kAcross ? threadIdx.x % kBeside * kLinesEach : 0;
#pragma unroll
        for (int i = 0; i < kLinesEach; ++i) states[i] = Level<level>::neutral(reductions);
        for (int block = kAcross ? threadIdx.x / kBeside : threadIdx.x; block < sharing_.blocks;
             block += kGroup) {
            const State* told = told_by<State>(sharing_, turn, first + block) + own;
#pragma unroll
            for (int i = 0; i < kLinesEach; ++i) states[i] = both(states[i], told[i]);
        }
        reduce_block(states, both);
    }

    const Sharing& sharing_;
};

/// In one launch for each level, and one to write: for where blocks cannot wait for each other.
class TeamInPhases : public Team {
public:
    using Team::Team;

    template <int level>
    __device__ bool computes() const {
        return level == sharing_.phase;
    }
    template <int level, class State>
    __device__ bool join(const Reductions& reductions, State (&states)[kLinesEach]) const {
        if (computes<level>())
            tell(level, states);
        else
            collect<level>(level, reductions, states);
        return !computes<level>();
    }
};

#ifndef __GLINT_CPU__
/// In one cooperative launch. Two states take turns: when a block tells the next but one, all have
/// read this one.
class TeamAtOnce : public Team {
public:
    __device__ explicit TeamAtOnce(const Sharing& sharing)
        : Team(sharing),
          arrivals_(sharing.arrived + blockIdx.x / sharing.blocks * kArrivedApart, sharing.blocks) {
        // All teams' numbers are 0 when the first block waits, which may not be before that.
        if (number() == 0 && threadIdx.x == 0)
            sharing.arrived[blockIdx.x / sharing.blocks * kArrivedApart] = 0;
        started_ = cooperative_groups::this_grid().barrier_arrive();
    }

    template <int level>
    __device__ bool computes() const {
        return true;
    }
    template <int level, class State>
    __device__ bool join(const Reductions& reductions, State (&states)[kLinesEach]) {
        tell(turn_, states);
        if (!has_started_)
            cooperative_groups::this_grid().barrier_wait(static_cast<Token&&>(started_));
        has_started_ = true;
        arrivals_.wait();
        collect<level>(turn_, reductions, states);
        turn_ ^= 1;
        return true;
    }

private:
    using Token = cooperative_groups::grid_group::arrival_token;

    BlockArrivals arrivals_;
    Token started_;
    bool has_started_ = false;
    int turn_ = 0;
};
#endif

template <bool AtOnce>
struct SharersOf {
    using Type = TeamInPhases;
};
#ifndef __GLINT_CPU__
template <>
struct SharersOf<true> {
    using Type = TeamAtOnce;
};
#endif
using Sharers = SharersOf<kAtOnce>::Type;

}  // namespace glint::expression
