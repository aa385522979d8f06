// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/memory/free_ranges.hpp>

#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace glint::cpu::test {
namespace {

TEST(FreeRanges, AllocateTheSmallestFittingRange) {
    FreeRanges free;
    EXPECT_EQ(free.take(1), std::nullopt);
    free.give({100, 200});
    free.give({300, 340});
    EXPECT_EQ(free.take(30), (AddressRange{300, 330}));
    EXPECT_EQ(free.take(30), (AddressRange{100, 130}));
    EXPECT_EQ(free.take(71), std::nullopt);
    EXPECT_EQ(free.take(10), (AddressRange{330, 340}));
    EXPECT_EQ(free.take(70), (AddressRange{130, 200}));
    EXPECT_EQ(free.take(1), std::nullopt);
}

TEST(FreeRanges, MergeNeighbors) {
    for (const bool is_last_first : {false, true}) {
        FreeRanges free;
        free.give({10, 20});
        free.give(is_last_first ? AddressRange{30, 40} : AddressRange{20, 30});
        free.give(is_last_first ? AddressRange{20, 30} : AddressRange{30, 40});
        EXPECT_EQ(free.take(30), (AddressRange{10, 40}));
    }
}

TEST(FreeRanges, AllocationsNeverOverlapOrGetLost) {
    std::mt19937 random(5);
    FreeRanges free;
    free.give({1000, 2000});
    std::vector<bool> is_taken(1000);
    std::vector<AddressRange> taken;
    for (int round = 0; round < 5000; ++round) {
        if (random() % 2 == 0 || taken.empty()) {
            const auto range = free.take(1 + random() % 100);
            if (!range) continue;
            for (auto i = range->begin; i < range->end; ++i) {
                ASSERT_FALSE(is_taken[i - 1000]);
                is_taken[i - 1000] = true;
            }
            taken.push_back(*range);
        } else {
            std::swap(taken[random() % taken.size()], taken.back());
            for (auto i = taken.back().begin; i < taken.back().end; ++i) is_taken[i - 1000] = false;
            free.give(taken.back());
            taken.pop_back();
        }
    }
    for (const AddressRange& range : taken) free.give(range);
    EXPECT_EQ(free.take(1000), (AddressRange{1000, 2000}));
}

}  // namespace
}  // namespace glint::cpu::test
