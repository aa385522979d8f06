// SPDX-License-Identifier: MIT
#include <glint/driver/device.hpp>

#include <numeric>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

#include <base/scratch.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::ScopedVariable;

/// Error message from opening `name`.
std::string refusal(std::string_view name) {
    try {
        Device::open(name);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::not_found) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "'" << name << "' was opened";
    return {};
}

std::vector<DeviceInfo> gpus() {
    std::vector<DeviceInfo> all = devices();
    all.pop_back();
    return all;
}

TEST(DeviceList, ListsGpusThenTheCpu) {
    const std::vector<DeviceInfo> all = devices();
    ASSERT_FALSE(all.empty());
    EXPECT_EQ(all.back().kind, BackendKind::cpu);
    int ordinal = 0;
    for (const DeviceInfo& gpu : gpus()) {
        EXPECT_EQ(gpu.kind, BackendKind::cuda);
        EXPECT_EQ(gpu.ordinal, ordinal++);
    }
}

TEST(DeviceList, ReportsWhyNoGpuIsListed) {
    EXPECT_EQ(gpus().empty(), !cuda_unavailable_reason().empty()) << cuda_unavailable_reason();
    if (!gpus().empty()) {
        EXPECT_GE(cuda_driver_version(), 11000);
    }
}

TEST(DeviceOpen, UnknownNamesListTheDevices) {
    const std::string text = refusal("voodoo");
    EXPECT_TRUE(text.starts_with(
        "cannot open device 'voodoo': the device was not found. This machine has "))
        << text;
    EXPECT_NE(text.find("cpu"), std::string::npos) << text;
    for (const DeviceInfo& gpu : gpus()) EXPECT_NE(text.find(gpu.name), std::string::npos) << text;
    if (gpus().empty()) {
        EXPECT_TRUE(text.ends_with(". No GPU is available, because " + cuda_unavailable_reason()))
            << text;
    }
}

TEST(DeviceOpen, RefusesSimilarNames) {
    for (const char* name : {"", "cuda:999", "cuda:x", "CPU ", "GPU-"})
        EXPECT_NE(refusal(name).find("the device was not found"), std::string::npos);
}

TEST(DeviceOpen, EnvironmentSelectsTheAutoDevice) {
    const ScopedVariable wish("GLINT_DEVICE", "cpu");
    EXPECT_EQ(Device::open().kind(), BackendKind::cpu);
    EXPECT_EQ(Device::open("auto").kind(), BackendKind::cpu);
}

TEST(DeviceOpen, InvalidEnvironmentDevicesAreAnError) {
    const ScopedVariable wish("GLINT_DEVICE", "voodoo");
    EXPECT_NE(refusal("auto").find("open device 'voodoo'"), std::string::npos);
    EXPECT_EQ(Device::open("cpu").kind(), BackendKind::cpu);
}

TEST(DeviceOpen, AutoSelectsAGpuIfAvailable) {
    for (const char* value : {"", "auto"}) {
        const ScopedVariable wish("GLINT_DEVICE", value);
        EXPECT_EQ(Device::open().kind() == BackendKind::cuda, !gpus().empty());
    }
}

TEST(DeviceOpen, GpusHaveSeveralNames) {
    if (gpus().empty()) GTEST_SKIP() << "cuda: " << cuda_unavailable_reason();
    const DeviceInfo gpu = gpus().front();
    EXPECT_EQ(Device::open("cuda").kind(), BackendKind::cuda);
    for (const std::string& name :
         {std::string("cuda:0"), to_string(gpu.uuid), gpu.name, text::lower_case(gpu.name)}) {
        const Device device = Device::open(name);
        EXPECT_EQ(device.info().ordinal, 0) << name;
        EXPECT_EQ(device.info().uuid, gpu.uuid) << name;
    }
}

TEST(DeviceOpen, UuidsMatchNvidiaSmi) {
    driver::Uuid uuid;
    std::iota(uuid.begin(), uuid.end(), std::uint8_t{0xf0});
    EXPECT_EQ(to_string(uuid), "GPU-f0f1f2f3-f4f5-f6f7-f8f9-fafbfcfdfeff");
}

using DeviceOnEach = test::OnEachBackend;

TEST_P(DeviceOnEach, InfoIsPlausible) {
    const Device device = open();
    const DeviceInfo& info = device.info();
    EXPECT_EQ(info.kind == BackendKind::cuda, GetParam() == "cuda");
    EXPECT_FALSE(info.name.empty());
    EXPECT_EQ(device.name(), info.name);
    EXPECT_FALSE(info.architecture.empty());
    EXPECT_GT(info.memory_bytes, std::size_t{1} << 28);
    EXPECT_GE(info.multiprocessors, 1u);
    EXPECT_EQ(info.warp_size, 32u);
    EXPECT_EQ(info.max_threads_per_block, 1024u);
    EXPECT_GE(info.max_shared_bytes_per_block, 48u * 1024);
    if (GetParam() == "cuda") {
        EXPECT_TRUE(info.architecture.starts_with("sm_")) << info.architecture;
    }
}

TEST_P(DeviceOnEach, FreeMemoryIsAtMostTotalMemory) {
    const Device device = open();
    EXPECT_GT(device.free_memory_bytes(), 0u);
    EXPECT_LE(device.free_memory_bytes(), device.info().memory_bytes);
}

TEST_P(DeviceOnEach, ReopeningGivesTheSameDevice) {
    const Device first = open();
    EXPECT_EQ(first, open());
    const Device copy = first;
    EXPECT_EQ(copy, first);
}

TEST_P(DeviceOnEach, SynchronizingAnIdleDeviceReturns) {
    Device device = open();
    device.synchronize();
    device.synchronize();
}

INSTANTIATE_TEST_SUITE_P(Backends, DeviceOnEach, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
