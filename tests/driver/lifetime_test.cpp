// SPDX-License-Identifier: MIT
// Objects of a device can be destroyed in any order, even while queued work uses them.
#include <chrono>
#include <optional>
#include <thread>

#include <gtest/gtest.h>

#include <driver/kernels.hpp>
#include <driver/plain_memory.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using namespace std::chrono_literals;

/// Keeps the stream busy for a moment, so that later work is still queued when the host continues.
void hold_up(Stream& stream) {
    stream.call([] { std::this_thread::sleep_for(30ms); });
}

using Lifetime = test::OnEachBackend;

TEST_P(Lifetime, DeviceHandlesMayBeDestroyedFirst) {
    std::optional<Device> device = open();
    Stream stream(*device);
    DeviceMemory<int> memory(*device, 100);
    Event event(*device);
    device.reset();
    fill(stream, memory.span(), 3);
    stream.record(event);
    event.synchronize();
    EXPECT_EQ(to_vector(stream, memory), std::vector<int>(100, 3));
}

TEST_P(Lifetime, StreamsMayEndBeforeMemoryAndEvents) {
    const Device device = open();
    DeviceMemory<int> memory(device, 1000);
    Event event(device);
    {
        Stream stream(device);
        hold_up(stream);
        fill(stream, memory.span(), 5);
        stream.record(event);
    }
    event.synchronize();
    Stream other(device);
    EXPECT_EQ(to_vector(other, memory), std::vector<int>(1000, 5));
}

TEST_P(Lifetime, MemoryMayBeFreedDuringWrites) {
    const Device device = open();
    Stream busy(device);
    Stream free(device);
    constexpr std::size_t kCount = 100'000;
    {
        DeviceMemory<int> memory(device, kCount);
        hold_up(busy);
        fill(busy, memory.span(), -1);
    }
    DeviceMemory<int> next(device, kCount);  // likely at the same address
    fill(free, next.span(), 7);
    free.synchronize();
    busy.synchronize();
    EXPECT_EQ(to_vector(free, next), std::vector<int>(kCount, 7));
}

TEST_P(Lifetime, ModulesMayEndBeforeTheirKernels) {
    Stream stream(open());
    std::optional<Module> module = test::kernels(stream.device());
    const auto mark = module->kernel<void(unsigned*)>("mark");
    module.reset();
    auto visits = test::to_plain_memory(stream, std::vector<unsigned>(64, 0));
    mark.launch(stream, threads(64, 64), visits);
    EXPECT_EQ(mark.info().name, "mark");
    EXPECT_EQ(to_vector(stream, visits), std::vector<unsigned>(64, 1));
}

TEST_P(Lifetime, CodeMayBeReleasedWhileQueued) {
    Stream stream(open());
    auto visits = test::to_plain_memory(stream, std::vector<unsigned>(64, 0));
    {
        const auto mark = test::kernels(stream.device()).kernel<void(unsigned*)>("mark");
        hold_up(stream);
        mark.launch(stream, threads(64, 64), visits);
    }
    EXPECT_EQ(to_vector(stream, visits), std::vector<unsigned>(64, 1));
}

TEST_P(Lifetime, KernelsMayBeTheLastObjectAlive) {
    auto kernel = [&] {
        const Device device = open();
        return std::optional(test::kernels(device).kernel<void()>("count"));
    }();
    EXPECT_EQ(kernel->info().name, "count");
    kernel.reset();
}

INSTANTIATE_TEST_SUITE_P(Backends, Lifetime, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
