// SPDX-License-Identifier: MIT
#include <array>
#include <limits>

#include "lanes_fixture.hpp"

namespace glint::cpu::test {
namespace {

using bodies::mix;
using driver::Dim3;

/// All tests in this file share one compilation.
class CpuLanesDivision : public testing::TestWithParam<Dim3> {
protected:
    static Program& program() {
        static Program value(lanes_source("lanes_division.cu"));
        return value;
    }

    static std::vector<int> periodic_sums(int width, int height, const std::vector<int>& from) {
        constexpr std::array<int, 5> kOffsets = {0, 1, -1, 3, -7};
        std::vector<int> sums(from.size());
        const auto at = [&](int x, int y) { return from[static_cast<std::size_t>(y * width + x)]; };
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                int& sum = sums[static_cast<std::size_t>(y * width + x)];
                for (const int offset : kOffsets)
                    sum = 3 * sum + at(x, (y + offset + 8 * height) % height) +
                          5 * at((x - offset + 8 * width) % width, y);
            }
        return sums;
    }
};

TEST_P(CpuLanesDivision, PeriodicNeighborsMatchTheHost) {
    const Dim3 block = GetParam();
    for (const int width : {1, 2, 5, 31, 64, 100, 129}) {
        const int height = 3 + width % 5;
        std::vector<int> from(static_cast<std::size_t>(width * height)), to(from.size());
        for (std::size_t i = 0; i < from.size(); ++i)
            from[i] = static_cast<int>(mix(static_cast<unsigned>(i)) % 1000);
        const auto blocks = [](int threads, unsigned each) {
            return (static_cast<unsigned>(threads) + each - 1) / each;
        };
        program().run("periodic_sums",
                      {.grid = {blocks(width, block.x), blocks(height, block.y)}, .block = block},
                      width, height, from.data(), to.data());
        EXPECT_EQ(to, periodic_sums(width, height, from)) << width << " x " << height;
    }
}

TEST_P(CpuLanesDivision, QuotientsAndRemaindersMatchTheHost) {
    constexpr int kLargest = std::numeric_limits<int>::max();
    const Dim3 block = GetParam();
    const int count = static_cast<int>(3 * block.x - block.x / 3);
    for (const int first : {-200, -20, -1, 0, 1, 95, 4000, kLargest - count})
        for (const int by : {1, 2, 3, 64, 100, 4001, kLargest, -1, -7, -100}) {
            const auto size = static_cast<std::size_t>(count);
            std::vector<int> numbers(4 * size), expected(4 * size);
            std::vector<unsigned> unsigned_numbers(2 * size), unsigned_expected(2 * size);
            program().run("divided_numbers", {.grid = {3}, .block = {block.x}}, count, first, by,
                          first, numbers.data(), unsigned_numbers.data());
            for (std::size_t i = 0; i < size; ++i) {
                const int a = first + static_cast<int>(i);
                const auto b = static_cast<unsigned>(first) + static_cast<unsigned>(i);
                expected[4 * i] = a / by;
                expected[4 * i + 1] = a % by + (a % by % 3 == 0 ? 1000 * (a / by % 7) : 0);
                expected[4 * i + 2] = first / by;
                expected[4 * i + 3] = first % by;
                unsigned_expected[2 * i] = b / static_cast<unsigned>(by);
                unsigned_expected[2 * i + 1] = b % static_cast<unsigned>(by);
            }
            ASSERT_EQ(numbers, expected) << first << " by " << by;
            ASSERT_EQ(unsigned_numbers, unsigned_expected) << first << " by " << by;
        }
}

INSTANTIATE_TEST_SUITE_P(Blocks, CpuLanesDivision,
                         testing::Values(Dim3{32}, Dim3{100}, Dim3{256}, Dim3{32, 8}, Dim3{16, 16},
                                         Dim3{5, 3}),
                         [](const auto& test) { return name_of(test.param); });

}  // namespace
}  // namespace glint::cpu::test
