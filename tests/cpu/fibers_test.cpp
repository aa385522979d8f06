// SPDX-License-Identifier: MIT
#include <bit>
#include <numeric>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>

#include "program.hpp"

namespace glint::cpu::test {
namespace {

class CpuFibers : public testing::Test {
protected:
    static Program& program() {
        static Program value = [] {
            compiler::Source source = source_file("fibres.cu");
            source.cpu_lowering = "fibres";
            source.instantiations = {"mirrored<double, 96>"};
            return Program(source);
        }();
        return value;
    }
};

TEST_F(CpuFibers, AllTestKernelsNeedFibers) {
    for (const std::string& symbol : program().module().kernel_symbols())
        EXPECT_EQ(program().kernel(symbol).info().lowering, "fibres") << symbol;
}

TEST_F(CpuFibers, TreeReductionInSharedMemoryWorks) {
    constexpr int kCount = 10000, kBlocks = 40;
    std::vector<float> in(kCount), out(kBlocks);
    std::iota(in.begin(), in.end(), 1.0f);
    program().run("block_sum", {.grid = {kBlocks}, .block = {256}}, kCount, in.data(), out.data());
    // Sums of 256 integers below 10001 are exact in float.
    for (int block = 0; block < kBlocks; ++block) {
        const double first = 256.0 * block + 1, last = std::min(256.0 * (block + 1), 1.0 * kCount);
        const double count = std::max(0.0, last - first + 1);
        ASSERT_EQ(out[block], count * (first + last) / 2) << block;
    }
    EXPECT_EQ(program().kernel("block_sum").info().static_shared_bytes, 1024u);
}

TEST_F(CpuFibers, DynamicSharedMemoryFollowsTheStatic) {
    for (const unsigned n : {1u, 33u, 192u, 1024u}) {
        std::vector<int> data(n);
        std::iota(data.begin(), data.end(), 0);
        program().run("reverse", one_block({n}, 4 * n), data.data());
        for (unsigned i = 0; i < n; ++i) ASSERT_EQ(data[i], static_cast<int>(n - 1 - i + 5));
    }
}

TEST_F(CpuFibers, StacksAreReusedBetweenBlocks) {
    constexpr unsigned kBlocks = 60000;
    std::vector<int> out(2 * kBlocks);
    program().run("rotate", {.grid = {kBlocks}, .block = {2}}, 1, out.data());
    for (unsigned i = 0; i < 2 * kBlocks; ++i) ASSERT_EQ(out[i], static_cast<int>((i + 1) % 2));
}

TEST_F(CpuFibers, BarriersSeparateLoopIterations) {
    for (const unsigned n : {64u, 100u, 256u, 1024u}) {
        std::vector<int> out(3 * n);
        program().run("rotate", {.grid = {3}, .block = {n}}, 5, out.data());
        for (unsigned i = 0; i < 3 * n; ++i) ASSERT_EQ(out[i], static_cast<int>((i % n + 5) % n));
    }
}

TEST_F(CpuFibers, ShufflesReadTheLaneTheyName) {
    constexpr int kThreads = 96;
    std::vector<int> out(8 * kThreads);
    program().run("shuffles", one_block({kThreads}), out.data());
    for (int t = 0; t < kThreads; ++t) {
        const int lane = t % 32;
        const int* mine = &out[8 * t];
        EXPECT_EQ(mine[0], 30);
        EXPECT_EQ(mine[1], lane + 4 < 32 ? lane + 4 : lane);
        EXPECT_EQ(mine[2], lane >= 4 ? lane - 4 : lane);
        EXPECT_EQ(mine[3], lane ^ 5);
        EXPECT_EQ(mine[4], lane % 8 + 3 < 8 ? lane + 3 : lane);
        EXPECT_EQ(mine[5], (lane ^ 1) / 2);
        EXPECT_EQ(static_cast<unsigned>(mine[6]), 0x11111111u << lane % 4);
        EXPECT_EQ(mine[7], 31 * 32 / 2);
    }
}

TEST_F(CpuFibers, PartialMasksWaitForTheirLanesOnly) {
    std::vector<int> out(64);
    program().run("partial_masks", one_block({64}), out.data());
    for (int t = 0; t < 64; ++t) {
        const int lane = t % 32;
        ASSERT_EQ(out[t], lane < 16 ? 15 * 16 / 2 : lane % 2 == 0 ? 30 : lane) << t;
    }
}

TEST_F(CpuFibers, VotesCountExistingLanes) {
    constexpr unsigned kThreads = 48;  // the second warp is only half full
    std::vector<unsigned> out(4 * kThreads);
    program().run("votes", one_block({kThreads}), out.data());
    for (unsigned t = 0; t < kThreads; ++t) {
        const unsigned first = t / 32 * 32;
        unsigned ballot = 0;
        for (unsigned other = first; other < std::min(first + 32, kThreads); ++other)
            ballot |= (other % 3 == 0 ? 1u : 0u) << other % 32;
        EXPECT_EQ(out[4 * t], ballot);
        EXPECT_EQ(out[4 * t + 1], first == 32 ? 1u : 0u);
        EXPECT_EQ(out[4 * t + 2], first == 0 ? 1u : 0u);
        EXPECT_EQ(out[4 * t + 3], 1u);
    }
}

TEST_F(CpuFibers, BlockVotesCountAllThreads) {
    std::vector<int> out(256);
    program().run("block_votes", one_block({256}), out.data());
    for (const int value : out) ASSERT_EQ(value, 52 + 1000 + 10000);
}

TEST_F(CpuFibers, ExitedThreadsBlockNoOthers) {
    constexpr int kCount = 300;
    std::vector<int> out(384, -7);
    program().run("leavers", {.grid = {3}, .block = {128}}, kCount, out.data());
    for (int i = 0; i < 384; ++i) {
        const int warp = i / 32 * 32;
        const int odd_lanes = std::min(32, kCount - warp) / 2;
        const int expected = (i ^ 1) + (i % 2 == 1 ? 1000 * odd_lanes : 0);
        ASSERT_EQ(out[i], i < kCount ? expected : -7) << i;
    }
}

TEST_F(CpuFibers, BarriersInDeviceFunctionsWork) {
    std::vector<int> out(128);
    program().run("scan_twice", one_block({128}), out.data());
    for (int i = 0; i < 128; ++i) ASSERT_EQ(out[i], (i + 1) * (i + 2) / 2);
}

TEST_F(CpuFibers, SharedArraysOfTemplatesHaveTheirSize) {
    std::vector<double> out(96);
    program().run("mirrored<double, 96>", one_block({96}), 0.5, out.data());
    for (int i = 0; i < 96; ++i) ASSERT_EQ(out[i], 0.5 * (95 - i));
    EXPECT_EQ(program().kernel("mirrored<double, 96>").info().static_shared_bytes, 96u * 8);
}

TEST_F(CpuFibers, IndicesAreRightInThreeDimensions) {
    std::vector<int> out(2 * 3 * 2 * 30);
    program().run("where_am_i", {.grid = {2, 3, 2}, .block = {5, 3, 2}}, out.data());
    for (int i = 0; i < 12 * 30; ++i) {
        const int t = i % 30;
        ASSERT_EQ(out[i], t % 5 + 100 * (t / 5 % 3) + 10000 * (t / 15) + 1000000 * (i / 30));
    }
}

TEST_F(CpuFibers, FunctionsOutsideTheKernelFindTheirThread) {
    std::vector<int> out(32);
    program().run("deep", one_block({32}, 128), out.data());
    for (int i = 0; i < 32; ++i) ASSERT_EQ(out[i], 5 + (31 - i) + 100 * i);
}

TEST_F(CpuFibers, DeadlocksAreReported) {
    std::vector<int> out(32);
    try {
        program().run("never_meet", one_block({32}), out.data());
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::launch);
        EXPECT_NE(
            error.reason().find(
                "the threads of block (0, 0, 0) are in a deadlock. Threads that wait at "
                "__syncthreads: 16. Threads that wait at a warp operation whose mask includes "
                "threads that do not reach the operation: 16. Threads that have exited: 0"),
            std::string::npos)
            << error.reason();
    }
}

TEST_F(CpuFibers, AFailedAssertionEndsTheBlock) {
    std::vector<int> out(64);
    try {
        program().run("fails_between_barriers", {.grid = {4}, .block = {64}}, out.data());
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_NE(error.reason().find("assertion `threadIdx.x != 9 || blockIdx.x != 2` failed"),
                  std::string::npos);
    }
    // The fibers can be reused afterward.
    program().run("rotate", one_block({64}), 1, out.data());
    EXPECT_EQ(out[63], 0);
}

}  // namespace
}  // namespace glint::cpu::test
