// SPDX-License-Identifier: MIT
#include <glint/driver/monitor.hpp>

#include <gtest/gtest.h>

#include <glint/driver/memory.hpp>

#include <base/scratch.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

TEST(MonitorOnTheCpu, IsUnsupported) {
    const Device cpu = Device::open("cpu");
    test::expect_error(ErrorCode::unsupported,
                       cpu.name() + " is not a GPU. Use the tools of the operating system instead",
                       [&] { (void)Monitor(cpu); });
}

class MonitorOnCuda : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string why = cuda_unavailable_reason(); !why.empty())
            GTEST_SKIP() << "cuda: " << why;
        device_.emplace(Device::open("cuda"));
        try {
            monitor_.emplace(*device_);
        } catch (const Error& error) {
            GTEST_SKIP() << "nvml: " << error.what();
        }
    }
    std::optional<Device> device_;
    std::optional<Monitor> monitor_;
};

TEST_F(MonitorOnCuda, ReadingsArePlausible) {
    EXPECT_GT(monitor_->temperature_c(), 5);
    EXPECT_LT(monitor_->temperature_c(), 110);
    EXPECT_GT(monitor_->power_w(), 5);
    EXPECT_LT(monitor_->power_w(), 1.5 * monitor_->power_limit_w());
    EXPECT_GE(monitor_->clocks_mhz().multiprocessors, 100u);
    EXPECT_GE(monitor_->clocks_mhz().memory, 100u);
    EXPECT_LE(monitor_->clocks_mhz().multiprocessors * 1e6,
              1.01 * static_cast<double>(device_->info().clock_hz));
    const Utilization use = monitor_->utilization();
    EXPECT_TRUE(use.kernels >= 0 && use.kernels <= 1) << use.kernels;
    EXPECT_TRUE(use.memory >= 0 && use.memory <= 1) << use.memory;
}

TEST_F(MonitorOnCuda, MemoryIncludesAllProcesses) {
    const DeviceMemoryUse before = monitor_->memory();
    EXPECT_GE(before.total, device_->info().memory_bytes);
    constexpr std::size_t kSize = std::size_t{1} << 30;
    const DeviceMemory<char> memory(*device_, kSize);
    // Other processes may allocate or free memory in the meantime.
    EXPECT_LE(monitor_->memory().free, before.free - kSize / 2);
}

}  // namespace
}  // namespace glint
