// SPDX-License-Identifier: MIT
// Graphs built by stream capture.
#include <glint/driver/graph.hpp>

#include <atomic>
#include <optional>
#include <stdexcept>

#include <gtest/gtest.h>

#include <glint/driver/executable_graph.hpp>

#include <base/scratch.hpp>
#include <driver/kernels.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

using Saxpy = void(std::size_t, float, const float*, float*);

class Graphs : public test::OnEachBackend {
protected:
    Graphs() : device_(open()), stream_(device_) {}

    Device device_;
    Stream stream_;
};

TEST_P(Graphs, RunAtEachLaunchButNotDuringCapture) {
    DeviceMemory<float> x = to_device<float>(stream_, {1.0f, 2.0f, 3.0f});
    DeviceMemory<float> y = to_device<float>(stream_, {10.0f, 20.0f, 30.0f});
    const auto saxpy = test::kernels(device_).kernel<Saxpy>("saxpy");
    const Graph graph = Graph::capture(stream_, [&] {
        saxpy.launch(stream_, threads(3), 3u, 2.0f, x, y);
        saxpy.launch(stream_, threads(3), 3u, 1.0f, y, x);
    });
    EXPECT_EQ(to_vector(stream_, y), (std::vector{10.0f, 20.0f, 30.0f}));
    ExecutableGraph work = graph.instantiate();
    work.launch(stream_);
    EXPECT_EQ(to_vector(stream_, y), (std::vector{12.0f, 24.0f, 36.0f}));
    EXPECT_EQ(to_vector(stream_, x), (std::vector{13.0f, 26.0f, 39.0f}));
    work.launch(stream_);
    EXPECT_EQ(to_vector(stream_, y), (std::vector{38.0f, 76.0f, 114.0f}));
}

TEST_P(Graphs, SupportAllStreamOperations) {
    DeviceMemory<int> memory(device_, 100);
    DeviceMemory<int> other(device_, 100);
    PinnedMemory<int> from(device_, 100);
    PinnedMemory<int> to(device_, 100);
    int calls = 0;
    Graph graph = Graph::capture(stream_, [&] {
        upload(stream_, memory.span(), from.span());
        copy(stream_, other.span(), memory.span());
        fill(stream_, memory.span(), 3);
        download(stream_, to.span(), other.span());
        stream_.call([&] { ++calls; });
    });
    ExecutableGraph work = graph.instantiate();
    for (int round = 1; round <= 3; ++round) {
        std::ranges::fill(from.span(), 10 * round);
        work.launch(stream_);
        stream_.synchronize();
        EXPECT_EQ(calls, round);
        EXPECT_EQ(std::vector(to.span().begin(), to.span().end()), std::vector(100, 10 * round));
        EXPECT_EQ(to_vector(stream_, memory), std::vector(100, 3));
    }
    using Kind = GraphNodeKind;
    std::vector<Kind> kinds;
    for (const Graph::Node& node : graph.nodes()) kinds.push_back(node.kind);
    EXPECT_EQ(kinds, (std::vector{Kind::copy, Kind::copy, Kind::fill, Kind::copy, Kind::call}));
    EXPECT_EQ(graph.edges().size(), 4u);
}

TEST_P(Graphs, SpanSeveralStreams) {
    Stream side(device_);
    DeviceMemory<int> a(device_, 1000);
    DeviceMemory<int> b(device_, 1000);
    Event forked(device_);
    Event joined(device_);
    Graph graph = Graph::capture(stream_, [&] {
        fill(stream_, a.span(), 1);
        stream_.record(forked);
        side.wait(forked);
        copy(side, b.span(), a.span());
        side.record(joined);
        stream_.wait(joined);
        fill(stream_, a.span(), 2);
    });
    ExecutableGraph work = graph.instantiate();
    work.launch(stream_);
    EXPECT_EQ(to_vector(stream_, b), std::vector(1000, 1));
    EXPECT_EQ(to_vector(stream_, a), std::vector(1000, 2));
    fill(side, b.span(), 9);  // no longer in the capture
    EXPECT_EQ(to_vector(side, b), std::vector(1000, 9));
    expect_error(ErrorCode::invalid_state,
                 "the last recording of the event was captured into a graph",
                 [&] { joined.synchronize(); });
    side.record(joined);
    joined.synchronize();
    EXPECT_TRUE(joined.is_done());
}

TEST_P(Graphs, StreamsJoinByWaiting) {
    Stream side(device_);
    DeviceMemory<int> a(device_, 10);
    DeviceMemory<int> b(device_, 10);
    Graph graph = Graph::capture(stream_, [&] {
        fill(stream_, a.span(), 1);
        side.wait(stream_);
        fill(side, b.span(), 2);
        fill(stream_, a.span(), 3);
        stream_.wait(side);
    });
    EXPECT_EQ(graph.edges().size(), 2u);
    graph.instantiate().launch(stream_);
    EXPECT_EQ(to_vector(stream_, a), std::vector(10, 3));
    EXPECT_EQ(to_vector(stream_, b), std::vector(10, 2));
}

TEST_P(Graphs, UnjoinedWorkIsAnError) {
    Stream side(device_);
    DeviceMemory<int> memory(device_, 10);
    Event forked(device_);
    expect_error(ErrorCode::invalid_state,
                 "another stream joined the capture, but the captured stream does not wait for the "
                 "work of that stream",
                 [&] {
                     (void)Graph::capture(stream_, [&] {
                         stream_.record(forked);
                         side.wait(forked);
                         fill(side, memory.span(), 1);
                     });
                 });
    fill(side, memory.span(), 4);
    EXPECT_EQ(to_vector(side, memory), std::vector(10, 4));
    EXPECT_TRUE(stream_.is_done());
}

TEST_P(Graphs, SynchronizingDuringCaptureIsAnError) {
    Event outside(device_);
    stream_.record(outside);
    int checks = 0;
    const auto refused = [&](std::string_view reason, const auto& action) {
        ++checks;
        expect_error(ErrorCode::invalid_state, reason, action);
    };
    Event never(device_);
    (void)Graph::capture(stream_, [&] {
        refused("the stream is being captured", [&] { stream_.synchronize(); });
        refused("the stream is being captured", [&] { (void)stream_.is_done(); });
        refused("the stream is being captured", [&] { (void)Graph::capture(stream_, [] {}); });
        refused("the stream is being captured, but the event was recorded outside the capture",
                [&] { stream_.wait(outside); });
        refused("a stream is being captured", [&] { device_.synchronize(); });
        stream_.wait(never);
    });
    EXPECT_EQ(checks, 5);
    device_.synchronize();
    stream_.synchronize();
    EXPECT_TRUE(stream_.is_done());
}

TEST_P(Graphs, ConcurrentCapturesDoNotMix) {
    Stream other(device_);
    Event event(device_);
    (void)Graph::capture(stream_, [&] {
        stream_.record(event);
        (void)Graph::capture(other, [&] {
            expect_error(ErrorCode::invalid_state,
                         "the event and the stream are being captured into different graphs",
                         [&] { other.wait(event); });
        });
    });
    other.synchronize();
    stream_.synchronize();
}

TEST_P(Graphs, ExceptionsEndACapture) {
    DeviceMemory<int> memory(device_, 10);
    fill(stream_, memory.span(), 1);
    EXPECT_THROW((void)Graph::capture(stream_,
                                      [&] {
                                          fill(stream_, memory.span(), 2);
                                          throw std::runtime_error("enough");
                                      }),
                 std::runtime_error);
    EXPECT_EQ(to_vector(stream_, memory), std::vector(10, 1));
}

TEST_P(Graphs, EmptyGraphsAreAnError) {
    expect_error(ErrorCode::invalid_state, "the graph has no nodes",
                 [&] { (void)Graph::capture(stream_, [] {}).instantiate(); });
    expect_error(ErrorCode::invalid_state, "the graph has no nodes",
                 [&] { (void)Graph(device_).instantiate(); });
}

TEST_P(Graphs, KeepTheCodeOfTheirKernels) {
    DeviceMemory<float> x = to_device<float>(stream_, {1.0f, 2.0f});
    DeviceMemory<float> y = to_device<float>(stream_, {0.0f, 0.0f});
    std::optional<ExecutableGraph> work;
    {
        const auto saxpy = test::kernels(device_).kernel<Saxpy>("saxpy");
        work = Graph::capture(stream_, [&] {
                   saxpy.launch(stream_, threads(2), 2u, 3.0f, x, y);
               }).instantiate();
    }
    work->launch(stream_);
    EXPECT_EQ(to_vector(stream_, y), (std::vector{3.0f, 6.0f}));
}

TEST_P(Graphs, KeepObjectsUntilTheirLaunchesFinish) {
    const auto value = std::make_shared<int>(5);
    const std::weak_ptr<int> watched = value;
    int seen = 0;
    {
        Graph graph = Graph::capture(
            stream_, [&, raw = value.get()] { stream_.call([&seen, raw] { seen += *raw; }); });
        graph.keep(value);
        ExecutableGraph work = graph.instantiate();
        for (int i = 0; i < 3; ++i) work.launch(stream_);
    }
    EXPECT_EQ(seen, 15);
    EXPECT_EQ(watched.use_count(), 1);
}

TEST_P(Graphs, MayBeDestroyedWhileLaunchesAreQueued) {
    DeviceMemory<int> memory(device_, 100'000);
    {
        const Graph graph = Graph::capture(stream_, [&] { fill(stream_, memory.span(), 8); });
        ExecutableGraph work = graph.instantiate();
        work.launch(stream_);
    }
    EXPECT_EQ(to_vector(stream_, memory), std::vector(100'000, 8));
}

TEST_P(Graphs, HostCallErrorsReachTheStream) {
    std::atomic<int> calls = 0;
    const Graph graph = Graph::capture(stream_, [&] {
        stream_.call([] { throw std::runtime_error("no such number"); });
        stream_.call([&] { ++calls; });
    });
    ExecutableGraph work = graph.instantiate();
    for (int round = 1; round <= 2; ++round) {
        work.launch(stream_);
        try {
            stream_.synchronize();
            ADD_FAILURE() << "nothing was thrown";
        } catch (const std::runtime_error& error) {
            EXPECT_STREQ(error.what(), "no such number");
        }
        EXPECT_EQ(calls, round);
        stream_.synchronize();
    }
}

TEST_P(Graphs, LaunchesOfOneGraphRunInOrder) {
    Stream other(device_);
    std::atomic<int> running = 0;
    std::atomic<int> most = 0;
    const Graph graph = Graph::capture(stream_, [&] {
        stream_.call([&] { most = std::max<int>(most, ++running); });
        stream_.call([&] { --running; });
    });
    ExecutableGraph work = graph.instantiate();
    for (int i = 0; i < 50; ++i) {
        work.launch(stream_);
        work.launch(other);
    }
    device_.synchronize();
    EXPECT_EQ(most, 1);
}

TEST_P(Graphs, MovedFromGraphsAreRefused) {
    Graph graph = Graph::capture(stream_, [&] { stream_.call([] {}); });
    ExecutableGraph work = graph.instantiate();
    const Graph taken = std::move(graph);
    const ExecutableGraph taken_work = std::move(work);
    expect_error(ErrorCode::invalid_state, "the graph was moved to another object",
                 [&] { (void)graph.nodes(); });
    expect_error(ErrorCode::invalid_state, "the graph was moved to another object",
                 [&] { (void)graph.instantiate(); });
    expect_error(ErrorCode::invalid_state, "the graph was moved to another object",
                 [&] { work.launch(stream_); });
    EXPECT_EQ(taken.nodes().size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Backends, Graphs, test::each_backend(), test::name);

TEST(GraphsAcross, WorkOfAnotherDeviceIsRefused) {
    if (!cuda_unavailable_reason().empty()) GTEST_SKIP() << "cuda: " << cuda_unavailable_reason();
    const Device cpu = Device::open("cpu");
    const Device gpu = Device::open("cuda");
    for (const auto& [own, other] : {std::pair(cpu, gpu), std::pair(gpu, cpu)}) {
        Stream stream(own);
        Stream foreign(other);
        Event event(other);
        Graph graph = Graph::capture(stream, [&] { stream.call([] {}); });
        Graph child = Graph::capture(foreign, [&] { foreign.call([] {}); });
        ExecutableGraph work = graph.instantiate();
        expect_error(ErrorCode::invalid_argument, "the stream belongs to another device",
                     [&] { work.launch(foreign); });
        expect_error(ErrorCode::invalid_argument, "the new graph belongs to another device",
                     [&] { work.update(child); });
        expect_error(ErrorCode::invalid_argument, "the added graph belongs to another device",
                     [&] { graph.add_graph({}, child); });
        expect_error(ErrorCode::invalid_argument, "the event belongs to another device",
                     [&] { graph.add_record({}, event); });
    }
}

}  // namespace
}  // namespace glint
