// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>

#include <glint/backend/detail/graph_backend.hpp>
#include <glint/cpu/runtime/backend.hpp>
#include <glint/cpu/runtime/scheduling/graph_plan.hpp>
#include <glint/cpu/runtime/scheduling/stream.hpp>

namespace glint::cpu {

class Graph final : public driver::Graph {
public:
    Graph(std::shared_ptr<Backend> backend, std::shared_ptr<GraphNodes> nodes)
        : backend_(std::move(backend)), nodes_(std::move(nodes)) {}

    std::vector<driver::GraphNodeInfo> nodes() const override;
    std::vector<driver::GraphEdge> edges() const override;
    void begin_capture(const std::shared_ptr<driver::Stream>& stream, Nodes after,
                       std::shared_ptr<driver::CaptureScope> scope) override;
    std::vector<driver::GraphNodeId> end_capture() override;
    driver::GraphNodeId add_empty(Nodes after) override;
    driver::GraphNodeId add_record(Nodes after,
                                   const std::shared_ptr<driver::Event>& event) override;
    driver::GraphNodeId add_wait(Nodes after, const std::shared_ptr<driver::Event>& event) override;
    driver::GraphNodeId add_graph(Nodes after, driver::Graph& child) override;
    std::uint64_t create_condition(unsigned first_value) override;
    Conditional add_conditional(Nodes after, driver::ConditionalKind kind, std::uint64_t condition,
                                unsigned bodies) override;
    void add_edge(const driver::GraphEdge& edge) override;
    void keep(std::shared_ptr<const void> object) override { nodes_->keep(std::move(object)); }
    std::unique_ptr<driver::ExecutableGraph> instantiate() override;
    void* native() const noexcept override { return nullptr; }

    /// Returns a copy of the current nodes.
    std::shared_ptr<const GraphNodes> snapshot() const;

private:
    std::shared_ptr<Backend> backend_;
    std::shared_ptr<GraphNodes> nodes_;
    std::shared_ptr<Capture> capture_;
    std::shared_ptr<driver::Stream> captured_stream_;
};

/// Runs the plan of a graph on the thread of the stream on which the graph is launched.
class ExecutableGraph final : public driver::ExecutableGraph {
public:
    ExecutableGraph(std::shared_ptr<Backend> backend, std::shared_ptr<const GraphNodes> nodes);
    ~ExecutableGraph() override;
    ExecutableGraph(const ExecutableGraph&) = delete;
    ExecutableGraph& operator=(const ExecutableGraph&) = delete;

    void launch(driver::Stream& stream) override;
    void update(driver::Graph& graph) override;
    void set_kernel(driver::GraphNodeId node, const std::shared_ptr<driver::Module>& module,
                    driver::Kernel& kernel, const driver::LaunchShape& shape,
                    std::span<void* const> arguments) override;
    void* native() const noexcept override { return nullptr; }

private:
    /// Waits for the last launch if the plan owns objects. Without this wait, the thread of a queue
    /// might destroy the objects. Their destructors could make this thread wait for other queues.
    void settle() noexcept;

    std::shared_ptr<Backend> backend_;
    std::mutex mutex_;
    std::shared_ptr<const GraphPlan> plan_;
    std::shared_ptr<Milestone> last_launch_;
};

}  // namespace glint::cpu
