// SPDX-License-Identifier: MIT
#include <glint/driver/monitor.hpp>

#include <gtest/gtest.h>

#include <base/scratch.hpp>

namespace glint {
namespace {

TEST(FakeMonitor, ReadingsUseTheDocumentedUnits) {
    const Monitor monitor(Device::open("cuda"));
    EXPECT_DOUBLE_EQ(monitor.utilization().kernels, 0.75);
    EXPECT_DOUBLE_EQ(monitor.utilization().memory, 0.4);
    EXPECT_EQ(monitor.memory().free, 600u);
    EXPECT_EQ(monitor.memory().total, 1000u);
    EXPECT_EQ(monitor.temperature_c(), 41);
    EXPECT_DOUBLE_EQ(monitor.power_limit_w(), 350.5);
    EXPECT_EQ(monitor.clocks_mhz().multiprocessors, 1980u);
    EXPECT_EQ(monitor.clocks_mhz().memory, 2619u);
}

TEST(FakeMonitor, MissingReadingsAreUnsupported) {
    const Monitor monitor(Device::open("cuda"));
    test::expect_error(ErrorCode::unsupported, "Not Supported", [&] { (void)monitor.power_w(); });
}

TEST(FakeMonitor, MemoryNeedsNoDevice) {
    const std::vector<DeviceMemoryUse> all = gpu_memory();
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].free, 600u);
    EXPECT_EQ(all[0].total, 1000u);
}

}  // namespace
}  // namespace glint
