// SPDX-License-Identifier: MIT
// Objects that host calls hold are destroyed on a thread that may call the driver.
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include <fake_cuda/fake_cuda.hpp>
#include <glint/driver/dlpack.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>

namespace glint {
namespace {

using fake_cuda::account;

struct PromiseSetter {
    explicit PromiseSetter(std::promise<void> to) : promise(std::move(to)) {}
    ~PromiseSetter() { promise.set_value(); }
    std::promise<void> promise;
};

TEST(FakeHostCalls, DestroyNoObjectsOnTheDriversThread) {
    const int before = account().calls_in_host_calls;
    fake_cuda::refuse_to_recover(false);
    {
        std::optional<Device> device = Device::open("cuda");
        auto stream = std::make_shared<Stream>(*device);
        std::promise<void> promise;
        std::future<void> gone = promise.get_future();
        auto teller = std::make_shared<PromiseSetter>(std::move(promise));
        auto memory = std::make_shared<DeviceMemory<int>>(*device, std::size_t{64});
        auto event = std::make_shared<Event>(*device);
        Stream& queue = *stream;
        device.reset();  // so that the function holds the last references
        queue.call([teller = std::move(teller), memory = std::move(memory),
                    event = std::move(event), stream = std::move(stream)] {});
        gone.wait();
    }
    // C++ does not specify in which order a lambda's captures are destroyed.
    while (account().primary_retains > 0) std::this_thread::yield();
    EXPECT_EQ(account().objects, 0);
    EXPECT_EQ(account().calls_in_host_calls, before);
}

TEST(FakeHostCalls, ReportFailuresOnSynchronization) {
    Stream stream(Device::open("cuda"));
    DeviceMemory<int> owner(stream.device(), 4);
    auto tensor = dlpack::to_dlpack(stream, std::move(owner));
    {
        const auto taken = dlpack::from_dlpack<int>(stream, std::move(tensor));
        stream.call([] { throw std::runtime_error("it failed"); });
    }
    EXPECT_THROW(stream.synchronize(), std::runtime_error);
    stream.synchronize();
}

}  // namespace
}  // namespace glint
