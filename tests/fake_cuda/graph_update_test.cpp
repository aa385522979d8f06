// SPDX-License-Identifier: MIT
// Scheduling attributes of a kernel in a graph, before and after an update.
#include <glint/driver/executable_graph.hpp>

#include <string_view>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <fake_cuda/fake_cuda.hpp>
#include <fake_cuda/waiting_kernel.hpp>
#include <glint/driver/module.hpp>

namespace glint {
namespace {

using fake_cuda::take_launches;
using test::expect_error;

using Dims = std::array<unsigned, 3>;

class GraphScheduling : public testing::Test {
protected:
    GraphScheduling() { take_launches(); }

    Graph graph_of(const LaunchShape& shape) {
        return Graph::capture(stream_, [&] {
            plain_.launch(stream_, {});  // a predecessor of the kernel under test
            (shape.cooperative ? waits_ : plain_).launch(stream_, shape);
        });
    }
    /// Updates the second kernel of `graph`.
    static void update(ExecutableGraph& work, const Graph& graph, const Kernel<void()>& kernel,
                       const LaunchShape& shape) {
        work.update(graph.nodes().at(1).node, kernel, shape);
    }
    /// Launches `work` and returns the recorded launch of its second kernel.
    fake_cuda::Launch launched(ExecutableGraph& work) {
        work.launch(stream_);
        return take_launches().at(1);
    }

    Device device_ = Device::open("cuda");
    Stream stream_{device_};
    Module module_{device_, std::as_bytes(std::span(fake_cuda::kWaitingAndPlainPtx))};
    Kernel<void()> plain_ = module_.kernel<void()>("plain");
    Kernel<void()> waits_ = module_.kernel<void()>("waits");
};

TEST_F(GraphScheduling, MatchesTheLaunch) {
    ExecutableGraph work = graph_of({.grid = {16},
                                     .block = {64},
                                     .cluster = {4},
                                     .cooperative = true,
                                     .early_start = true,
                                     .priority = -3})
                               .instantiate();
    const fake_cuda::Launch launch = launched(work);
    EXPECT_EQ(launch.grid, (Dims{16, 1, 1}));
    EXPECT_EQ(launch.block, (Dims{64, 1, 1}));
    EXPECT_EQ(launch.cluster, (Dims{4, 1, 1}));
    EXPECT_TRUE(launch.cooperative);
    EXPECT_TRUE(launch.early_start);
    EXPECT_EQ(launch.priority, -3);
}

TEST_F(GraphScheduling, SurvivesTheUpdateOfItsKernel) {
    const LaunchShape shape{
        .grid = {8}, .cluster = {2}, .cooperative = true, .early_start = true, .priority = -2};
    const Graph graph = graph_of(shape);
    ExecutableGraph work = graph.instantiate();
    LaunchShape larger = shape;
    larger.grid = {12};
    update(work, graph, waits_, larger);
    larger.priority.reset();  // an unset priority keeps the previous one
    update(work, graph, waits_, larger);
    const fake_cuda::Launch launch = launched(work);
    EXPECT_EQ(launch.grid, (Dims{12, 1, 1}));
    EXPECT_EQ(launch.cluster, (Dims{2, 1, 1}));
    EXPECT_TRUE(launch.cooperative);
    EXPECT_TRUE(launch.early_start);
    EXPECT_EQ(launch.priority, -2);
}

TEST_F(GraphScheduling, LargeClustersAreRequestedPerKernel) {
    const LaunchShape shape{.grid = {18}, .cluster = {9}};
    const Graph graph = graph_of(shape);
    ExecutableGraph work = graph.instantiate();
    fake_cuda::take_recorded_calls("cuFuncSetAttribute");
    update(work, graph, plain_, shape);
    EXPECT_EQ(fake_cuda::take_recorded_calls("cuFuncSetAttribute"),
              (fake_cuda::RecordedCalls{{CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1}}));
}

TEST_F(GraphScheduling, WholeGraphUpdatesCannotChangeIt) {
    const Graph graph = graph_of({.grid = {8}, .cluster = {2}});
    ExecutableGraph work = graph.instantiate();
    expect_error(ErrorCode::invalid_argument,
                 "a launch in clusters of 4x1x1 blocks cannot replace a launch in clusters of "
                 "2x1x1 blocks. Instantiate another graph for the new launch",
                 [&] { work.update(graph_of({.grid = {8}, .cluster = {4}})); });
    EXPECT_EQ(launched(work).cluster, (Dims{2, 1, 1}));
    work.update(graph_of({.grid = {16}, .cluster = {2}}));
    EXPECT_EQ(launched(work).grid, (Dims{16, 1, 1}));
}

TEST_F(GraphScheduling, KernelUpdatesCannotChangeIt) {
    const Graph graph = graph_of({.grid = {8}});
    ExecutableGraph work = graph.instantiate();
    const auto refused = [&](const Kernel<void()>& kernel, const LaunchShape& shape,
                             const std::string& reason) {
        expect_error(ErrorCode::invalid_argument, reason,
                     [&] { update(work, graph, kernel, shape); });
    };
    refused(waits_, {.grid = {8}, .cooperative = true},
            "a cooperative launch cannot replace a launch that is not cooperative");
    refused(plain_, {.grid = {8}, .cluster = {1, 1, 1}, .priority = -1},
            "a launch of priority -1 cannot replace a launch of priority 0. Instantiate another "
            "graph for the new launch");
    refused(plain_, {.grid = {9}, .cluster = {3}},
            "a launch in clusters of 3x1x1 blocks cannot replace a launch in clusters of 1x1x1 "
            "blocks. Instantiate another graph for the new launch");
    const fake_cuda::Launch launch = launched(work);
    EXPECT_EQ(launch.grid, (Dims{8, 1, 1}));
    EXPECT_EQ(launch.cluster, (Dims{0, 0, 0}));
    EXPECT_FALSE(launch.cooperative);
}

TEST_F(GraphScheduling, PlainLaunchesDoNotReplaceClusters) {
    const Graph graph = graph_of({.grid = {8}, .cluster = {2, 1, 1}});
    ExecutableGraph work = graph.instantiate();
    expect_error(ErrorCode::invalid_argument,
                 "a launch in clusters of 1x1x1 blocks cannot replace a launch in clusters of "
                 "2x1x1 blocks. Instantiate another graph for the new launch",
                 [&] { update(work, graph, plain_, {.grid = {8}}); });
}

TEST_F(GraphScheduling, EarlyStartNodesNeedEarlyStartUpdates) {
    const Graph graph = graph_of({.early_start = true});
    ExecutableGraph work = graph.instantiate();
    EXPECT_EQ(graph.edges().size(), 1u);
    update(work, graph, plain_, {.grid = {3}, .early_start = true});
    expect_error(
        ErrorCode::invalid_argument,
        "a launch that waits for its predecessors cannot replace a launch that starts early",
        [&] { update(work, graph, plain_, {}); });
    EXPECT_EQ(launched(work).grid, (Dims{3, 1, 1}));
}

TEST_F(GraphScheduling, CooperativeNodesNeedCooperativeUpdates) {
    const Graph graph = graph_of({.grid = {4}, .cooperative = true});
    ExecutableGraph work = graph.instantiate();
    expect_error(ErrorCode::invalid_argument,
                 "a cooperative launch has 300 blocks, but this device can run only 264 blocks of "
                 "1 thread at the same time",
                 [&] { (void)graph_of({.grid = {300}, .cooperative = true}); });
    expect_error(ErrorCode::invalid_argument,
                 "a launch that is not cooperative cannot replace a cooperative launch",
                 [&] { update(work, graph, plain_, {.grid = {4}}); });
    expect_error(ErrorCode::invalid_argument,
                 "the new attributes of a kernel cannot replace the previous attributes",
                 [&] { work.update(graph_of({.grid = {4}})); });
    expect_error(ErrorCode::invalid_argument,
                 "the blocks of the kernel wait for the whole grid, as in this_grid().sync(). "
                 "Launch the kernel with LaunchShape::cooperative, and with no more blocks than "
                 "can run at the same time",
                 [&] { update(work, graph, waits_, {.grid = {4}}); });
}

// 132 multiprocessors run 2 blocks each at a time.
TEST_F(GraphScheduling, CooperativeNodesRunAllBlocksAtOnce) {
    const Graph graph = graph_of({.cooperative = true});
    ExecutableGraph work = graph.instantiate();
    update(work, graph, waits_, {.grid = {264}, .cooperative = true});
    expect_error(ErrorCode::invalid_argument,
                 "a cooperative launch has 265 blocks, but this device can run only 264 blocks of "
                 "1 thread at the same time",
                 [&] { update(work, graph, waits_, {.grid = {265}, .cooperative = true}); });
    EXPECT_EQ(launched(work).grid, (Dims{264, 1, 1}));
}

TEST_F(GraphScheduling, PrioritiesNeedPrioritiesAtInstantiation) {
    ExecutableGraph without = graph_of({}).instantiate();
    expect_error(ErrorCode::invalid_argument,
                 "launches in the new graph have priorities, but no launch had a priority when the "
                 "graph was instantiated",
                 [&] { without.update(graph_of({.priority = -1})); });
    ExecutableGraph with = graph_of({.priority = -1}).instantiate();
    EXPECT_EQ(launched(with).priority, -1);
    expect_error(ErrorCode::invalid_argument,
                 "the new attributes of a kernel cannot replace the previous attributes",
                 [&] { with.update(graph_of({.priority = -2})); });
    Graph outer(device_);
    outer.add_graph({}, graph_of({.priority = -1}));
    expect_error(ErrorCode::invalid_argument,
                 "launches in the new graph have priorities, but no launch had a priority when the "
                 "graph was instantiated",
                 [&] { without.update(outer); });
}

}  // namespace
}  // namespace glint
