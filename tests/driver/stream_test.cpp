// SPDX-License-Identifier: MIT
#include <glint/driver/stream.hpp>

#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>

#include <gtest/gtest.h>

#include <glint/driver/memory.hpp>

#include <driver/gate.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::Gate;
using namespace std::chrono_literals;

using Streams = test::OnEachBackend;

TEST_P(Streams, RunTheirWorkInOrder) {
    Stream stream(open());
    constexpr std::size_t kCount = 100'000;
    DeviceMemory<int> work(stream.device(), kCount);
    std::vector<DeviceMemory<int>> snapshots;
    for (int step = 0; step < 10; ++step) {
        snapshots.emplace_back(stream.device(), kCount);
        fill(stream, work.span(), step);
        copy(stream, snapshots.back().span(), work.span());
    }
    for (int step = 0; step < 10; ++step)
        EXPECT_EQ(to_vector(stream, snapshots[static_cast<std::size_t>(step)].span()),
                  std::vector<int>(kCount, step));
}

TEST_P(Streams, CallTheHostInOrder) {
    Stream stream(open());
    std::vector<int> seen;
    for (int i = 0; i < 100; ++i) stream.call([&seen, i] { seen.push_back(i); });
    stream.synchronize();
    std::vector<int> expected(100);
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(seen, expected);
}

TEST_P(Streams, HostCallsSeeResultsOfEarlierWork) {
    Stream stream(open());
    DeviceMemory<int> memory(stream.device(), 1000);
    PinnedMemory<int> host(stream.device(), 1000);
    int sum = 0;
    fill(stream, memory.span(), 3);
    download(stream, host.span(), memory.span());
    stream.call([&] { sum = std::accumulate(host.span().begin(), host.span().end(), 0); });
    stream.synchronize();
    EXPECT_EQ(sum, 3000);
}

TEST_P(Streams, ReportPendingWork) {
    Stream stream(open());
    EXPECT_TRUE(stream.is_done());
    Gate gate(stream);
    EXPECT_FALSE(stream.is_done());
    gate.open();
    stream.synchronize();
    EXPECT_TRUE(stream.is_done());
}

TEST_P(Streams, AreIndependent) {
    const Device device = open();
    Stream held(device);
    Stream free(device);
    DeviceMemory<int> memory(device, 10);
    // Fills once before the test, because drivers may wait for the device when they first load
    // code.
    fill(free, memory.span(), 0);
    free.synchronize();
    Gate gate(held);
    fill(free, memory.span(), 4);
    EXPECT_EQ(to_vector(free, memory), std::vector<int>(10, 4));
    EXPECT_FALSE(held.is_done());
    gate.open();
    held.synchronize();
}

TEST_P(Streams, WaitForEventsOfOtherStreams) {
    const Device device = open();
    Stream first(device);
    Stream second(device);
    Event filled(device);
    DeviceMemory<int> from(device, 5000);
    DeviceMemory<int> to(device, 5000);
    fill(first, from.span(), 0);
    first.synchronize();
    Gate gate(first);
    fill(first, from.span(), 7);
    first.record(filled);
    second.wait(filled);
    copy(second, to.span(), from.span());
    EXPECT_FALSE(second.is_done());
    gate.open();
    EXPECT_EQ(to_vector(second, to), std::vector<int>(5000, 7));
}

TEST_P(Streams, DeviceSynchronizationWaitsForAllStreams) {
    Device device = open();
    std::atomic<int> done = 0;
    std::vector<Stream> streams;
    for (int i = 0; i < 4; ++i) streams.emplace_back(device);
    for (Stream& stream : streams)
        stream.call([&done] {
            std::this_thread::sleep_for(10ms);
            ++done;
        });
    device.synchronize();
    EXPECT_EQ(done, 4);
    for (Stream& stream : streams) EXPECT_TRUE(stream.is_done());
}

TEST_P(Streams, AMovedStreamKeepsItsWork) {
    Stream stream(open());
    DeviceMemory<int> memory(stream.device(), 100);
    Gate gate(stream);
    fill(stream, memory.span(), 9);
    Stream moved(std::move(stream));
    EXPECT_FALSE(moved.is_done());
    gate.open();
    EXPECT_EQ(to_vector(moved, memory), std::vector<int>(100, 9));
}

TEST_P(Streams, DestroyedStreamsFinishTheirWork) {
    Device device = open();
    std::atomic<bool> called = false;
    {
        Stream stream(device);
        stream.call([&called] {
            std::this_thread::sleep_for(20ms);
            called = true;
        });
    }
    device.synchronize();
    EXPECT_TRUE(called);
}

TEST_P(Streams, ManyThreadsUseOneDevice) {
    const Device device = open();
    std::vector<std::thread> threads;
    std::atomic<int> right = 0;
    for (int id = 0; id < 8; ++id) {
        threads.emplace_back([&, id] {
            Stream stream(device);
            for (int round = 0; round < 20; ++round) {
                DeviceMemory<int> memory(device, 1000);
                fill(stream, memory.span(), 100 * id + round);
                right += to_vector(stream, memory) == std::vector<int>(1000, 100 * id + round);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(right, 8 * 20);
}

INSTANTIATE_TEST_SUITE_P(Backends, Streams, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
