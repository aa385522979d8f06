// SPDX-License-Identifier: MIT
// Uses glint's CUDA code from many threads at once, for ThreadSanitizer, which cannot instrument a
// real driver.
#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <fake_cuda/fake_cuda.hpp>
#include <fake_cuda/image.hpp>
#include <glint/base/error.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/module.hpp>

namespace glint {
namespace {

using fake_cuda::kImage;

void on_threads(const std::function<void()>& work) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
}

void use(const Device& device, Stream& shared, const Kernel<void()>& kernel) {
    Stream stream(device);
    Event event(device);
    DeviceMemory<int> memory(device, 16);
    kernel.launch(shared, LaunchShape{});
    kernel.launch(stream, LaunchShape{});
    stream.record(event);
    shared.wait(event);
    EXPECT_TRUE(event.is_done());
    shared.synchronize();
    Device(device).synchronize();
}

class FakeThreads : public testing::Test {
protected:
    FakeThreads() { fake_cuda::refuse_to_recover(false); }
    ~FakeThreads() override {
        EXPECT_EQ(fake_cuda::account().primary_retains, 0);
        EXPECT_EQ(fake_cuda::account().objects, 0);
    }
};

TEST_F(FakeThreads, ShareADevice) {
    const int stale_uses = fake_cuda::account().stale_uses;
    const Device device = Device::open("cuda");
    Stream shared(device);
    const Module module(device, kImage);
    on_threads([&] {
        for (int round = 0; round < 50; ++round)
            use(device, shared, module.kernel<void()>("k" + std::to_string(round % 10)));
    });
    EXPECT_EQ(fake_cuda::account().stale_uses, stale_uses);
}

TEST_F(FakeThreads, OpenAndCloseIt) {
    on_threads([] {
        for (int round = 0; round < 50; ++round) {
            const Device device = Device::open("cuda");
            EXPECT_EQ(Device::adopt(device.native()), device);
            DeviceMemory<int>(device, 16);
        }
    });
}

TEST_F(FakeThreads, SeeAFailureAndReopenTheDevice) {
    std::atomic<int> named = 0;
    const Device first = Device::open("cuda");
    const Module module(first, kImage);
    Stream(first).synchronize();
    fake_cuda::fail_with(CUDA_ERROR_ILLEGAL_ADDRESS);
    on_threads([&] {
        Device device = first;
        try {
            Stream(device).synchronize();
        } catch (const Error& error) {
            named += error.code() == ErrorCode::launch;
        }
        device.reset();
        device.synchronize();
    });
    EXPECT_EQ(named, 1);
    EXPECT_TRUE(first.is_lost());
}

}  // namespace
}  // namespace glint
