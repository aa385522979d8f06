// SPDX-License-Identifier: MIT
#include <array>
#include <atomic>
#include <numeric>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <glint/cpu/runtime/scheduling/thread_pool.hpp>

namespace glint::cpu::test {
namespace {

/// Number of times that each index in [0, count) was processed.
std::vector<int> visits(ThreadPool& pool, std::uint64_t count, std::uint64_t chunk) {
    std::vector<std::atomic<int>> counts(count);
    pool.run(count, chunk, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t i = first; i < last; ++i) ++counts[i];
    });
    return {counts.begin(), counts.end()};
}

TEST(ThreadPool, ProcessesEachIndexOnce) {
    for (const unsigned size : {1u, 2u, 5u, 16u}) {
        ThreadPool pool(size);
        EXPECT_EQ(pool.size(), size);
        for (const std::uint64_t count : {0, 1, 7, 64, 1000})
            for (const std::uint64_t chunk : {0, 1, 3, 64, 5000})
                EXPECT_EQ(visits(pool, count, chunk), std::vector<int>(count, 1))
                    << count << " numbers in chunks of " << chunk << " by " << size;
    }
}

TEST(ThreadPool, ChunksRespectTheMinimumAndAreBalanced) {
    ThreadPool pool(4);
    std::vector<std::atomic<std::uint64_t>> ends(1000);
    pool.run(1000, 16, [&](std::uint64_t first, std::uint64_t last) { ends[first] = last; });
    for (std::uint64_t first = 0; first < 1000; first = ends[first]) {
        ASSERT_NE(ends[first], 0u) << first;
        // A thread's share is about 16 chunks. The first range that a thread takes is a sixth of
        // its share.
        EXPECT_LE(ends[first] - first, 2 * 16u);
        EXPECT_TRUE(ends[first] == 1000 || ends[first] - first >= 16) << first;
    }
}

/// Each of four items waits until all four are being processed, so all threads must take part.
TEST(ThreadPool, AllItsThreadsTakePart) {
    ThreadPool pool(4);
    for (int round = 0; round < 20; ++round) {
        std::atomic<int> present = 0;
        pool.run(4, 1, [&](std::uint64_t, std::uint64_t) {
            ++present;
            while (present < 4) std::this_thread::yield();
        });
        EXPECT_EQ(present, 4);
    }
}

/// Each thread waits until all have started their shares, so that no thread takes part of another
/// thread's share.
TEST(ThreadPool, ThreadsGetTheSameIndicesAgain) {
    ThreadPool pool(4);
    std::array<std::thread::id, 4> first_time{};
    for (int round = 0; round < 20; ++round) {
        std::atomic<int> present = 0;
        std::array<std::thread::id, 4> threads{};
        pool.run(4, 1, [&](std::uint64_t number, std::uint64_t) {
            threads[number] = std::this_thread::get_id();
            ++present;
            while (present < 4) std::this_thread::yield();
        });
        if (round == 0) first_time = threads;
        EXPECT_EQ(threads, first_time) << "round " << round;
        EXPECT_EQ(threads[0], std::this_thread::get_id());
    }
}

TEST(ThreadPool, SleepingThreadsAreWoken) {
    ThreadPool pool(3);
    for (int round = 0; round < 5; ++round) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        EXPECT_EQ(visits(pool, 100, 1), std::vector<int>(100, 1));
    }
}

/// More callers than the pool has slots for concurrent loops.
TEST(ThreadPool, ManyThreadsMayCallItAtOnce) {
    ThreadPool pool(4);
    constexpr int kCallers = 12;
    std::vector<int> wrong(kCallers);
    std::vector<std::thread> callers;
    for (int caller = 0; caller < kCallers; ++caller)
        callers.emplace_back([&, caller] {
            for (int round = 0; round < 200; ++round)
                wrong[caller] += visits(pool, 50, 1) != std::vector<int>(50, 1);
        });
    for (std::thread& caller : callers) caller.join();
    EXPECT_EQ(std::accumulate(wrong.begin(), wrong.end(), 0), 0);
}

TEST(ThreadPool, LoopsMayNest) {
    ThreadPool pool(3);
    std::atomic<int> sum = 0;
    pool.run(6, 1, [&](std::uint64_t, std::uint64_t) {
        pool.run(10, 1, [&](std::uint64_t, std::uint64_t) { ++sum; });
    });
    EXPECT_EQ(sum, 60);
}

}  // namespace
}  // namespace glint::cpu::test
