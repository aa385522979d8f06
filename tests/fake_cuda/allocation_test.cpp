// SPDX-License-Identifier: MIT
// Pools when the driver runs out of memory, and how much memory they keep.
#include <vector>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <fake_cuda/fake_cuda.hpp>
#include <glint/driver/graph.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/memory_pool.hpp>
#include <glint/driver/stream.hpp>

namespace glint {
namespace {

using fake_cuda::RecordedCalls;
using fake_cuda::refuse_allocations;
using fake_cuda::take_recorded_calls;

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

class FakeAllocation : public testing::Test {
protected:
    ~FakeAllocation() override {
        refuse_allocations(0);
        take_recorded_calls("cuMemPoolTrimTo");
    }

    template <class Action>
    static void expect_out_of_memory(const Action& action) {
        try {
            action();
            ADD_FAILURE() << "nothing was thrown";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::out_of_memory) << error.what();
        }
    }
    void use_once(std::size_t size_bytes, const PinnedPool& pool) {
        const PinnedMemory<char> memory(stream_, size_bytes, pool);
    }

    Device device_ = Device::open("cuda");
    Stream stream_{device_};
};

TEST_F(FakeAllocation, BlocksOfOtherSizesAreFreedFirst) {
    const PinnedPool pool(device_);
    use_once(kMegabyte, pool);
    use_once(3 * kMegabyte, pool);
    EXPECT_EQ(pool.statistics().held_bytes, 4 * kMegabyte);
    refuse_allocations(1);
    const PinnedMemory<char> memory(stream_, 2 * kMegabyte, pool);
    EXPECT_EQ(pool.statistics().held_bytes, 2 * kMegabyte);
    EXPECT_EQ(pool.statistics().peak_held_bytes, 4 * kMegabyte);
}

// The fake driver refuses allocations that would become part of the graph.
TEST_F(FakeAllocation, WarmUpsAllocateOutsideTheCapturingStream) {
    const MemoryPool pool(device_);
    const DeviceMemory<char> before(stream_, 100, pool);
    warm_up(stream_, [&] {
        const DeviceMemory<char> first(stream_, 100, pool), second(stream_, 100, pool);
        EXPECT_EQ(pool.statistics().active_blocks, 3u);
        void* const lent = stream_.state().allocate_temporary(10);
        EXPECT_NE(lent, nullptr);
        stream_.state().release_temporary(lent);
    });
    EXPECT_EQ(pool.statistics().active_blocks, 1u);
    EXPECT_THROW(
        (void)Graph::capture(stream_, [&] { const DeviceMemory<char> memory(stream_, 100, pool); }),
        Error);
}

TEST_F(FakeAllocation, RepeatedFailureIsAnError) {
    const PinnedPool pool(device_);
    use_once(kMegabyte, pool);
    // All four attempts fail: before and after trimming, in this pool and in the device's pool.
    refuse_allocations(4);
    expect_out_of_memory([&] { use_once(2 * kMegabyte, pool); });
    EXPECT_EQ(pool.statistics().held_bytes, 0u);
    EXPECT_EQ(pool.statistics().active_blocks, 0u);
    EXPECT_EQ(pool.statistics().active_bytes, 0u);
    use_once(2 * kMegabyte, pool);
    EXPECT_EQ(pool.statistics().held_bytes, 2 * kMegabyte);
}

TEST_F(FakeAllocation, PlainAllocationTrimsTheDevicesPool) {
    take_recorded_calls("cuMemPoolTrimTo");
    const DeviceMemory<int> first(device_, 10);
    EXPECT_EQ(take_recorded_calls("cuMemPoolTrimTo"), RecordedCalls{});
    refuse_allocations(1);
    const DeviceMemory<int> second(device_, 10);
    EXPECT_EQ(take_recorded_calls("cuMemPoolTrimTo"), RecordedCalls{{0}});
    refuse_allocations(2);
    expect_out_of_memory([&] { const DeviceMemory<int> third(device_, 10); });
    EXPECT_EQ(take_recorded_calls("cuMemPoolTrimTo"), RecordedCalls{{0}});
}

TEST_F(FakeAllocation, APoolIsTrimmedToTheRequestedSize) {
    MemoryPool pool(device_);
    take_recorded_calls("cuMemPoolTrimTo");
    pool.trim(12345);
    pool.trim();
    EXPECT_EQ(take_recorded_calls("cuMemPoolTrimTo"), (RecordedCalls{{12345}, {0}}));
}

// Blocks have at least 256 bytes.
TEST_F(FakeAllocation, PoolsRetainExactlyTheirLimit) {
    PinnedPool pool(device_, {.keep_bytes = 512});
    {
        const PinnedMemory<char> a(stream_, 256, pool), b(stream_, 256, pool),
            c(stream_, 256, pool);
        EXPECT_EQ(pool.statistics().held_bytes, 768u);
    }
    EXPECT_EQ(pool.statistics().held_bytes, 512u);
    pool.trim(512);
    EXPECT_EQ(pool.statistics().held_bytes, 512u);
    pool.trim(511);
    EXPECT_EQ(pool.statistics().held_bytes, 256u);
    pool.trim(0);
    EXPECT_EQ(pool.statistics().held_bytes, 0u);
}

TEST_F(FakeAllocation, PoolsReuseTheLatestBlockFirst) {
    const PinnedPool pool(device_);
    const char* first = nullptr;
    const char* second = nullptr;
    {
        const PinnedMemory<char> a(stream_, 300, pool), b(stream_, 300, pool);
        first = b.data();  // released before `a`
        second = a.data();
    }
    const PinnedMemory<char> c(stream_, 301, pool), d(stream_, 512, pool), e(stream_, 300, pool);
    EXPECT_EQ(c.data(), second);
    EXPECT_EQ(d.data(), first);
    EXPECT_NE(e.data(), first);
    EXPECT_NE(e.data(), second);
    EXPECT_EQ(pool.statistics().held_bytes, 1536u);
}

TEST_F(FakeAllocation, LimitsCanBeReachedButNotExceeded) {
    const MemoryPool pool(device_, {.limit_bytes = 100});
    const DeviceMemory<char> all(stream_, 100, pool);
    expect_out_of_memory([&] { const DeviceMemory<char> more(stream_, 1, pool); });
    EXPECT_EQ(pool.statistics().active_bytes, 100u);
    EXPECT_EQ(pool.statistics().peak_active_bytes, 100u);
}

}  // namespace
}  // namespace glint
