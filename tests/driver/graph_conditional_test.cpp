// SPDX-License-Identifier: MIT
// Graphs in which kernels control the execution.
#include <array>
#include <filesystem>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>
#include <glint/driver/executable_graph.hpp>

#include <base/scratch.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

class GraphConditionals : public test::OnEachBackend {
protected:
    GraphConditionals()
        : device_(open()),
          stream_(device_),
          program_(device_, std::filesystem::path(GLINT_TEST_DATA_DIR) / "conditions.cu"),
          choose_(program_.kernel<void(GraphCondition, const unsigned*)>("choose")),
          count_down_(program_.kernel<void(GraphCondition, unsigned*)>("count_down")),
          add_(program_.kernel<void(unsigned, unsigned*)>("add")),
          value_(to_device<unsigned>(stream_, {0})),
          result_(to_device<unsigned>(stream_, {0})) {}

    /// Returns a body that adds `value` to the result.
    Graph::Body adding(unsigned value) {
        return [this, value](Graph& body) {
            body.add({}, [&](Stream& s) { add_.launch(s, {}, value, result_); });
        };
    }

    GraphNode choosing(Graph& graph, GraphCondition condition) {
        return graph.add({}, [&](Stream& s) { choose_.launch(s, {}, condition, value_); });
    }

    /// Result of one launch, in which kernels read `value`.
    unsigned run(ExecutableGraph& work, unsigned value) {
        fill(stream_, value_.span(), value);
        fill(stream_, result_.span(), 0u);
        work.launch(stream_);
        return to_vector(stream_, result_)[0];
    }

    Device device_;
    Stream stream_;
    Program program_;
    Kernel<void(GraphCondition, const unsigned*)> choose_;
    Kernel<void(GraphCondition, unsigned*)> count_down_;
    Kernel<void(unsigned, unsigned*)> add_;
    DeviceMemory<unsigned> value_;
    DeviceMemory<unsigned> result_;
};

TEST_P(GraphConditionals, RunIfBodies) {
    Graph graph(device_);
    const GraphCondition condition = graph.condition();
    const GraphNode chosen = choosing(graph, condition);
    const GraphNode branch = graph.add_if({chosen}, condition, adding(10));
    graph.add({branch}, [&](Stream& s) { add_.launch(s, {}, 1u, result_); });
    ExecutableGraph work = graph.instantiate();
    EXPECT_EQ(run(work, 1), 11u);
    EXPECT_EQ(run(work, 0), 1u);
    EXPECT_EQ(run(work, 7), 11u);
    EXPECT_EQ(graph.nodes()[1].kind, GraphNodeKind::conditional);
}

TEST_P(GraphConditionals, RunElseBodies) {
    Graph graph(device_);
    const GraphCondition condition = graph.condition();
    const GraphNode chosen = choosing(graph, condition);
    graph.add_if({chosen}, condition, adding(10), adding(20));
    ExecutableGraph work = graph.instantiate();
    EXPECT_EQ(run(work, 1), 10u);
    EXPECT_EQ(run(work, 0), 20u);
}

TEST_P(GraphConditionals, RunWhileBodies) {
    Graph graph(device_);
    const GraphCondition condition = graph.condition(1);
    graph.add_while({}, condition, [&](Graph& body) {
        const GraphNode added = body.add({}, [&](Stream& s) { add_.launch(s, {}, 3u, result_); });
        body.add({added}, [&](Stream& s) { count_down_.launch(s, {}, condition, value_); });
    });
    ExecutableGraph work = graph.instantiate();
    EXPECT_EQ(run(work, 5), 15u);
    EXPECT_EQ(run(work, 1), 3u);  // each launch resets the condition to 1
}

TEST_P(GraphConditionals, RunSwitchBodies) {
    Graph graph(device_);
    const GraphCondition condition = graph.condition();
    const GraphNode chosen = choosing(graph, condition);
    const std::array bodies{adding(10), adding(20), adding(30)};
    graph.add_switch({chosen}, condition, bodies);
    ExecutableGraph work = graph.instantiate();
    EXPECT_EQ(run(work, 0), 10u);
    EXPECT_EQ(run(work, 1), 20u);
    EXPECT_EQ(run(work, 2), 30u);
    EXPECT_EQ(run(work, 3), 0u);
}

TEST_P(GraphConditionals, MayBeNested) {
    Graph graph(device_);
    const GraphCondition condition = graph.condition(1);
    graph.add_while({}, condition, [&](Graph& body) {
        const GraphNode counted =
            body.add({}, [&](Stream& s) { count_down_.launch(s, {}, condition, value_); });
        const GraphCondition inner = body.condition();
        const GraphNode chosen =
            body.add({counted}, [&](Stream& s) { choose_.launch(s, {}, inner, value_); });
        body.add_if({chosen}, inner, adding(1));
    });
    ExecutableGraph work = graph.instantiate();
    EXPECT_EQ(run(work, 5), 4u);
}

TEST_P(GraphConditionals, RefuseUnsupportedWorkInBodies) {
    Graph graph(device_);
    Event event(device_);
    const GraphCondition condition = graph.condition();
    int checks = 0;
    expect_error(
        ErrorCode::invalid_argument,
        "the body has a node of kind 'call', which the body of a conditional node cannot have",
        [&] {
            graph.add_if({}, condition, [&](Graph& body) {
                expect_error(ErrorCode::invalid_argument,
                             "events are not supported in the body of a conditional node",
                             [&] { body.add_record({}, event); });
                expect_error(ErrorCode::invalid_state,
                             "the graph is the body of a conditional node. Instantiate the graph "
                             "that contains the node",
                             [&] { (void)body.instantiate(); });
                ++checks;
                body.add({}, [](Stream& s) { s.call([] {}); });
            });
        });
    EXPECT_EQ(checks, 1);
}

TEST_P(GraphConditionals, CannotBeChildrenAndNeedBodies) {
    Graph graph(device_);
    const GraphCondition condition = graph.condition();
    graph.add_if({}, condition, adding(1));
    Graph whole(device_);
    expect_error(ErrorCode::unsupported,
                 "the added graph has conditional nodes, which a child graph cannot have",
                 [&] { whole.add_graph({}, graph); });
    expect_error(ErrorCode::invalid_argument, "the conditional node has no bodies",
                 [&] { whole.add_switch({}, whole.condition(), {}); });
}

INSTANTIATE_TEST_SUITE_P(Backends, GraphConditionals, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
