// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>

#include <glint/base/error.hpp>

#include "lanes_fixture.hpp"

namespace glint::cpu::test {
namespace {

using bodies::mix;
using driver::Dim3;

/// All tests in this file share one compilation.
class CpuLanes : public testing::Test {
protected:
    static Program& program() {
        static Program value(lanes_source("lanes.cu"));
        return value;
    }

    /// Calls `check` for each block shape; failures name the shape.
    template <class Check>
    static void for_each_block(const Check& check) {
        for (const Dim3& block : kBlocks) {
            const testing::ScopedTrace trace(__FILE__, __LINE__, name_of(block));
            check(block, threads_of(block));
        }
    }

    /// `count` pseudorandom numbers.
    template <class T>
    static std::vector<T> numbers(unsigned count) {
        std::vector<T> values(count);
        for (unsigned i = 0; i < count; ++i) values[i] = static_cast<T>(mix(i));
        return values;
    }
};

// --- indices ---

TEST_F(CpuLanes, IndicesAreRightInBlocksOfAllShapes) {
    for_each_block([](const Dim3& block, unsigned threads) {
        std::vector<unsigned> out(6 * threads);
        program().run("where_am_i", {.grid = {3, 2}, .block = block}, out.data());
        for (unsigned i = 0; i < 6 * threads; ++i) {
            const unsigned t = i % threads;
            ASSERT_EQ(out[i], t % block.x + 2000 * (t / block.x % block.y) +
                                  4000000 * (t / (block.x * block.y)) + 100000000 * (i / threads));
        }
    });
}

// --- loads and stores ---

TEST_F(CpuLanes, ElementsAreReadInAnyOrder) {
    for_each_block([](const Dim3& block, unsigned threads) {
        const unsigned count = 2 * threads - threads / 3;
        const auto in = numbers<int>(3 * count + 6);
        std::vector<int> out(2 * threads, -5);
        program().run("strides", {.grid = {2}, .block = block}, static_cast<int>(count), in.data(),
                      out.data());
        for (unsigned i = 0; i < count; ++i) {
            const auto at = [&](unsigned k) { return static_cast<unsigned>(in[k]); };
            const unsigned left = i > 0 ? at(i - 1) : ~0u, right = i + 1 < count ? at(i + 1) : ~1u;
            const unsigned expected = at(count - 1 - i) + 3 * at(3 * i) + 5 * at(mix(i) % count) +
                                      7 * left + 11 * right + 13 * at(5);
            ASSERT_EQ(static_cast<unsigned>(out[i]), expected) << i;
        }
        for (unsigned i = count; i < 2 * threads; ++i) ASSERT_EQ(out[i], -5);
    });
}

TEST_F(CpuLanes, ElementsOfAnySizeAreReadAndWritten) {
    for_each_block([](const Dim3& block, unsigned threads) {
        const auto bytes = numbers<unsigned char>(threads);
        const auto shorts = numbers<short>(2 * threads);
        std::vector<double> doubles(threads);
        for (unsigned i = 0; i < threads; ++i) doubles[i] = 3.0 * i - 20.5;
        std::vector<signed char> small(threads);
        std::vector<long long> large(2 * threads, -1);
        program().run("small_elements", one_block(block), static_cast<int>(threads), bytes.data(),
                      shorts.data(), doubles.data(), small.data(), large.data());
        for (unsigned i = 0; i < threads; ++i) {
            ASSERT_EQ(small[threads - 1 - i], static_cast<signed char>(bytes[i] + shorts[2 * i]));
            ASSERT_EQ(large[2 * i], static_cast<long long>(doubles[i]) * (1ll << 33));
            ASSERT_EQ(large[2 * i + 1], -1);
        }
    });
}

struct Cell {
    float place[3];
    unsigned char kind;
    double weight;
};

TEST_F(CpuLanes, MembersOfStructsAreReadAndWritten) {
    for_each_block([](const Dim3& block, unsigned threads) {
        const unsigned count = threads;
        std::vector<Cell> cells(count);
        for (unsigned i = 0; i < count; ++i) {
            const auto x = static_cast<float>(i);
            cells[i] = {{x, 2 * x, 3}, static_cast<unsigned char>(mix(i)), 0.5 * i};
        }
        const std::vector<Cell> before = cells;
        program().run("array_of_structs", one_block(block), static_cast<int>(count), cells.data());
        for (unsigned i = 0; i < count; ++i) {
            const Cell& next = before[(i + 1) % count];
            ASSERT_EQ(cells[i].place[1],
                      before[i].place[1] + (next.kind % 2 ? next.place[0] : 0.0f));
            ASSERT_EQ(cells[i].weight, next.weight + next.kind);
            ASSERT_EQ(cells[i].place[2], 3.0f);
        }
    });
}

// The threads of a group store in order, and groups run in order, so the last thread wins.
TEST_F(CpuLanes, TheLastThreadWinsAConflictingStore) {
    for_each_block([](const Dim3& block, unsigned threads) {
        std::vector<unsigned> out(210, 9999), expected = out;
        program().run("last_writer", one_block(block), out.data());
        for (unsigned i = 0; i < threads; ++i) {
            expected[0] = i;
            if (i % 3 == 1) expected[1] = i;
            expected[2 + i / 8] = i;
            expected[200 + mix(i) % 10] = i;
        }
        ASSERT_EQ(out, expected);
    });
}

TEST_F(CpuLanes, StructsByValueAreIndexedByEachLane) {
    struct Parameters {
        int weights[6];
        double scale;
        unsigned char tags[5];
    };
    const Parameters parameters{{1, -2, 3, 50, 60, 7}, 0.5, {9, 8, 7, 200, 255}};
    const Parameters changed{{10, 20, 30, 40, 50, 60}, 0, {}};
    for_each_block([&](const Dim3& block, unsigned threads) {
        std::vector<double> out(2 * threads);
        program().run("by_value", {.grid = {2}, .block = block}, parameters, changed, out.data());
        for (unsigned i = 0; i < 2 * threads; ++i) {
            Parameters own = changed;
            own.weights[i % 6] += static_cast<int>(i);
            ASSERT_EQ(out[i], 0.5 * parameters.weights[mix(i) % 6] + parameters.tags[i % 5] +
                                  100 * own.weights[(i + i % 2) % 6])
                << i;
        }
    });
}

TEST_F(CpuLanes, ConsecutiveNumbersDivideCorrectly) {
    for_each_block([](const Dim3& block, unsigned threads) {
        for (const unsigned by : {1u, 2u, 7u, 100u, 4096u, 0x7fffffffu, 0x80000000u, ~0u}) {
            std::vector<unsigned> out(3 * threads);
            program().run("divided_rows", {.grid = {3}, .block = block}, by, out.data());
            for (unsigned i = 0; i < out.size(); ++i)
                ASSERT_EQ(out[i], bodies::divided_rows(i, by)) << i << " by " << by;
        }
    });
}

// --- barriers ---

TEST_F(CpuLanes, SharedMemoryCrossesBarriers) {
    for_each_block([](const Dim3& block, unsigned threads) {
        std::vector<unsigned> out(2 * threads);
        program().run("rotate_through_shared",
                      {.grid = {2}, .block = block, .shared_bytes = threads * sizeof(unsigned)},
                      out.data());
        for (unsigned i = 0; i < 2 * threads; ++i) {
            const unsigned first = i / threads * threads, mirrored = threads - 1 - i % threads;
            ASSERT_EQ(out[i], mix(first + mirrored) + 3 * mix(first + (mirrored + 1) % threads));
        }
    });
}

TEST_F(CpuLanes, BarriersInAUniformLoopSumByHalves) {
    for_each_block([](const Dim3& block, unsigned threads) {
        unsigned sums[2] = {};
        program().run("tree_sum",
                      {.grid = {2}, .block = block, .shared_bytes = threads * sizeof(unsigned)},
                      static_cast<unsigned*>(sums));
        for (unsigned b = 0; b < 2; ++b) {
            unsigned expected = 0;
            for (unsigned i = 0; i < threads; ++i) expected += mix(b * threads + i);
            ASSERT_EQ(sums[b], expected);
        }
    });
}

TEST_F(CpuLanes, ThreadsMayLeaveBeforeABarrier) {
    for_each_block([](const Dim3& block, unsigned threads) {
        const unsigned count = threads - threads / 4;
        std::vector<unsigned> out(threads, 1);
        program().run("barrier_after_return", one_block(block), count, out.data());
        const auto read = [&](unsigned i) { return 1000 + (i + 1) % threads; };
        // If thread 0 exits at the second return, its initial value remains.
        const unsigned first = read(0) % 7 == 0 ? 1000 : read(0);
        for (unsigned i = 0; i < threads; ++i)
            ASSERT_EQ(out[i], i >= count ? 5 : read(i) % 7 == 0 ? 6 : read(i) + first) << i;
    });
}

TEST_F(CpuLanes, BarrierVotesEndALoopForAllThreads) {
    for_each_block([](const Dim3& block, unsigned threads) {
        std::vector<unsigned> out(threads);
        program().run("count_in_loop", one_block(block), out.data());
        unsigned sum = 0, rounds = 0;
        for (unsigned i = 0; i < threads; ++i) {
            sum += mix(i) % 20;
            rounds = std::max(rounds, mix(i) % 20);
        }
        const unsigned expected = sum + 1000000 * rounds + 100000000 * (threads > 3) + 200000000;
        ASSERT_EQ(out, std::vector<unsigned>(threads, expected));
    });
}

TEST_F(CpuLanes, BlockWideValuesCrossBarriers) {
    for_each_block([](const Dim3& block, unsigned threads) {
        std::vector<unsigned> out(4 * threads);
        program().run("block_uniform", {.grid = {4}, .block = block}, out.data());
        for (unsigned i = 0; i < 4 * threads; ++i) {
            const unsigned b = i / threads;
            unsigned sum = 0;
            for (unsigned k = 0; k < 6; ++k) sum += k * k + (i % threads & k);
            ASSERT_EQ(out[i], sum + 1000 * (3 + b) + 100000 * b * b) << i;
        }
    });
}

TEST_F(CpuLanes, LoopsWithBarriersMayBeSkipped) {
    for_each_block([](const Dim3& block, unsigned threads) {
        const unsigned staying = (threads + 1) / 2, rounds = 3, blocks = 4;
        std::vector<unsigned> last(32 * blocks), out(blocks * threads);
        program().run("barriers_for_some", {.grid = {blocks}, .block = block}, staying, &rounds,
                      last.data(), out.data());
        for (unsigned b = 0; b < blocks; ++b) {
            for (unsigned i = 0; i < threads; ++i)
                ASSERT_EQ(out[b * threads + i], b % 2 == 1 && i < staying ? 100 + rounds : 7);
            for (unsigned warp = 0; warp < 32; ++warp)
                ASSERT_EQ(last[32 * b + warp],
                          b % 2 == 1 && 32 * warp < staying ? 10 * (rounds - 1) + warp : 0);
        }
    });
}

TEST_F(CpuLanes, LocalArraysCrossBarriers) {
    for_each_block([](const Dim3& block, unsigned threads) {
        using Own = std::array<unsigned, 6>;
        std::vector<Own> out(threads), own(threads);
        program().run("arrays_across_barriers", {.block = block, .shared_bytes = 4 * threads},
                      out.data());
        for (unsigned i = 0; i < threads; ++i) own[i] = {0, i, 2 * i, 3 * i, 4 * i, 5 * i};
        for (unsigned round = 0; round < 4; ++round) {
            const std::vector<Own> before = own;
            for (unsigned i = 0; i < threads; ++i) {
                const unsigned next = (i + 1) % threads;
                own[i][round] += before[next][(next + round) % 6];
            }
        }
        ASSERT_EQ(out, own);
    });
}

TEST_F(CpuLanes, ASharedFlagEndsALoopForAll) {
    for_each_block([](const Dim3& block, unsigned threads) {
        std::vector<unsigned> out(threads);
        program().run("until_nothing_changes", one_block(block), out.data());
        unsigned rounds = 1;
        for (unsigned most = threads - 1; most > 3; most /= 2) ++rounds;
        for (unsigned i = 0; i < threads; ++i) {
            unsigned own = i;
            while (own > 3) own /= 2;
            ASSERT_EQ(out[i], own + 100 * rounds) << i;
        }
    });
}

// --- atomics ---

TEST_F(CpuLanes, GlobalAtomicsCountEveryThread) {
    for_each_block([](const Dim3& block, unsigned threads) {
        std::vector<unsigned> bins(10), expected(10);
        std::vector<int> extremes(2), expected_extremes(2);
        float sum = 0;
        program().run("global_atomics", {.grid = {3}, .block = block}, bins.data(), extremes.data(),
                      &sum);
        for (unsigned i = 0; i < 3 * threads; ++i) {
            ++expected[mix(i) % 7];
            if (i % 3 == 0) expected[8] += i;
            expected[9] ^= mix(i);
            const int value = static_cast<int>(mix(i) % 100000) - 50000;
            expected_extremes[0] = std::min(expected_extremes[0], value);
            expected_extremes[1] = std::max(expected_extremes[1], value);
        }
        ASSERT_EQ(bins, expected);
        ASSERT_EQ(extremes, expected_extremes);
        ASSERT_EQ(sum, 1.5f * static_cast<float>(threads));
    });
}

TEST_F(CpuLanes, FinalAtomicsReachMemory) {
    for_each_block([](const Dim3& block, unsigned threads) {
        const unsigned count = 37 * threads - threads / 2;
        unsigned sum = 7, rest = 1u << 30, expected_sum = sum, expected_rest = rest;
        int most = -5, expected_most = -5;
        float real = 1, expected_real = 1;
        unsigned* nowhere = nullptr;
        program().run("atomics_in_the_end", {.grid = {37}, .block = block}, count, &sum, &rest,
                      &most, &real, nowhere);
        for (unsigned i = 0; i < count; ++i) {
            expected_sum += i;
            expected_rest -= i % 5;
            expected_real += 0.25f * static_cast<float>(i % 8);
            if (i % 3 == 0)
                expected_most = std::max(expected_most, static_cast<int>(mix(i) % 1000));
        }
        ASSERT_EQ(sum, expected_sum);
        ASSERT_EQ(rest, expected_rest);
        ASSERT_EQ(most, expected_most);
        ASSERT_EQ(real, expected_real);
    });
}

TEST_F(CpuLanes, AThreadSeesItsOwnAtomics) {
    for_each_block([](const Dim3& block, unsigned threads) {
        unsigned sum = 0;
        std::vector<unsigned> seen(9 * threads);
        program().run("atomics_that_are_seen", {.grid = {9}, .block = block}, &sum, seen.data());
        ASSERT_EQ(sum, 9 * threads);
        ASSERT_TRUE(std::all_of(seen.begin(), seen.end(),
                                [&](unsigned s) { return s >= 1 && s <= 9 * threads; }));
    });
}

TEST_F(CpuLanes, AtomicsReturnEachThreadsOwnResult) {
    for_each_block([](const Dim3& block, unsigned threads) {
        unsigned next = 0, wrapped = 0, takers = 0;
        std::vector<unsigned> taken(2048 + 7);
        program().run("tickets", {.grid = {2}, .block = block}, &next, taken.data(), &wrapped);
        for (unsigned i = 0; i < 2 * threads; ++i) takers += i % 5 != 2;
        ASSERT_EQ(next, takers);
        ASSERT_EQ(wrapped, 2 * threads % 7);
        for (unsigned i = 0; i < 2048; ++i) ASSERT_EQ(taken[i], i < takers) << i;
        for (unsigned i = 0; i < 7; ++i) ASSERT_EQ(taken[2048 + i], (2 * threads + 6 - i) / 7) << i;
    });
}

TEST_F(CpuLanes, SharedAtomicsCountEveryThread) {
    for_each_block([](const Dim3& block, unsigned threads) {
        std::vector<unsigned> out(16 + threads), expected(16 + threads, 2);
        program().run("shared_atomics", {.grid = {2}, .block = block}, out.data());
        std::fill_n(expected.begin(), 16, 0);
        for (unsigned i = 0; i < 2 * threads; ++i)
            if (mix(i) % 16 < threads) expected[mix(i) % 16] += 1 + i % threads % 2;
        ASSERT_EQ(out, expected);
    });
}

TEST_F(CpuLanes, CompareAndSwapLoopsCountEveryThread) {
    for_each_block([](const Dim3& block, unsigned threads) {
        unsigned product = 1, expected = 1;
        double sum = 0, expected_sum = 0;
        program().run("product_by_cas", {.grid = {2}, .block = block}, &product);
        program().run("doubles_by_cas", {.grid = {2}, .block = block}, &sum);
        for (unsigned i = 0; i < 2 * threads; ++i) {
            expected *= 2 * mix(i) + 1;
            expected_sum += 0.25 * (i % 16);
        }
        ASSERT_EQ(product, expected);
        ASSERT_EQ(sum, expected_sum);
    });
}

// --- calls ---

TEST_F(CpuLanes, MathFunctionsMatchTheHost) {
    for_each_block([](const Dim3& block, unsigned threads) {
        const unsigned count = threads - threads / 5;
        std::vector<float> x(threads), out(threads, -1);
        for (unsigned i = 0; i < threads; ++i) x[i] = 0.05f + 0.013f * static_cast<float>(i % 300);
        program().run("maths", one_block(block), static_cast<int>(count), x.data(), out.data());
        for (unsigned i = 0; i < count; ++i) {
            const double v = x[i];
            double expected = std::sin(v) + 2 * std::exp(-v) + 3 * std::sqrt(v) + std::max(v, 1.0) +
                              std::cos(v) + std::floor(v) + v;
            if (i % 3 == 0) expected += std::tgamma(v);
            if (i % 3 == 1) expected += std::pow(v, 1.5);
            for (unsigned k = 0; k < i % 4; ++k) expected += std::log(1 + v + k);
            // A sum of about twelve rounded terms.
            ASSERT_NEAR(out[i], expected, 3e-6 * (1 + expected)) << i;
        }
        for (unsigned i = count; i < threads; ++i) ASSERT_EQ(out[i], -1.0f);
    });
}

TEST_F(CpuLanes, EachLanePrintsItsLine) {
    (void)program();  // compile first: an exception must not leave stdout captured
    testing::internal::CaptureStdout();
    program().run("say", one_block({7}));
    program().run("say", one_block({33}));
    std::string expected = "thread 1 of 7, 0.50\nthread 5 of 7, 2.50\n";
    for (int i = 1; i < 33; i += 4)
        expected += "thread " + std::to_string(i) + " of 33, " + std::to_string(i / 2) + ".50\n";
    EXPECT_EQ(testing::internal::GetCapturedStdout(), expected);
}

TEST_F(CpuLanes, EachLaneCallsThroughItsOwnPointer) {
    for_each_block([](const Dim3& block, unsigned threads) {
        std::vector<unsigned> out(threads);
        program().run("by_table", one_block(block), out.data());
        for (unsigned i = 0; i < threads; ++i) {
            const unsigned results[] = {2 * i, i * i, i / 2};
            ASSERT_EQ(out[i], i + (mix(i) % 5 != 0 ? results[i % 3] : 0)) << i;
        }
    });
}

// --- kernels that cannot run as lanes ---

/// Kernels that cannot run as lanes, with the reasons, and their results in the best lowering.
class CpuLanesRefused : public CpuLanes {
protected:
    void expect_refused(const std::string& kernel, const std::string& reason) {
        try {
            program().kernel(kernel).lowering({32});
            ADD_FAILURE() << kernel << " runs as lanes";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::unsupported);
            EXPECT_EQ(error.what(), "cannot run kernel '" + kernel + "' as lanes: " + reason);
        }
    }

    /// Results of a block of 32 threads for an input of 32 zeros.
    static std::vector<unsigned> best_results(const std::string& kernel,
                                              const std::string& lowering) {
        compiler::Source source = lanes_source("lanes.cu");
        source.cpu_lowering = "best";
        Program best(source);
        std::vector<unsigned> out(32);
        best.run(kernel, one_block({32}), out.data());
        EXPECT_EQ(best.kernel(kernel).lowering({32}), lowering) << kernel;
        return out;
    }
};

TEST_F(CpuLanesRefused, BarrierThatNotAllThreadsReach) {
    expect_refused("diverging_barrier", "some threads may not reach a barrier");
    std::vector<unsigned> expected(32, 8);
    std::fill_n(expected.begin(), 16, 7);
    EXPECT_EQ(best_results("diverging_barrier", "fibres"), expected);
}

TEST_F(CpuLanesRefused, SpinLocks) {
    for (const char* kernel : {"lock_by_exchange", "lock_by_cas"}) {
        expect_refused(kernel, "a loop may wait for a lock that another lane holds");
        EXPECT_EQ(best_results(kernel, "loops")[0], 32u) << kernel;
    }
}

TEST_F(CpuLanesRefused, LoopThatPollsAnotherLane) {
    expect_refused("wait_in_turn", "a loop may wait for a value that another lane writes");
    EXPECT_EQ(best_results("wait_in_turn", "fibres")[0], 32u);
    for (const char* kernel : {"wait_in_turn_by_addition", "wait_in_turn_by_minimum"}) {
        expect_refused(kernel, "a loop may wait for a value that another lane writes");
        EXPECT_EQ(best_results(kernel, "loops")[0], 32u) << kernel;
    }
}

TEST_F(CpuLanesRefused, RecursiveFunctionThatReadsTheThreadIndex) {
    expect_refused("recursive_index",
                   "a function that is recursive or called by pointer reads the thread index");
    std::vector<unsigned> expected(32);
    for (unsigned i = 0; i < 32; ++i) expected[i] = 10 * (i + i % 3 + 1);
    EXPECT_EQ(best_results("recursive_index", "fibres"), expected);
}

TEST_F(CpuLanesRefused, WarpOperationInADivergentLoop) {
    expect_refused("shuffle_in_diverging_loop",
                   "a warp operation is in a loop that lanes may leave in different iterations");
    std::vector<unsigned> expected(32);
    for (unsigned i = 0; i < 32; ++i)
        for (unsigned k = 0; k <= i; ++k) expected[i] += 62 + k;
    EXPECT_EQ(best_results("shuffle_in_diverging_loop", "fibres"), expected);
}

}  // namespace
}  // namespace glint::cpu::test
