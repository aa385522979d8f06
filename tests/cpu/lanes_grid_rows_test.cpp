// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include <glint/base/error.hpp>

#include "lanes_fixture.hpp"

namespace glint::cpu::test {
namespace {

using bodies::mix;
using driver::Dim3;

/// All tests in this file share one compilation.
class CpuLanesGridRows : public testing::TestWithParam<Dim3> {
protected:
    static Program& program() {
        static Program value(lanes_source("lanes_grid_rows.cu"));
        return value;
    }
    static constexpr unsigned kGridY = 2;

    // Covers grids in which the last block is the only one in its group.
    template <class Check>
    static void for_each_width(const Check& check) {
        for (const unsigned blocks : {1u, 2u, 3u, 5u, 8u, 300u}) {
            const testing::ScopedTrace trace(__FILE__, __LINE__, std::to_string(blocks));
            check(driver::LaunchShape{.grid = {blocks, kGridY}, .block = GetParam()},
                  blocks * GetParam().x, kGridY * GetParam().y * GetParam().z);
        }
    }
};

TEST_P(CpuLanesGridRows, EachThreadRunsExactlyOnce) {
    for_each_width([](const driver::LaunchShape& shape, unsigned width, unsigned height) {
        const unsigned pitch = width + 64;
        std::vector<unsigned> out(std::size_t{pitch} * height), expected(out.size());
        unsigned count = 0;
        program().run("marks", shape, pitch, out.data(), &count);
        for (unsigned y = 0; y < height; ++y)
            for (unsigned x = 0; x < width; ++x) expected[y * pitch + x] = 1 + x + 1000 * y;
        EXPECT_EQ(out, expected);
        EXPECT_EQ(count, width * height);
    });
}

TEST_P(CpuLanesGridRows, GuardsAndLoopsWorkPerThread) {
    for_each_width([](const driver::LaunchShape& shape, unsigned threads, unsigned height) {
        const unsigned width = threads - GetParam().x / 3;
        std::vector<unsigned> out(std::size_t{width} * height), expected(out.size());
        program().run("steps", shape, width, height - 1, out.data());
        for (unsigned i = 0; i < width * (height - 1); ++i)
            for (unsigned value = mix(i); value % 16 != 0; value = mix(value)) ++expected[i];
        EXPECT_EQ(out, expected);
    });
}

/// Expected output for the columns `from` to `to - 1`, except column `hole`.
std::vector<unsigned> part_of_rows(int from, int to, int hole, int width, unsigned height) {
    std::vector<unsigned> expected(static_cast<std::size_t>(width) * height);
    for (unsigned y = 0; y < height; ++y)
        for (int x = std::max(from, 0); x < std::min(to, width); ++x)
            if (x != hole) expected[y * width + x] = 1 + x + 1000 * y;
    return expected;
}

// Covers bounds at, just before, and just after the ends of blocks, of groups, and of the row.
TEST_P(CpuLanesGridRows, FullGroupsEndAtBounds) {
    for_each_width([](const driver::LaunchShape& shape, unsigned threads, unsigned height) {
        const int width = static_cast<int>(threads);
        for (const auto& [from, to] : {std::pair{0, width},
                                       {1, width - 1},
                                       {-5, width + 5},
                                       {width / 3, width / 2},
                                       {31, width - 70},
                                       {width, width}})
            for (const int hole : {-1, 0, width / 2, width - 1}) {
                for (const char* kernel : {"part", "part_by_bounds"}) {
                    std::vector<unsigned> out(std::size_t{threads} * height);
                    program().run(kernel, shape, from, to, hole, threads, out.data());
                    ASSERT_EQ(out, part_of_rows(from, to, hole, width, height))
                        << kernel << ": " << from << " to " << to << " without " << hole;
                }
            }
    });
}

TEST_P(CpuLanesGridRows, WrappingNumbersEndFullGroups) {
    for_each_width([](const driver::LaunchShape& shape, unsigned threads, unsigned height) {
        for (const unsigned from : {0u, 1u, 40u, threads - 1})
            for (const unsigned count : {0u, 5u, threads / 2, threads, ~0u - threads / 2}) {
                std::vector<unsigned> out(std::size_t{threads} * height), expected(out.size());
                program().run("wrapped_part", shape, from, count, threads, out.data());
                for (unsigned i = 0; i < out.size(); ++i)
                    if (i % threads - from < count)
                        expected[i] = 1 + i % threads + 1000 * (i / threads);
                ASSERT_EQ(out, expected) << count << " from " << from;
            }
    });
}

TEST_P(CpuLanesGridRows, NarrowNumbersWrap) {
    for_each_width([](const driver::LaunchShape& shape, unsigned threads, unsigned height) {
        for (const unsigned to : {1u, 100u, 255u}) {
            std::vector<unsigned> out(std::size_t{threads} * height), expected(out.size());
            program().run("part_of_bytes", shape, static_cast<unsigned char>(to), threads,
                          out.data());
            for (unsigned i = 0; i < out.size(); ++i)
                if (i % threads % 256 < to) expected[i] = 1 + i % threads;
            ASSERT_EQ(out, expected) << to;
        }
    });
}

TEST_P(CpuLanesGridRows, BlockIndicesAreAvailable) {
    for_each_width([](const driver::LaunchShape& shape, unsigned width, unsigned height) {
        std::vector<unsigned> out(std::size_t{width} * height);
        program().run("blocks_of_threads", shape, width, out.data());
        for (unsigned i = 0; i < out.size(); ++i)
            ASSERT_EQ(out[i], i % width / GetParam().x + 1000 * (i % width % GetParam().x)) << i;
    });
}

TEST_P(CpuLanesGridRows, FaultsNameTheBlocksThatRanTogether) {
    std::vector<int> out(std::size_t{5} * GetParam().x);
    program().start("writes_far", {.grid = {5, 1}, .block = GetParam()}, GetParam().x, out.data());
    try {
        program().stream().synchronize();
        FAIL() << "no error";
    } catch (const Error& error) {
        // The fault is in the second block. If several blocks run together, the message gives their
        // range.
        const bool alone = error.reason().starts_with("block (1, 0, 0): ");
        const bool together = error.reason().starts_with("one of the blocks (0, 0, 0) to (");
        EXPECT_TRUE(alone || together) << error.reason();
    }
}

INSTANTIATE_TEST_SUITE_P(Blocks, CpuLanesGridRows,
                         testing::Values(Dim3{16, 16}, Dim3{8, 8}, Dim3{16, 2}, Dim3{32, 8},
                                         Dim3{64, 4}, Dim3{8, 3, 2}, Dim3{4, 4}, Dim3{12, 2},
                                         Dim3{48, 2}),
                         [](const auto& test) { return name_of(test.param); });

}  // namespace
}  // namespace glint::cpu::test
