// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>

#include "lanes_fixture.hpp"

namespace glint::cpu::test {
namespace {

using bodies::mix;
using driver::Dim3;

/// The numbers that a kernel writes per thread.
using Results = std::array<unsigned, 8>;

/// Reference for warp operations, given the values of a block's threads.
class Threads {
public:
    explicit Threads(unsigned count) : count_(count) {}

    unsigned count() const { return count_; }

    /// Index within the block of the thread that is `lane` of thread i's warp.
    static unsigned in_warp(unsigned i, unsigned lane) { return i / 32 * 32 + lane % 32; }

    /// The lanes of `mask` whose threads satisfy `predicate`, in the warp of thread `i`.
    template <class Predicate>
    unsigned ballot(unsigned i, const Predicate& predicate, unsigned mask = ~0u) const {
        unsigned bits = 0;
        for (unsigned lane = 0; lane < 32; ++lane) {
            const unsigned t = in_warp(i, lane);
            if (t < count_ && mask >> lane & 1 && predicate(t)) bits |= 1u << lane;
        }
        return bits;
    }

    /// Folds `value(thread)` over the lanes of `mask` in the warp of thread `i`.
    template <class T, class Value, class Fold>
    T fold(unsigned i, T start, const Value& value, const Fold& fold, unsigned mask = ~0u) const {
        for (unsigned lane = 0; lane < 32; ++lane)
            if (mask >> lane & 1) start = fold(start, value(in_warp(i, lane)));
        return start;
    }

private:
    unsigned count_;
};

class CpuLanesWarp : public testing::Test {
protected:
    template <class Expected, class... Arguments>
    void expect(const std::string& kernel, const Dim3& block, const Expected& expected,
                Arguments... arguments) {
        const Threads threads(threads_of(block));
        std::vector<Results> out(threads.count());
        program_.run(kernel, one_block(block), arguments..., out.data());
        for (unsigned i = 0; i < threads.count(); ++i)
            ASSERT_EQ(out[i], expected(threads, i))
                << kernel << ", " << name_of(block) << ", " << i;
        EXPECT_EQ(program_.kernel(kernel).lowering(block), "lanes");
    }

    /// Tests block shapes made of whole warps.
    template <class Expected, class... Arguments>
    void expect_in_each_block(const std::string& kernel, const Expected& expected,
                              Arguments... arguments) {
        for (const Dim3& block : {Dim3{32}, {64}, {256}, {1024}, {16, 16}, {8, 8, 2}, {4, 4, 4}})
            expect(kernel, block, expected, arguments...);
    }

    Program program_{lanes_source("lanes_warp.cu")};
};

TEST_F(CpuLanesWarp, ShufflesByConstants) {
    expect_in_each_block("shuffle_constant", [](const Threads&, unsigned i) {
        const auto from = [&](unsigned lane) { return mix(Threads::in_warp(i, lane)); };
        const unsigned lane = i % 32;
        return Results{from(5),
                       from(lane < 31 ? lane + 1 : lane),
                       from(lane >= 3 ? lane - 3 : lane),
                       from(lane ^ 16),
                       from(lane % 8 < 6 ? lane + 2 : lane),
                       from(lane / 4 * 4 + 3),
                       from(lane ^ 1),
                       from(lane % 8 >= 1 ? lane - 1 : lane)};
    });
}

TEST_F(CpuLanesWarp, ShufflesByRuntimeValues) {
    for (const unsigned step : {1u, 5u, 16u, 31u})
        expect_in_each_block(
            "shuffle_dynamic",
            [&](const Threads&, unsigned i) {
                const auto thread = [&](unsigned lane) { return Threads::in_warp(i, lane); };
                const auto from = [&](unsigned lane) { return mix(thread(lane)); };
                const unsigned lane = i % 32, wide = thread(i + step);
                return Results{from(mix(i) % 32),
                               from(step),
                               from(lane + step < 32 ? lane + step : lane),
                               from(lane ^ step),
                               static_cast<unsigned>((mix(wide) * 0x100000001ull + wide) >> 32),
                               from(i * 7 % 32) % 3 == 0,
                               thread(i ^ 3),
                               from(31 - lane) & 0xff};
            },
            step);
}

Results expected_votes(const Threads& threads, unsigned i) {
    const unsigned present = threads.ballot(i, [](unsigned) { return true; });
    const unsigned fives = threads.ballot(i, [](unsigned t) { return mix(t) % 64 == 5; });
    return {threads.ballot(i, [](unsigned t) { return mix(t) % 3 == 0; }),
            fives != 0,
            fives == 0,
            threads.ballot(i, [&](unsigned t) { return mix(t) % 4 == mix(i) % 4; }),
            present,
            1,
            present,
            static_cast<unsigned>(std::popcount(present & 0xaaaaaaaau))};
}

TEST_F(CpuLanesWarp, VotesAndMatches) { expect_in_each_block("votes", expected_votes); }

TEST_F(CpuLanesWarp, MissingThreadsDoNotVote) {
    for (const Dim3& block : {Dim3{7}, {33}, {100}, {33, 3}, {5, 5, 5}})
        expect("votes", block, expected_votes);
}

TEST_F(CpuLanesWarp, Reductions) {
    expect_in_each_block("reductions", [](const Threads& threads, unsigned i) {
        const auto least = [](auto a, auto b) { return std::min(a, b); };
        const auto most = [](auto a, auto b) { return std::max(a, b); };
        const auto number = [](unsigned t) { return static_cast<int>(mix(t)); };
        return Results{threads.fold(i, 0u, mix, std::plus<>()),
                       threads.fold(i, ~0u, mix, least),
                       threads.fold(i, 0u, mix, most),
                       static_cast<unsigned>(threads.fold(i, INT32_MAX, number, least)),
                       static_cast<unsigned>(threads.fold(i, INT32_MIN, number, most)),
                       threads.fold(
                           i, ~0u, [](unsigned t) { return mix(t) | 0xff00u; }, std::bit_and<>()),
                       threads.fold(
                           i, 0u, [](unsigned t) { return mix(t) & 0x0f0fu; }, std::bit_or<>()),
                       threads.fold(i, 0u, mix, std::bit_xor<>())};
    });
}

TEST_F(CpuLanesWarp, PartialMasks) {
    expect_in_each_block("partial_masks", [](const Threads& threads, unsigned i) {
        constexpr unsigned kOdd = 0xaaaaaaaau;
        const auto from = [&](unsigned lane) { return mix(Threads::in_warp(i, lane)); };
        const unsigned lane = i % 32, half = lane < 16 ? 0xffffu : 0xffff0000u;
        Results results{};
        if (lane % 2 == 1)
            results = {from(lane + 2),
                       threads.ballot(
                           i, [](unsigned t) { return mix(t) % 2; }, kOdd),
                       threads.fold(
                           i, 0u, [](unsigned t) { return mix(t) % 1000; }, std::plus<>(), kOdd),
                       kOdd};
        results[4] = threads.ballot(i, [](unsigned t) { return mix(t) % 5 == 0; }, half);
        results[5] =
            threads.fold(i, 0u, mix, [](unsigned a, unsigned b) { return std::max(a, b); }, half);
        results[6] = threads.ballot(i, [&](unsigned t) { return mix(t) % 3 == mix(i) % 3; }, half);
        results[7] = from(lane ^ 7);
        return results;
    });
}

TEST_F(CpuLanesWarp, MasksInBranchesContainActiveLanes) {
    for (const unsigned limit : {0u, 5u, 32u, 40u, 2000u})
        expect_in_each_block(
            "masks_in_a_branch",
            [&](const Threads& threads, unsigned i) -> Results {
                const unsigned mask = threads.ballot(i, [&](unsigned t) { return t < limit; });
                const auto count = static_cast<unsigned>(std::popcount(mask));
                if (i >= limit) return {};
                return {count, mask, count % 8};
            },
            limit);
}

TEST_F(CpuLanesWarp, BlockReductionWorks) {
    expect_in_each_block("block_sum", [](const Threads& threads, unsigned) {
        unsigned sum = 0;
        for (unsigned t = 0; t < threads.count(); ++t) sum += mix(t);
        Results results;
        for (unsigned k = 0; k < 8; ++k) results[k] = sum + k;
        return results;
    });
}

}  // namespace
}  // namespace glint::cpu::test
