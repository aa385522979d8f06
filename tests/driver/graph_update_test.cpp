// SPDX-License-Identifier: MIT
// Executable graphs updated with new arguments.
#include <glint/driver/executable_graph.hpp>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <driver/gate.hpp>
#include <driver/kernels.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

using Saxpy = void(std::size_t, float, const float*, float*);
using ScaleByFactors = void(std::size_t, float*);

class GraphUpdates : public test::OnEachBackend {
protected:
    GraphUpdates()
        : device_(open()),
          stream_(device_),
          module_(test::kernels(device_)),
          saxpy_(module_.kernel<Saxpy>("saxpy")),
          x_(to_device<float>(stream_, {1.0f, 2.0f, 3.0f, 4.0f})),
          y_(to_device<float>(stream_, {0.0f, 0.0f, 0.0f, 0.0f})) {}

    Graph saxpy_graph(float factor) {
        return Graph::capture(stream_,
                              [&] { saxpy_.launch(stream_, threads(4), 4u, factor, x_, y_); });
    }

    std::vector<float> y() { return to_vector(stream_, y_); }

    Device device_;
    Stream stream_;
    Module module_;
    Kernel<Saxpy> saxpy_;
    DeviceMemory<float> x_;
    DeviceMemory<float> y_;
};

TEST_P(GraphUpdates, ReplaceAWholeGraph) {
    ExecutableGraph work = saxpy_graph(1.0f).instantiate();
    work.launch(stream_);
    EXPECT_EQ(y(), (std::vector{1.0f, 2.0f, 3.0f, 4.0f}));
    work.update(saxpy_graph(10.0f));
    work.launch(stream_);
    EXPECT_EQ(y(), (std::vector{11.0f, 22.0f, 33.0f, 44.0f}));
}

TEST_P(GraphUpdates, ReplaceKernels) {
    ExecutableGraph work = saxpy_graph(1.0f).instantiate();
    const auto scale = module_.kernel<ScaleByFactors>("scale_by_factors");
    work.update(Graph::capture(stream_, [&] { scale.launch(stream_, threads(4), 4u, x_); }));
    work.launch(stream_);
    EXPECT_EQ(to_vector(stream_, x_), (std::vector{1.0f, 4.0f, 9.0f, 16.0f}));
}

TEST_P(GraphUpdates, DifferentTopologiesAreRefused) {
    ExecutableGraph work = saxpy_graph(1.0f).instantiate();
    const auto refused = [&](const std::function<void()>& capture) {
        try {
            work.update(Graph::capture(stream_, capture));
            ADD_FAILURE() << "nothing was thrown";
        } catch (const Error& error) {
            EXPECT_EQ(error.operation(), "update a graph");
            EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        }
    };
    refused([&] { fill(stream_, y_.span(), 1.0f); });
    refused([&] {
        saxpy_.launch(stream_, threads(4), 4u, 1.0f, x_, y_);
        saxpy_.launch(stream_, threads(4), 4u, 1.0f, x_, y_);
    });
    work.launch(stream_);
    EXPECT_EQ(y(), (std::vector{1.0f, 2.0f, 3.0f, 4.0f}));
}

TEST_P(GraphUpdates, SetKernelArgumentsAndShape) {
    const Graph graph = saxpy_graph(1.0f);
    ExecutableGraph work = graph.instantiate();
    work.update(graph.nodes()[0].node, saxpy_, {.grid = {2}, .block = {1}}, 4u, 5.0f, x_, y_);
    work.launch(stream_);
    EXPECT_EQ(y(), (std::vector{5.0f, 10.0f, 0.0f, 0.0f}));
    ExecutableGraph fresh = graph.instantiate();
    fresh.launch(stream_);
    EXPECT_EQ(y(), (std::vector{6.0f, 12.0f, 3.0f, 4.0f}));
}

TEST_P(GraphUpdates, MayUseAKernelOfAnotherModule) {
    const Graph graph = saxpy_graph(1.0f);
    ExecutableGraph work = graph.instantiate();
    {
        const auto other = test::kernels(device_).kernel<ScaleByFactors>("scale_by_factors");
        work.update(graph.nodes()[0].node, other, threads(4), 4u, x_);
    }
    work.launch(stream_);
    EXPECT_EQ(to_vector(stream_, x_), (std::vector{1.0f, 4.0f, 9.0f, 16.0f}));
    EXPECT_EQ(y(), std::vector(4, 0.0f));
}

TEST_P(GraphUpdates, DoNotAffectQueuedLaunches) {
    const Graph graph = saxpy_graph(1.0f);
    ExecutableGraph work = graph.instantiate();
    work.launch(stream_);
    stream_.synchronize();
    test::Gate gate(stream_);
    work.launch(stream_);
    work.update(graph.nodes()[0].node, saxpy_, threads(4), 4u, 100.0f, x_, y_);
    gate.open();
    EXPECT_EQ(y(), (std::vector{2.0f, 4.0f, 6.0f, 8.0f}));
}

TEST_P(GraphUpdates, AreCheckedLikeLaunches) {
    const Graph graph = saxpy_graph(1.0f);
    ExecutableGraph work = graph.instantiate();
    const GraphNode node = graph.nodes()[0].node;
    expect_error(ErrorCode::invalid_argument,
                 "grid.x is 0, but this device supports 1 to 2147483647",
                 [&] { work.update(node, saxpy_, {.grid = {0}}, 4u, 1.0f, x_, y_); });
    const Graph other = saxpy_graph(1.0f);
    expect_error(ErrorCode::invalid_argument, "the node belongs to another graph",
                 [&] { work.update(other.nodes()[0].node, saxpy_, threads(4), 4u, 1.0f, x_, y_); });
    Graph fills(device_);
    const GraphNode clear = fills.add({}, [&](Stream& s) { fill(s, y_.span(), 0.0f); });
    ExecutableGraph clears = fills.instantiate();
    expect_error(ErrorCode::invalid_argument, "the node is not a kernel of this graph",
                 [&] { clears.update(clear, saxpy_, threads(4), 4u, 1.0f, x_, y_); });
}

INSTANTIATE_TEST_SUITE_P(Backends, GraphUpdates, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
