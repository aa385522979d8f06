// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/memory/device_heap.hpp>

#include <cstring>
#include <map>
#include <random>

#include <gtest/gtest.h>

namespace glint::cpu::test {
namespace {

std::uintptr_t number_of(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

TEST(DeviceHeap, FindsAddressesNearItsBlocksOnly) {
    DeviceHeap heap;
    int own = 0;
    EXPECT_EQ(heap.fault_of(number_of(&own), 4), std::nullopt);
    void* block = heap.allocate(20, 1);
    EXPECT_EQ(heap.fault_of(number_of(&own), 4), std::nullopt);
    EXPECT_EQ(heap.fault_of(0, 4), std::nullopt);
    const std::uintptr_t begin = number_of(block);
    EXPECT_EQ(heap.fault_of(begin, 20), std::nullopt);
    EXPECT_EQ(heap.fault_of(begin + 19, 1), std::nullopt);
    EXPECT_NE(heap.fault_of(begin + 19, 2), std::nullopt);
    EXPECT_NE(heap.fault_of(begin + 20, 1), std::nullopt);
    EXPECT_NE(heap.fault_of(begin - 1, 1), std::nullopt);
    EXPECT_NE(heap.fault_of(begin + (30 << 20), 1), std::nullopt) << "no block";
    EXPECT_NE(heap.fault_of(begin - 1000, 1), std::nullopt) << "guard";
    EXPECT_EQ(heap.release(block), std::nullopt);
    EXPECT_NE(heap.fault_of(begin, 1), std::nullopt);
}

TEST(DeviceHeap, AGapFollowsEachBlock) {
    DeviceHeap heap;
    for (const std::size_t size : {16u, 100u, 4096u}) {
        void* blocks[] = {heap.allocate(size, 1), heap.allocate(size, 1), heap.allocate(size, 1)};
        for (const void* block : blocks)
            for (std::size_t i = 0; i < size; ++i)
                ASSERT_NE(heap.fault_of(number_of(block) + size + i, 1), std::nullopt) << i;
    }
}

// Allocates the whole heap in blocks of various sizes and alignments, and frees them in any order.
TEST(DeviceHeap, BlocksDoNotOverlapAndAllMemoryReturns) {
    std::mt19937 random(11);
    DeviceHeap heap;
    std::map<unsigned char*, std::pair<std::size_t, unsigned char>> blocks;
    const auto release_one = [&](auto block) {
        const auto [size, content] = block->second;
        for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(block->first[i], content);
        ASSERT_EQ(heap.release(block->first), std::nullopt);
        blocks.erase(block);
    };
    for (int round = 0; round < 3000; ++round) {
        const std::size_t size = random() % (std::size_t{1} << random() % 18);
        const std::size_t alignment = std::size_t{1} << random() % 10;
        if (void* memory = heap.allocate(size, alignment)) {
            ASSERT_EQ(number_of(memory) % alignment, 0u);
            ASSERT_EQ(number_of(memory) % 16, 0u);
            const auto content = static_cast<unsigned char>(round);
            std::memset(memory, content, size);
            blocks[static_cast<unsigned char*>(memory)] = {size, content};
        }
        if (random() % 5 < 2 && !blocks.empty())
            release_one(std::next(blocks.begin(), static_cast<long>(random() % blocks.size())));
    }
    while (!blocks.empty()) release_one(blocks.begin());
    void* all = heap.allocate(DeviceHeap::kCapacityBytes, 1);
    ASSERT_NE(all, nullptr);
    EXPECT_EQ(heap.allocate(1, 1), nullptr);
    EXPECT_EQ(heap.release(all), std::nullopt);
}

TEST(DeviceHeap, FreedBlocksAreReusedLate) {
    DeviceHeap heap;
    void* first = heap.allocate(64, 1);
    EXPECT_EQ(heap.release(first), std::nullopt);
    for (int i = 0; i < 100; ++i) {
        void* next = heap.allocate(64, 1);
        EXPECT_NE(next, first);
        EXPECT_EQ(heap.release(next), std::nullopt);
    }
    EXPECT_TRUE(heap.fault_of(number_of(first), 1)->ends_with(", which was freed"));
    EXPECT_TRUE(heap.release(first)->ends_with(", which was already freed"));
    bool is_reused = false;
    for (int i = 0; i < 10000 && !is_reused; ++i) {
        void* next = heap.allocate(64, 1);
        is_reused = next == first;
        EXPECT_EQ(heap.release(next), std::nullopt);
    }
    EXPECT_TRUE(is_reused);
}

}  // namespace
}  // namespace glint::cpu::test
