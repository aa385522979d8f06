// SPDX-License-Identifier: MIT
#include <unordered_map>

#include <gtest/gtest.h>

#include <glint/base/version.hpp>
#include <glint/compiler/detail/compiler_for.hpp>

#include <base/scratch.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

TEST(DeviceAttributes, ContainAllOfCuda13ByName) {
    EXPECT_EQ(device_attributes().size(), 147u);
    for (const DeviceAttribute which : device_attributes()) {
        EXPECT_EQ(find_device_attribute(to_string(which)), which);
        EXPECT_EQ(find_device_attribute("CU_DEVICE_ATTRIBUTE_" + to_string(which)), which);
    }
    EXPECT_EQ(find_device_attribute("Warp_Size"), DeviceAttribute::warp_size);
    EXPECT_EQ(find_device_attribute("warp"), std::nullopt);
    EXPECT_EQ(to_string(static_cast<DeviceAttribute>(1000)), "attribute 1000");
}

TEST(Versions, MatchThisBuild) {
    EXPECT_EQ(version().substr(0, 4), "0.1.");
    EXPECT_TRUE(cuda_header_version() == 0 || cuda_header_version() >= 11000);
}

using DeviceFacts = test::OnEachBackend;

TEST_P(DeviceFacts, AttributesMatchTheInfo) {
    const Device device = open();
    const DeviceInfo& info = device.info();
    const auto number = [&](DeviceAttribute which) { return device.attribute(which).value_or(-1); };
    EXPECT_EQ(number(DeviceAttribute::warp_size), 32);
    EXPECT_EQ(number(DeviceAttribute::max_threads_per_block), 1024);
    EXPECT_EQ(number(DeviceAttribute::multiprocessor_count),
              static_cast<int>(info.multiprocessors));
    EXPECT_EQ(number(DeviceAttribute::max_block_dim_z), static_cast<int>(info.max_block.z));
    EXPECT_EQ(number(DeviceAttribute::max_grid_dim_x), static_cast<int>(info.max_grid.x));
    EXPECT_EQ(number(DeviceAttribute::max_shared_memory_per_block_optin),
              static_cast<int>(info.max_shared_bytes_per_block));
    EXPECT_EQ(number(DeviceAttribute::integrated), int{info.integrated});
    EXPECT_EQ(number(DeviceAttribute::managed_memory), int{info.managed_memory});
    EXPECT_EQ(number(DeviceAttribute::cooperative_launch), int{info.cooperative_launch});
    if (info.clock_hz > 0) {
        EXPECT_EQ(number(DeviceAttribute::clock_rate), static_cast<int>(info.clock_hz / 1000));
    }
    EXPECT_EQ(device.attribute("WARP_SIZE"), 32);
    EXPECT_EQ(device.attribute(static_cast<DeviceAttribute>(100'000)), std::nullopt);
}

TEST_P(DeviceFacts, UnknownAttributesGetSuggestions) {
    const Device device = open();
    expect_error(ErrorCode::not_found, "attribute not found; did you mean 'warp_size'?",
                 [&] { (void)device.attribute("warp_sise"); });
}

TEST_P(DeviceFacts, HardwareInfoIsPlausible) {
    const Device device = open();
    const DeviceInfo& info = device.info();
    if (GetParam() == "cpu") {
        EXPECT_EQ(info.compute_capability, ComputeCapability{});
        EXPECT_EQ(info.pci_bus_id, "");
        EXPECT_TRUE(info.vector_bytes == 16 || info.vector_bytes == 32 || info.vector_bytes == 64);
        EXPECT_TRUE(info.integrated);
        EXPECT_EQ(device.native(), nullptr);
        return;
    }
    EXPECT_GE(info.compute_capability, (ComputeCapability{5, 0}));
    EXPECT_EQ(info.architecture, "sm_" + std::to_string(info.compute_capability.major) +
                                     std::to_string(info.compute_capability.minor));
    EXPECT_EQ(info.pci_bus_id.size(), 12u) << info.pci_bus_id;
    EXPECT_GT(info.clock_hz, 100'000'000u);
    EXPECT_GT(info.l2_bytes, 100'000u);
    EXPECT_GE(info.max_threads_per_multiprocessor, 1024u);
    EXPECT_GE(info.registers_per_multiprocessor, 32768u);
    EXPECT_GE(info.shared_bytes_per_multiprocessor, info.max_shared_bytes_per_block);
    EXPECT_GE(info.async_engines, 1u);
    EXPECT_NE(device.native(), nullptr);
}

TEST(DeviceOpenByPciAddress, FindsGpusByPciAddress) {
    if (const std::string why = cuda_unavailable_reason(); !why.empty())
        GTEST_SKIP() << "cuda: " << why;
    const Device device = Device::open("cuda:0");
    const std::string place = device.info().pci_bus_id;
    EXPECT_EQ(Device::open(place), device);
    EXPECT_EQ(Device::open("0000" + place), device) << "as nvidia-smi writes it";
    EXPECT_THROW(Device::open("1" + place), Error) << "on another bus";
}

TEST_P(DeviceFacts, MemoryInfoHasFreeAndTotal) {
    const Device device = open();
    const DeviceMemoryUse memory = device.memory();
    EXPECT_EQ(memory.total, device.info().memory_bytes);
    EXPECT_GT(memory.free, 0u);
    EXPECT_LE(memory.free, memory.total);
}

TEST_P(DeviceFacts, DevicesCanBeKeys) {
    std::unordered_map<Device, int> numbers;
    numbers[open()] = 1;
    EXPECT_EQ(numbers[open()], 0 + 1);
    EXPECT_EQ(numbers.size(), 1u);
}

TEST_P(DeviceFacts, LimitsMatchAGpu) {
    Device device = open();
    if (GetParam() == "cpu") {
        const std::string reason =
            "the CPU does not have this setting, because kernels use the host's stacks, memory and "
            "caches";
        expect_error(ErrorCode::unsupported, reason,
                     [&] { (void)device.limit(DeviceLimit::stack_bytes); });
        expect_error(ErrorCode::unsupported, reason,
                     [&] { device.set_limit(DeviceLimit::heap_bytes, 1 << 20); });
        expect_error(ErrorCode::unsupported, reason, [&] { (void)device.cache_preference(); });
        expect_error(ErrorCode::unsupported, reason,
                     [&] { device.set_cache_preference(CachePreference::l1); });
        return;
    }
    const std::size_t stack = device.limit(DeviceLimit::stack_bytes);
    device.set_limit(DeviceLimit::stack_bytes, stack * 2);
    EXPECT_EQ(device.limit(DeviceLimit::stack_bytes), stack * 2);
    device.set_limit(DeviceLimit::stack_bytes, stack);
    EXPECT_GT(device.limit(DeviceLimit::printf_bytes), 0u);
    EXPECT_GT(device.limit(DeviceLimit::heap_bytes), 0u);
    device.set_cache_preference(CachePreference::shared);
    EXPECT_EQ(device.cache_preference(), CachePreference::shared);
    device.set_cache_preference(CachePreference::none);
}

TEST_P(DeviceFacts, SupportsEveryWaitMode) {
    for (const HostWait wait :
         {HostWait::spin, HostWait::yield, HostWait::sleep, HostWait::automatic}) {
        Device device = Device::open(GetParam(), {.host_wait = wait});
        device.synchronize();
        EXPECT_EQ(device, open());
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, DeviceFacts, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
