// SPDX-License-Identifier: MIT
// Memory shared by file descriptor with a child process, which runs DISABLED_DescriptorChild.
#include <glint/driver/ipc_descriptor.hpp>

#include <bit>
#include <cstdlib>
#include <sstream>

#include <fcntl.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <driver/child_process.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

constexpr const char* kDescriptorVariable = "GLINT_TEST_DESCRIPTOR";
constexpr std::size_t kSharedCount = 600'000;  // more than one 2 MB page

/// Makes the descriptor inheritable by the child; returns its number.
std::string inherited(const ipc::Descriptor& descriptor) {
    fcntl(descriptor.native(), F_SETFD, 0);
    return std::to_string(descriptor.native());
}

std::istringstream letter() {
    const char* text = std::getenv(kDescriptorVariable);
    return std::istringstream(text ? text : "");
}

TEST(DISABLED_DescriptorChild, OpensMemory) {
    int number = -1;
    ASSERT_TRUE(letter() >> number) << "the test Descriptors.* starts this one";
    Stream stream(Device::open("cuda"));
    auto memory = ipc::open_memory<int>(stream.device(), ipc::Descriptor(number), kSharedCount);
    EXPECT_EQ(to_vector(stream, memory), std::vector<int>(kSharedCount, 3));
    fill(stream, memory.span(), 7);
    stream.synchronize();
}

TEST(DISABLED_DescriptorChild, OpensAPool) {
    std::istringstream text = letter();
    int number = -1;
    ASSERT_TRUE(text >> number) << "the test Descriptors.* starts this one";
    ipc::MemoryHandle handle{.size_bytes = 1000 * sizeof(int)};
    for (std::byte& byte : handle.bytes) {
        unsigned value = 0;
        text >> value;
        byte = static_cast<std::byte>(value);
    }
    Stream stream(Device::open("cuda"));
    const ipc::OpenedPool pool(stream.device(), ipc::Descriptor(number));
    auto memory = pool.open<int>(handle);
    EXPECT_EQ(to_vector(stream, memory), std::vector<int>(1000, 3));
    fill(stream, memory.span(), 7);
    stream.synchronize();
    expect_error(ErrorCode::invalid_argument,
                 "the block has 42 bytes, which is not a whole number of elements of 4 bytes",
                 [&] { (void)pool.open<int>({.size_bytes = 42}); });
}

using Descriptors = test::OnEachBackend;

TEST_P(Descriptors, AnotherProcessWritesTheMemory) {
    Stream stream(open());
    if (GetParam() == "cpu") {
        expect_error(ErrorCode::unsupported,
                     "CPU memory has no file descriptors. Use shared memory of the operating "
                     "system, and register the memory with HostRegistration",
                     [&] { (void)ipc::allocate_shareable<int>(stream.device(), 10); });
        return;
    }
    auto memory = ipc::allocate_shareable<int>(stream.device(), kSharedCount);
    fill(stream, memory.span(), 3);
    stream.synchronize();
    const ipc::Descriptor descriptor = ipc::export_descriptor(memory);
    const test::ScopedVariable variable(kDescriptorVariable, inherited(descriptor));
    EXPECT_EQ(test::run_child("DISABLED_DescriptorChild.OpensMemory"), 0);
    EXPECT_EQ(to_vector(stream, memory), std::vector<int>(kSharedCount, 7));
}

TEST_P(Descriptors, OneProcessCanMapMemoryTwice) {
    Stream stream(open());
    if (GetParam() == "cpu") {
        EXPECT_THROW((void)ipc::open_memory<int>(stream.device(), ipc::Descriptor(-1), 10), Error);
        return;
    }
    std::optional memory = ipc::allocate_shareable<int>(stream.device(), kSharedCount);
    auto again =
        ipc::open_memory<int>(stream.device(), ipc::export_descriptor(*memory), kSharedCount);
    EXPECT_NE(again.data(), memory->data());
    fill(stream, memory->span(), 4);
    stream.synchronize();
    memory.reset();  // the other mapping keeps the pages
    EXPECT_EQ(to_vector(stream, again), std::vector<int>(kSharedCount, 4));
    expect_error(ErrorCode::invalid_argument,
                 "only memory of allocate_shareable has a file descriptor",
                 [&] { (void)ipc::export_descriptor(again); });
}

TEST_P(Descriptors, AnotherProcessWritesAPoolsBlock) {
    Stream stream(open());
    if (GetParam() == "cpu") {
        expect_error(
            ErrorCode::unsupported,
            "the CPU cannot share memory or events between processes by handle. Use shared memory "
            "of the operating system, and register the memory with HostRegistration",
            [&] { (void)MemoryPool(stream.device(), {.shareable = true}); });
        return;
    }
    const MemoryPool pool(stream.device(), {.shareable = true});
    DeviceMemory<int> memory(stream, 1000, pool);
    fill(stream, memory.span(), 3);
    stream.synchronize();
    const ipc::Descriptor descriptor = ipc::export_pool(pool);
    const ipc::MemoryHandle handle = ipc::export_block(pool, memory);
    const auto bytes = std::bit_cast<std::array<unsigned char, 64>>(handle.bytes);
    const test::ScopedVariable variable(
        kDescriptorVariable, fmt::format("{} {}", inherited(descriptor), fmt::join(bytes, " ")));
    EXPECT_EQ(test::run_child("DISABLED_DescriptorChild.OpensAPool"), 0);
    EXPECT_EQ(to_vector(stream, memory), std::vector<int>(1000, 7));
}

TEST_P(Descriptors, OnlyShareableMemoryIsExported) {
    Stream stream(open());
    const Device& device = stream.device();
    const MemoryPool pool(device);
    const DeviceMemory<int> pooled(stream, 10, pool);
    const char* unshared = "the pool was not created with PoolOptions::shareable";
    expect_error(ErrorCode::invalid_argument, unshared, [&] { (void)ipc::export_pool(pool); });
    expect_error(ErrorCode::invalid_argument, unshared,
                 [&] { (void)ipc::export_block(pool, pooled); });
    expect_error(ErrorCode::invalid_argument, "the size, 0 elements of 4 bytes, is not valid",
                 [&] { (void)ipc::allocate_shareable<int>(device, 0); });
    expect_error(ErrorCode::invalid_argument, "the memory has no elements",
                 [] { (void)ipc::export_descriptor(DeviceMemory<int>()); });
    expect_error(ErrorCode::unsupported, "the memory of the pool is host memory",
                 [&] { (void)PinnedPool(device, {.shareable = true}); });
    expect_error(ErrorCode::unsupported,
                 "PoolOptions::debug makes each block a separate allocation",
                 [&] { (void)MemoryPool(device, {.debug = true, .shareable = true}); });
    const DeviceMemory<int> plain(device, 10);
    if (device.kind() == BackendKind::cuda)
        expect_error(ErrorCode::invalid_argument,
                     "only memory of allocate_shareable has a file descriptor",
                     [&] { (void)ipc::export_descriptor(plain); });
}

INSTANTIATE_TEST_SUITE_P(Backends, Descriptors, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
