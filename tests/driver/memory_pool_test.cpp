// SPDX-License-Identifier: MIT
#include <glint/driver/memory_pool.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include <glint/backend/detail/block_pool.hpp>
#include <glint/driver/event.hpp>
#include <glint/driver/graph.hpp>

#include <base/scratch.hpp>
#include <driver/gate.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>
#include <support/megabyte.hpp>

namespace glint {
namespace {

using test::expect_error;
using test::Gate;
using test::kMegabyte;

using Pool = test::OnEachBackend;

TEST_P(Pool, CountsBytesAndBlocks) {
    Stream stream(open());
    const MemoryPool pool(stream.device());
    {
        const DeviceMemory<float> first(stream, 1000, pool);
        const DeviceMemory<char> second(stream, 24, pool);
        EXPECT_EQ(pool.statistics().active_bytes, 4024u);
        EXPECT_EQ(pool.statistics().active_blocks, 2u);
        EXPECT_GE(pool.statistics().held_bytes, 4024u);
    }
    const PoolStatistics after = pool.statistics();
    EXPECT_EQ(after.active_bytes, 0u);
    EXPECT_EQ(after.active_blocks, 0u);
    EXPECT_EQ(after.peak_active_bytes, 4024u);
    EXPECT_GE(after.peak_held_bytes, 4024u);
    EXPECT_GE(after.held_bytes, 4024u) << "the pool keeps what is not in use";
}

TEST_P(Pool, PeakStatisticsCanBeReset) {
    Stream stream(open());
    MemoryPool pool(stream.device());
    { const DeviceMemory<char> memory(stream, 3000, pool); }
    stream.synchronize();
    pool.trim();
    pool.reset_peaks();
    EXPECT_EQ(pool.statistics().peak_active_bytes, 0u);
    EXPECT_EQ(pool.statistics().peak_held_bytes, 0u);
    const DeviceMemory<char> memory(stream, 500, pool);
    EXPECT_EQ(pool.statistics().peak_active_bytes, 500u);
}

TEST_P(Pool, RetainsTheConfiguredBytes) {
    Stream stream(open());
    const MemoryPool pool(stream.device());
    DeviceMemory<int> memory(stream, 12345, pool);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.data()) % 256, 0u);
    fill(stream, memory.span(), 42);
    EXPECT_EQ(to_vector(stream, memory), std::vector<int>(12345, 42));
}

TEST_P(Pool, EmptyRequestsTakeNoBlock) {
    Stream stream(open());
    const MemoryPool pool(stream.device());
    const DeviceMemory<int> none(stream, 0, pool);
    EXPECT_EQ(none.data(), nullptr);
    EXPECT_EQ(pool.statistics().active_blocks, 0u);
}

TEST_P(Pool, ExceedingTheLimitIsAnErrorWithSizes) {
    Stream stream(open());
    const MemoryPool pool(stream.device(), {.limit_bytes = 1000});
    const DeviceMemory<char> first(stream, 600, pool);
    try {
        const DeviceMemory<char> second(stream, 401, pool);
        FAIL() << "1001 bytes came from a pool of 1000";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
        EXPECT_EQ(error.reason(),
                  "600 bytes of the pool's limit of 1000 are in use, and 401 were requested");
    }
    EXPECT_EQ(DeviceMemory<char>(stream, 400, pool).size(), 400u);
    EXPECT_EQ(pool.statistics().active_bytes, 600u);
    EXPECT_EQ(pool.statistics().peak_active_bytes, 1000u);
}

TEST_P(Pool, FailedDeviceAllocationsAreNotCounted) {
    Stream stream(open());
    const MemoryPool pool(stream.device());
    try {
        const DeviceMemory<char> memory(stream, std::size_t{1} << 46, pool);
        FAIL() << "64 TiB were allocated";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::out_of_memory) << error.what();
    }
    EXPECT_EQ(pool.statistics().active_bytes, 0u);
    EXPECT_EQ(pool.statistics().active_blocks, 0u);
}

TEST_P(Pool, StreamsReuseTheirBlocksWithoutWaiting) {
    Stream stream(open());
    const MemoryPool pool(stream.device());
    std::vector<int> seen(kMegabyte);
    Gate gate(stream);
    std::size_t held = 0;
    {
        DeviceMemory<int> first(stream, seen.size(), pool);
        fill(stream, first.span(), 1);
        held = pool.statistics().held_bytes;
    }
    EXPECT_FALSE(stream.is_done());
    DeviceMemory<int> second(stream, seen.size(), pool);
    fill(stream, second.span(), 2);
    EXPECT_EQ(pool.statistics().held_bytes, held);
    gate.open();
    EXPECT_EQ(to_vector(stream, second), std::vector<int>(seen.size(), 2));
}

/// Waits a moment for `event`, because a driver may have made it depend on another stream.
void give_time(const Event& event) {
    for (int i = 0; i < 200 && !event.is_done(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

TEST_P(Pool, OtherStreamsDoNotOverwriteBlocksInUse) {
    const Device device = open();
    Stream busy(device);
    Stream other(device);
    const MemoryPool pool(device);
    Event sevens(device);
    Event nines(device);
    std::optional<DeviceMemory<int>> first(std::in_place, busy, kMegabyte, pool);
    Gate gate(busy);
    fill(busy, first->span(), 7);
    busy.record(sevens);
    first.reset();
    DeviceMemory<int> second(other, kMegabyte, pool);
    fill(other, second.span(), 9);
    other.record(nines);
    other.wait(sevens);
    give_time(nines);  // if the two had the same block, the sevens would be written after the nines
    gate.open();
    EXPECT_EQ(to_vector(other, second), std::vector<int>(kMegabyte, 9));
    busy.synchronize();
}

TEST_P(Pool, OtherStreamsReuseFinishedBlocks) {
    const Device device = open();
    Stream first(device);
    Stream second(device);
    const MemoryPool pool(device);
    { const DeviceMemory<int> memory(first, kMegabyte, pool); }
    first.synchronize();
    const std::size_t held = pool.statistics().held_bytes;
    const DeviceMemory<int> memory(second, kMegabyte, pool);
    EXPECT_EQ(pool.statistics().held_bytes, held);
}

TEST_P(Pool, TrimFreesUnusedBlocks) {
    Stream stream(open());
    MemoryPool pool(stream.device());
    const DeviceMemory<char> kept(stream, 1000, pool);
    {
        const DeviceMemory<char> small(stream, kMegabyte, pool);
        const DeviceMemory<char> large(stream, 64 * kMegabyte, pool);
    }
    stream.synchronize();
    EXPECT_GE(pool.statistics().held_bytes, 64 * kMegabyte);
    pool.trim();
    EXPECT_LT(pool.statistics().held_bytes, 64 * kMegabyte);
    EXPECT_GE(pool.statistics().held_bytes, 1000u);
}

TEST_P(Pool, TrimmingAnEmptyPoolDoesNothing) {
    Stream stream(open());
    MemoryPool pool(stream.device());
    { const DeviceMemory<char> memory(stream, kMegabyte, pool); }
    stream.synchronize();
    pool.trim();
    EXPECT_EQ(pool.statistics().held_bytes, 0u);
    EXPECT_EQ(DeviceMemory<char>(stream, 100, pool).size(), 100u) << "and works on";
}

TEST_P(Pool, WithoutRetentionBlocksAreFreedWhenIdle) {
    Stream stream(open());
    const MemoryPool pool(stream.device(), {.keep_bytes = 0});
    { const DeviceMemory<char> memory(stream, 64 * kMegabyte, pool); }
    stream.synchronize();
    EXPECT_LT(pool.statistics().held_bytes, 64 * kMegabyte);
}

TEST_P(Pool, EachDeviceHasADefaultPool) {
    const Device device = open();
    Stream stream(device);
    const MemoryPool pool = MemoryPool::default_of(device);
    const std::size_t before = pool.statistics().active_bytes;
    const DeviceMemory<int> memory(stream, 250);
    EXPECT_EQ(pool.statistics().active_bytes, before + 1000);
    EXPECT_EQ(MemoryPool::default_of(open()).statistics().active_bytes, before + 1000);
}

TEST_P(Pool, PoolStreamAndDeviceMayEndBeforeTheMemory) {
    std::optional<Device> device = open();
    std::optional<Stream> stream(std::in_place, *device);
    std::optional<MemoryPool> pool(std::in_place, *device);
    DeviceMemory<int> pooled(*stream, 1000, *pool);
    const DeviceMemory<int> of_default(*stream, 1000);
    fill(*stream, pooled.span(), 5);
    stream->synchronize();
    pool.reset();
    stream.reset();
    device.reset();
    Stream other(open());
    EXPECT_EQ(to_vector(other, pooled), std::vector<int>(1000, 5));
}

TEST_P(Pool, MemoryMayBeFreedWhileInUse) {
    const Device device = open();
    // Uses pinned memory, because copies to unpinned memory block the host.
    PinnedMemory<int> seen(device, kMegabyte);
    std::ranges::fill(seen.span(), 0);
    {
        Stream stream(device);
        const MemoryPool pool(device);
        Gate gate(stream);
        {
            DeviceMemory<int> memory(stream, seen.size(), pool);
            fill(stream, memory.span(), 3);
            download(stream, seen.span(), memory.span());
        }
        EXPECT_FALSE(stream.is_done());
        gate.open();
        stream.synchronize();
    }
    EXPECT_EQ(std::ranges::count(seen.span(), 3), static_cast<std::ptrdiff_t>(kMegabyte));
}

TEST_P(Pool, MoveAssignmentReleasesTheOldBlock) {
    Stream stream(open());
    const MemoryPool pool(stream.device());
    DeviceMemory<char> memory(stream, 100, pool);
    memory = DeviceMemory<char>(stream, 30, pool);
    EXPECT_EQ(pool.statistics().active_bytes, 30u);
    memory = DeviceMemory<char>(stream.device(), 7);
    EXPECT_EQ(pool.statistics().active_blocks, 0u);
}

TEST_P(Pool, DebugModeAllocatesEachBlockSeparately) {
    Stream stream(open());
    const MemoryPool pool(stream.device(), {.debug = true});
    {
        const DeviceMemory<char> memory(stream, 777, pool);
        EXPECT_EQ(pool.statistics().held_bytes, 777u);
    }
    EXPECT_EQ(pool.statistics().held_bytes, 0u);
    EXPECT_EQ(pool.statistics().peak_held_bytes, 777u);
}

TEST_P(Pool, ObserversAreNotifiedOfEachBlock) {
    Stream stream(open());
    std::vector<PoolEvent> events;
    const MemoryPool pool(stream.device(),
                          {.observer = [&](const PoolEvent& event) { events.push_back(event); }});
    const void* address = nullptr;
    {
        const DeviceMemory<int> first(stream, 10, pool);
        const DeviceMemory<int> second(stream, 5, pool);
        address = second.data();
    }
    ASSERT_EQ(events.size(), 4u);
    EXPECT_TRUE(events[1].is_allocation);
    EXPECT_EQ(events[1].address, address);
    EXPECT_EQ(events[1].size_bytes, 20u);
    EXPECT_EQ(events[1].active_bytes, 60u);
    EXPECT_FALSE(events[2].is_allocation);
    EXPECT_EQ(events[2].address, address);
    EXPECT_EQ(events[3].active_bytes, 0u);
}

/// Allocates blocks of many sizes, and expects each block to hold its values.
void churn(const Device& device, const MemoryPool& pool, int id, std::atomic<int>& wrong) {
    Stream stream(device);
    std::mt19937 random(static_cast<unsigned>(id));
    for (int round = 0; round < 100; ++round) {
        const std::size_t count = 1 + random() % 5000;
        const int value = id * 1000 + round;
        DeviceMemory<int> memory(stream, count, pool);
        fill(stream, memory.span(), value);
        if (round % 4 != 0) continue;  // frees the block while it is being filled
        if (to_vector(stream, memory) != std::vector<int>(count, value)) ++wrong;
    }
}

TEST_P(Pool, SupportsManyThreads) {
    const Device device = open();
    const MemoryPool pool(device);
    std::atomic<int> wrong = 0;
    {
        std::vector<std::jthread> threads;
        for (int id = 1; id <= 8; ++id)
            threads.emplace_back([&, id] { churn(device, pool, id, wrong); });
    }
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(pool.statistics().active_bytes, 0u);
    EXPECT_EQ(pool.statistics().active_blocks, 0u);
    EXPECT_LE(pool.statistics().peak_active_bytes, 8u * 5000 * 4);
}

TEST_P(Pool, PinnedBlocksWaitForTheirStream) {
    Stream stream(open());
    const PinnedPool pool(stream.device());
    DeviceMemory<int> target(stream.device(), 1000);
    const int* place = nullptr;
    {
        Gate gate(stream);
        {
            PinnedMemory<int> first(stream, 1000, pool);
            place = first.data();
            std::ranges::fill(first.span(), 1);
            upload(stream, target.span(), first.span());
        }
        PinnedMemory<int> second(stream, 1000, pool);
        EXPECT_NE(second.data(), place) << "the upload reads it still";
        std::ranges::fill(second.span(), 2);
        gate.open();
        EXPECT_EQ(to_vector(stream, target), std::vector<int>(1000, 1));
    }
    stream.synchronize();
    const std::size_t held = pool.statistics().held_bytes;
    const PinnedMemory<int> third(stream, 1000, pool);
    EXPECT_EQ(pool.statistics().held_bytes, held);
    EXPECT_EQ(pool.statistics().active_bytes, 4000u);
}

TEST_P(Pool, PinnedBlocksAreLimitedAndTrimmed) {
    Stream stream(open());
    PinnedPool pool(stream.device(), {.limit_bytes = 100});
    expect_error(ErrorCode::out_of_memory,
                 "0 bytes of the pool's limit of 100 are in use, and 101 were requested",
                 [&] { const PinnedMemory<char> memory(stream, 101, pool); });
    { const PinnedMemory<char> memory(stream, 100, pool); }
    EXPECT_EQ(pool.statistics().held_bytes, 256u);
    stream.synchronize();
    pool.trim();
    EXPECT_EQ(pool.statistics().held_bytes, 0u);
}

/// Expects that neither a pool with these options nor the device's own pool allocates memory during
/// a capture.
void expect_nothing_taken_in_a_capture(const Device& device, const PoolOptions& options) {
    Stream stream(device);
    const MemoryPool pool(device, options);
    const PinnedPool pinned(device, options);
    const auto expect_refusal = [](const auto& allocate) {
        expect_error(ErrorCode::invalid_state,
                     "the stream is being captured. Allocate the memory before the capture",
                     allocate);
    };
    const Graph graph = Graph::capture(stream, [&] {
        expect_refusal([&] { const DeviceMemory<int> memory(stream, 10, pool); });
        expect_refusal([&] { const DeviceMemory<int> memory(stream, 10); });
        expect_refusal([&] { const PinnedMemory<int> memory(stream, 10, pinned); });
    });
    EXPECT_EQ(graph.nodes().size(), 0u);
    EXPECT_EQ(pool.statistics().active_blocks, 0u);
    EXPECT_EQ(pool.statistics().peak_active_bytes, 0u);
    EXPECT_EQ(DeviceMemory<int>(stream, 10, pool).size(), 10u) << "and gives some again";
}

TEST_P(Pool, CapturingStreamsDoNotAllocate) {
    expect_nothing_taken_in_a_capture(open(), {});
    expect_nothing_taken_in_a_capture(open(), {.debug = true});
}

TEST_P(Pool, BlocksFreedInCaptureAreReusableAfterwards) {
    const Device device = open();
    Stream stream(device);
    const MemoryPool pool(device);
    const PinnedPool pinned(device);
    std::optional<DeviceMemory<int>> memory(std::in_place, stream, kMegabyte, pool);
    std::optional<PinnedMemory<int>> host(std::in_place, stream, kMegabyte, pinned);
    PinnedMemory<int> seen(device, kMegabyte);
    const std::size_t held = pool.statistics().held_bytes;
    Gate gate(stream);
    fill(stream, memory->span(), 7);
    download(stream, seen.span(), memory->span());
    const Graph graph = Graph::capture(stream, [&] {
        memory.reset();
        host.reset();
        EXPECT_EQ(pool.statistics().active_blocks, 1u);
    });
    EXPECT_EQ(graph.nodes().size(), 0u);
    EXPECT_EQ(pool.statistics().active_blocks, 0u);
    EXPECT_EQ(pinned.statistics().active_blocks, 0u);
    DeviceMemory<int> next(stream, kMegabyte, pool);
    fill(stream, next.span(), 9);
    EXPECT_EQ(pool.statistics().held_bytes, held) << "the same block";
    gate.open();
    EXPECT_EQ(to_vector(stream, next), std::vector<int>(kMegabyte, 9));
    EXPECT_EQ(std::ranges::count(seen.span(), 7), static_cast<std::ptrdiff_t>(kMegabyte));
    const std::size_t held_pinned = pinned.statistics().held_bytes;
    const PinnedMemory<int> again(stream, kMegabyte, pinned);
    EXPECT_EQ(pinned.statistics().held_bytes, held_pinned) << "the same block";
}

// This other stream becomes part of the capture, because it waits for the captured stream.
TEST_P(Pool, OtherStreamsOfACaptureDoNotAllocateEither) {
    const Device device = open();
    Stream first(device);
    Stream second(device);
    const MemoryPool pool(device);
    Event fork(device);
    Event join(device);
    std::optional<DeviceMemory<int>> memory(std::in_place, second, 1000, pool);
    const Graph graph = Graph::capture(first, [&] {
        first.record(fork);
        second.wait(fork);
        expect_error(ErrorCode::invalid_state,
                     "the stream is being captured. Allocate the memory before the capture",
                     [&] { const DeviceMemory<int> more(second, 1000, pool); });
        memory.reset();
        second.record(join);
        first.wait(join);
    });
    EXPECT_EQ(pool.statistics().active_blocks, 0u);
    const DeviceMemory<int> again(second, 1000, pool);
    EXPECT_EQ(pool.statistics().active_bytes, 4000u);
}

INSTANTIATE_TEST_SUITE_P(Backends, Pool, test::each_backend(), test::name);

TEST(PoolOfAnotherDevice, IsRefused) {
    if (!cuda_unavailable_reason().empty()) GTEST_SKIP() << "cuda: " << cuda_unavailable_reason();
    Stream stream(Device::open("cpu"));
    const MemoryPool pool(Device::open("cuda"));
    EXPECT_THROW(DeviceMemory<int>(stream, 1, pool), Error);
}

TEST(BlockPool, WastesAtMostASixteenth) {
    using driver::BlockPool;
    EXPECT_EQ(BlockPool::bin_bytes(1), 256u);
    EXPECT_EQ(BlockPool::bin_bytes(256), 256u);
    EXPECT_EQ(BlockPool::bin_bytes(257), 512u);
    EXPECT_EQ(BlockPool::bin_bytes(kMegabyte), kMegabyte);
    EXPECT_EQ(BlockPool::bin_bytes(kMegabyte + 1), kMegabyte + kMegabyte / 16);
    for (std::size_t size = 4096; size < 100'000'000; size = size * 5 / 4 + 1)
        EXPECT_LE(BlockPool::bin_bytes(size) - size, size / 16) << size;
}

}  // namespace
}  // namespace glint
