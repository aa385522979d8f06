// SPDX-License-Identifier: MIT
#include <glint/driver/per_device.hpp>

#include <atomic>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

#include <glint/driver/memory.hpp>

#include <support/backends.hpp>

namespace glint {
namespace {

using PerDeviceOnEach = test::OnEachBackend;

TEST_P(PerDeviceOnEach, IsCreatedOncePerDevice) {
    PerDevice<int> values;
    int made = 0;
    const Device device = open();
    const auto make = [&](const Device& given) {
        EXPECT_EQ(given, device);
        return ++made;
    };
    const auto first = values.get(device, make);
    EXPECT_EQ(values.get(open(), make), first);
    EXPECT_EQ(*first, 1);
    values.clear();
    EXPECT_EQ(*values.get(device, make), 2);
    EXPECT_EQ(*first, 1) << "stays with its user";
}

TEST_P(PerDeviceOnEach, ManyThreadsCreateOneObject) {
    PerDevice<int> values;
    std::atomic<int> made = 0;
    const Device device = open();
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back(
            [&] { EXPECT_EQ(*values.get(device, [&](const Device&) { return ++made; }), 1); });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(made, 1);
}

TEST_P(PerDeviceOnEach, FailedCreationIsRetried) {
    PerDevice<int> values;
    const Device device = open();
    const auto fail = [](const Device&) -> int { throw std::runtime_error("no"); };
    EXPECT_THROW(values.get(device, fail), std::runtime_error);
    EXPECT_EQ(*values.get(device, [](const Device&) { return 7; }), 7);
}

TEST_P(PerDeviceOnEach, EndsWithItsDeviceUnlessItOwnsIt) {
    PerDevice<int> numbers;
    PerDevice<DeviceMemory<int>> memories;
    std::weak_ptr<driver::Backend> backend;
    {
        const Device device = open();
        backend = device.backend();
        (void)numbers.get(device, [](const Device&) { return 1; });
        EXPECT_EQ(numbers.size(), 1u);
        (void)memories.get(device, [](const Device& on) { return DeviceMemory<int>(on, 10); });
    }
    EXPECT_FALSE(backend.expired());
    memories.drop_lost();
    EXPECT_EQ(memories.size(), 1u) << "it is not lost";
    memories.clear();
    EXPECT_TRUE(backend.expired());
    EXPECT_EQ(numbers.size(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Backends, PerDeviceOnEach, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
