// SPDX-License-Identifier: MIT
#include <glint/driver/ipc_descriptor.hpp>

#include <gtest/gtest.h>

#include <fcntl.h>

#include <base/scratch.hpp>
#include <fake_cuda/fake_cuda.hpp>
#include <fake_cuda/fake_objects.hpp>
#include <glint/driver/memory_pool.hpp>
#include <glint/driver/stream.hpp>

namespace glint {
namespace {

using fake_cuda::account;
using test::expect_error;

class ShareableMemory : public testing::Test {
protected:
    ~ShareableMemory() override {
        device_.reset();
        EXPECT_EQ(account().objects, 0);
        EXPECT_EQ(account().mapped_bytes, 0);
    }
    const Device& device() const { return *device_; }

private:
    std::optional<Device> device_ = Device::open("cuda");
};

bool is_open(int descriptor) { return fcntl(descriptor, F_GETFD) != -1; }

TEST_F(ShareableMemory, IsMappedInWholePagesAndReleased) {
    {
        const auto memory = ipc::allocate_shareable<int>(device(), 600'000);
        EXPECT_EQ(memory.size(), 600'000u);
        EXPECT_EQ(account().mapped_bytes, 4 << 20);
        EXPECT_EQ(account().objects, 1);  // the address range, whose mapping keeps the memory alive
    }
    EXPECT_EQ(account().mapped_bytes, 0);
}

TEST_F(ShareableMemory, DescriptorsAreClosedAndMayBeClosedEarly) {
    const auto memory = ipc::allocate_shareable<int>(device(), 10);
    int number = -1;
    {
        ipc::Descriptor descriptor = ipc::export_descriptor(memory);
        number = descriptor.native();
        EXPECT_TRUE(is_open(number));
        const auto opened = ipc::open_memory<int>(device(), descriptor, 10);
        EXPECT_NE(opened.data(), memory.data());
        EXPECT_EQ(account().mapped_bytes, 4 << 20);
        const ipc::Descriptor moved = std::move(descriptor);
        EXPECT_EQ(moved.native(), number);
    }
    EXPECT_FALSE(is_open(number));
    EXPECT_EQ(account().mapped_bytes, 2 << 20);
}

TEST_F(ShareableMemory, FailedCallsDoNotLeak) {
    EXPECT_THROW((void)ipc::allocate_shareable<char>(device(), fake_cuda::kRefusedBytes), Error);
    EXPECT_EQ(account().objects, 0);
    EXPECT_EQ(account().mapped_bytes, 0);
    expect_error(ErrorCode::invalid_argument, "CUDA error 1 (fake)",
                 [&] { (void)ipc::open_memory<int>(device(), ipc::Descriptor(0), 10); });
}

TEST_F(ShareableMemory, BlocksKeepAnOpenedPoolAlive) {
    std::optional<DeviceMemory<int>> opened;
    {
        Stream stream(device());
        const MemoryPool pool(device(), {.shareable = true});
        const DeviceMemory<int> memory(stream, 100, pool);
        const ipc::MemoryHandle handle = ipc::export_block(pool, memory);
        EXPECT_EQ(handle.size_bytes, 400u);
        const ipc::OpenedPool there(device(), ipc::export_pool(pool));
        opened = there.open<int>(handle);
        EXPECT_EQ(opened->size(), 100u);
        EXPECT_THROW((void)there.open<int>({.size_bytes = 400}), Error);
    }
    EXPECT_EQ(account().objects, 2);  // the block and the opened pool
    opened.reset();
    EXPECT_EQ(account().objects, 0);
}

TEST_F(ShareableMemory, MemoryOfALostDeviceIsAbandoned) {
    auto memory = ipc::allocate_shareable<int>(device(), 10);
    Stream stream(device());
    fake_cuda::fail_with(CUDA_ERROR_ILLEGAL_ADDRESS);
    EXPECT_THROW(stream.synchronize(), Error);
    const int stale = account().stale_uses;
    memory = {};
    EXPECT_EQ(account().stale_uses, stale);
    fake_cuda::count_mapped(-(2 << 20));  // the driver frees it with the context
}

}  // namespace
}  // namespace glint
