// SPDX-License-Identifier: MIT
// Lifetimes of objects that are held by host functions in a stream.
#include <chrono>
#include <future>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glint/driver/executable_graph.hpp>
#include <glint/driver/graph.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>

#include <driver/gate.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using namespace std::chrono_literals;
using HostCalls = test::OnEachBackend;

/// Holds an object, and reports when it is destroyed.
template <class T>
class Holder {
public:
    explicit Holder(std::shared_ptr<T> held) : held_(std::move(held)) {}
    std::future<void> gone() { return teller_->promise.get_future(); }
    void operator()() const {}

private:
    struct PromiseSetter {
        ~PromiseSetter() { promise.set_value(); }
        std::promise<void> promise;
    };
    std::shared_ptr<PromiseSetter> teller_ = std::make_shared<PromiseSetter>();
    std::shared_ptr<T> held_;  // destroyed first
};

template <class T>
std::future<void> call_with_last(Stream& stream, std::shared_ptr<T> held) {
    Holder<T> holder(std::move(held));
    auto gone = holder.gone();
    stream.call(std::move(holder));
    return gone;
}

void expect_soon(const std::future<void>& gone) {
    EXPECT_EQ(gone.wait_for(10s), std::future_status::ready);
}

TEST_P(HostCalls, MayOwnTheLastReferenceToMemory) {
    const Device device = open();
    Stream stream(device);
    Stream other(device);
    test::Gate gate(stream);
    const auto gone =
        call_with_last(stream, std::make_shared<DeviceMemory<int>>(device, std::size_t{1000}));
    other.wait(stream);
    gate.open();
    other.synchronize();
    stream.synchronize();
    expect_soon(gone);
}

TEST_P(HostCalls, MayOwnTheLastReferenceToTheirStream) {
    const Device device = open();
    auto stream = std::make_shared<Stream>(device);
    Stream& queue = *stream;
    test::Gate gate(queue);
    const auto gone = call_with_last(queue, std::move(stream));
    gate.open();
    expect_soon(gone);
}

TEST_P(HostCalls, MayOwnTheLastReferenceToAnotherStream) {
    const Device device = open();
    Stream stream(device);
    auto other = std::make_shared<Stream>(device);
    test::Gate gate(stream);
    other->wait(stream);  // so that `other` ends only after the work of this stream
    const auto gone = call_with_last(stream, std::move(other));
    gate.open();
    stream.synchronize();
    expect_soon(gone);
}

TEST_P(HostCalls, MayOwnObjectsThatQueueWorkWhenDestroyed) {
    const Device device = open();
    Stream stream(device);
    DeviceMemory<int> memory(device, 10);
    fill(stream, memory.span(), 1);
    struct FillsAtItsEnd {
        ~FillsAtItsEnd() {
            Stream own(device);
            fill(own, memory.span(), 2);
            own.synchronize();
        }
        const Device& device;
        DeviceMemory<int>& memory;
    };
    const auto gone =
        call_with_last(stream, std::shared_ptr<FillsAtItsEnd>(new FillsAtItsEnd{device, memory}));
    stream.synchronize();
    expect_soon(gone);
    EXPECT_EQ(to_vector(stream, memory), std::vector<int>(10, 2));
}

TEST_P(HostCalls, GraphHostCallsOwnObjectsUntilTheGraphEnds) {
    const Device device = open();
    Stream stream(device);
    Holder<DeviceMemory<int>> holder(std::make_shared<DeviceMemory<int>>(device, std::size_t{10}));
    const auto gone = holder.gone();
    {
        const Graph graph = Graph::capture(stream, [&] { stream.call(std::move(holder)); });
        ExecutableGraph work = graph.instantiate();
        for (int i = 0; i < 3; ++i) work.launch(stream);
        stream.synchronize();
        EXPECT_EQ(gone.wait_for(0s), std::future_status::timeout);
    }
    expect_soon(gone);
}

TEST(HostCallsInAFork, EndWithTheirStreamAndDevice) {
    auto device = std::make_unique<Device>(Device::open("cpu"));
    auto stream = std::make_unique<Stream>(*device);
    auto memory = std::make_unique<DeviceMemory<int>>(*device, std::size_t{10});
    stream->call([] {});  // starts the threads
    stream->synchronize();
    std::this_thread::sleep_for(20ms);  // by now the threads are asleep
    const pid_t child = fork();
    if (child == 0) {
        alarm(30);  // a call that blocks forever fails the test
        memory.reset();
        stream.reset();
        device.reset();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
}

INSTANTIATE_TEST_SUITE_P(Backends, HostCalls, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
