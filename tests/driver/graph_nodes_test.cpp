// SPDX-License-Identifier: MIT
// Graphs built from nodes.
#include <glint/driver/graph.hpp>

#include <algorithm>
#include <mutex>
#include <stdexcept>

#include <gtest/gtest.h>

#include <glint/driver/executable_graph.hpp>

#include <base/scratch.hpp>
#include <driver/gate.hpp>
#include <driver/kernels.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

using Saxpy = void(std::size_t, float, const float*, float*);

class GraphNodes : public test::OnEachBackend {
protected:
    GraphNodes() : device_(open()), stream_(device_), graph_(device_) {}

    /// Adds a node that records when it executes.
    GraphNode note(const After& after, char name) {
        return graph_.add(after, [&](Stream& stream) {
            stream.call([this, name] {
                const std::lock_guard lock(mutex_);
                order_ += name;
            });
        });
    }

    /// Launches the graph once, and returns the order in which the nodes executed.
    std::string launch() {
        order_.clear();
        ExecutableGraph work = graph_.instantiate();
        work.launch(stream_);
        stream_.synchronize();
        return order_;
    }

    Device device_;
    Stream stream_;
    Graph graph_;
    std::mutex mutex_;
    std::string order_;
};

TEST_P(GraphNodes, RunAfterTheirDependencies) {
    const GraphNode a = note({}, 'a');
    const GraphNode b = note({a}, 'b');
    const GraphNode c = note({a}, 'c');
    const GraphNode join = graph_.add_empty({b, c});
    note(std::vector{join}, 'd');
    note({}, 'e');
    std::string order = launch();
    EXPECT_LT(order.find('a'), std::min(order.find('b'), order.find('c')));
    EXPECT_GT(order.find('d'), std::max(order.find('b'), order.find('c')));
    std::ranges::sort(order);
    EXPECT_EQ(order, "abcde");
}

TEST_P(GraphNodes, AreKernelsCopiesAndFills) {
    DeviceMemory<float> x(device_, 4);
    DeviceMemory<float> y(device_, 4);
    PinnedMemory<float> result(device_, 4);
    const auto saxpy = test::kernels(device_).kernel<Saxpy>("saxpy");
    const auto clear_x = graph_.add({}, [&](Stream& s) { fill(s, x.span(), 1.5f); });
    const auto clear_y = graph_.add({}, [&](Stream& s) { fill(s, y.span(), 2.0f); });
    const auto step = graph_.add({clear_x, clear_y},
                                 [&](Stream& s) { saxpy.launch(s, threads(4), 4u, 2.0f, x, y); });
    graph_.add({step}, [&](Stream& s) { download(s, result.span(), y.span()); });
    EXPECT_EQ(launch(), "");
    EXPECT_EQ(std::vector(result.span().begin(), result.span().end()), std::vector(4, 5.0f));
    const auto nodes = graph_.nodes();
    ASSERT_EQ(nodes.size(), 4u);
    EXPECT_EQ(nodes[2].node, step);
    EXPECT_EQ(nodes[2].kind, GraphNodeKind::kernel);
    EXPECT_EQ(nodes[2].label, "saxpy");
    EXPECT_EQ(nodes[3].kind, GraphNodeKind::copy);
}

TEST_P(GraphNodes, OneCallMayAddManyOrNoNodes) {
    const GraphNode both = graph_.add({}, [&](Stream& stream) {
        stream.call([this] { order_ += 'a'; });
        stream.call([this] { order_ += 'b'; });
    });
    const GraphNode nothing = graph_.add({both}, [](Stream&) {});
    EXPECT_EQ(nothing, both);
    note({nothing}, 'c');
    EXPECT_EQ(launch(), "abc");
}

TEST_P(GraphNodes, DependenciesCanBeAddedLater) {
    const GraphNode a = note({}, 'a');
    const GraphNode b = note({}, 'b');
    const GraphNode c = note({}, 'c');
    graph_.depend(a, b);
    graph_.depend(b, c);
    graph_.depend(b, c);
    EXPECT_EQ(graph_.edges().size(), 2u);
    EXPECT_EQ(launch(), "cba");
}

TEST_P(GraphNodes, ACycleIsAnError) {
    const GraphNode a = note({}, 'a');
    const GraphNode b = note({a}, 'b');
    const GraphNode c = note({b}, 'c');
    expect_error(ErrorCode::invalid_argument, "the node would depend on itself",
                 [&] { graph_.depend(a, c); });
    expect_error(ErrorCode::invalid_argument, "the node would depend on itself",
                 [&] { graph_.depend(b, b); });
    EXPECT_EQ(launch(), "abc");
}

TEST_P(GraphNodes, NodesOfAnotherGraphAreRefused) {
    Graph other(device_);
    const GraphNode foreign = other.add_empty({});
    const GraphNode own = note({}, 'a');
    const auto refused = [](const auto& action) {
        expect_error(ErrorCode::invalid_argument, "the node belongs to another graph", action);
    };
    refused([&] { graph_.add_empty({foreign}); });
    refused([&] { graph_.add({own, foreign}, [](Stream&) {}); });
    refused([&] { graph_.depend(own, foreign); });
    refused([&] { graph_.depend(foreign, own); });
    EXPECT_EQ(graph_.nodes().size(), 1u);
}

TEST_P(GraphNodes, AreNotAddedDuringCapture) {
    const GraphNode own = note({}, 'a');
    int checks = 0;
    note({own}, 'b');
    graph_.add({}, [&](Stream& stream) {
        stream.call([] {});
        expect_error(ErrorCode::invalid_state,
                     "a stream is being captured into the graph. Queue the work on that stream",
                     [&] { graph_.add_empty({}); });
        expect_error(ErrorCode::invalid_state,
                     "a stream is being captured into the graph. Queue the work on that stream",
                     [&] { graph_.add({}, [](Stream&) {}); });
        ++checks;
    });
    EXPECT_EQ(checks, 1);
    EXPECT_EQ(graph_.nodes().size(), 3u);
}

TEST_P(GraphNodes, RecordEventsAtEachLaunch) {
    Event start(device_);
    Event stop(device_);
    const GraphNode first = graph_.add_record({}, start);
    const GraphNode work = note({first}, 'a');
    graph_.add_record({work}, stop);
    ExecutableGraph executable = graph_.instantiate();
    for (int round = 0; round < 2; ++round) {
        executable.launch(stream_);
        stream_.synchronize();
        EXPECT_TRUE(stop.is_done());
        EXPECT_GE(elapsed(start, stop).count(), 0.0);
    }
    EXPECT_EQ(order_, "aa");
}

TEST_P(GraphNodes, WaitForEvents) {
    Stream other(device_);
    Event opened(device_);
    std::atomic<bool> has_opened = false;
    bool seen = false;
    const GraphNode wait = graph_.add_wait({}, opened);
    graph_.add({wait}, [&](Stream& stream) { stream.call([&] { seen = has_opened; }); });
    ExecutableGraph executable = graph_.instantiate();
    executable.launch(stream_);  // the event has not been recorded, so there is nothing to wait for
    stream_.synchronize();
    EXPECT_FALSE(seen);
    test::Gate gate(other);
    other.call([&] { has_opened = true; });
    other.record(opened);
    executable.launch(stream_);
    EXPECT_FALSE(stream_.is_done());
    gate.open();
    stream_.synchronize();
    EXPECT_TRUE(seen);
}

TEST_P(GraphNodes, MayBeChildGraphs) {
    Graph child(device_);
    const GraphNode first = child.add({}, [&](Stream& s) { s.call([this] { order_ += 'b'; }); });
    child.add({first}, [&](Stream& s) { s.call([this] { order_ += 'c'; }); });
    const GraphNode before = note({}, 'a');
    const GraphNode whole = graph_.add_graph({before}, child);
    note({whole}, 'd');
    // Has no effect, because `graph_` contains a copy of `child`.
    child.add({}, [&](Stream& s) { s.call([this] { order_ += 'x'; }); });
    EXPECT_EQ(launch(), "abcd");
    EXPECT_EQ(graph_.nodes()[1].kind, GraphNodeKind::graph);
}

TEST_P(GraphNodes, ChildGraphErrorsReachTheStream) {
    {
        Graph child(device_);
        child.add({}, [](Stream& s) { s.call([] { throw std::runtime_error("child"); }); });
        graph_.add_graph({}, child);
    }
    EXPECT_THROW((void)launch(), std::runtime_error);
    stream_.synchronize();
}

TEST_P(GraphNodes, DoNotChangeInstantiatedGraphs) {
    note({}, 'a');
    ExecutableGraph work = graph_.instantiate();
    note({}, 'b');
    work.launch(stream_);
    stream_.synchronize();
    EXPECT_EQ(order_, "a");
}

TEST_P(GraphNodes, ALaunchOnACapturedStreamIsRefused) {
    note({}, 'a');
    ExecutableGraph inner = graph_.instantiate();
    const Graph outer = Graph::capture(stream_, [&] {
        expect_error(
            ErrorCode::invalid_state,
            "the stream is being captured. Use Graph::add_graph to add a graph to another graph",
            [&] { inner.launch(stream_); });
        stream_.call([this] { order_ += 'b'; });
    });
    EXPECT_EQ(outer.nodes().size(), 1u);
    ExecutableGraph work = outer.instantiate();
    work.launch(stream_);
    inner.launch(stream_);
    stream_.synchronize();
    EXPECT_EQ(order_, "ba");
}

TEST_P(GraphNodes, AreExportedAsDot) {
    DeviceMemory<float> x(device_, 4);
    const auto saxpy = test::kernels(device_).kernel<Saxpy>("saxpy");
    const auto clear = graph_.add({}, [&](Stream& s) { fill(s, x.span(), 1.0f); });
    graph_.add({clear}, [&](Stream& s) { saxpy.launch(s, threads(4), 4u, 2.0f, x, x); });
    EXPECT_EQ(graph_.dot(),
              "digraph {\n"
              "    n0 [label=\"fill\"];\n"
              "    n1 [label=\"kernel saxpy\"];\n"
              "    n0 -> n1;\n"
              "}\n");
}

INSTANTIATE_TEST_SUITE_P(Backends, GraphNodes, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
