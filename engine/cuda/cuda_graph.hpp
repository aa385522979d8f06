// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include <glint/backend/detail/graph_backend.hpp>
#include <glint/cuda/cuda_backend.hpp>
#include <glint/cuda/cuda_stream.hpp>
#include <glint/cuda/graph_resources.hpp>

namespace glint::driver::cuda {

/// Returns the nodes in the order in which they were added.
std::vector<CUgraphNode> nodes_in(CUgraph graph);

class CudaGraph final : public Graph {
public:
    /// Creates an empty graph.
    explicit CudaGraph(std::shared_ptr<CudaBackend> backend);
    /// Creates an object for the body of a conditional node of `whole`. The driver's graph of
    /// `whole` owns the body.
    CudaGraph(const CudaGraph& whole, CUgraph body);
    CudaGraph& operator=(const CudaGraph&) = delete;

    std::vector<GraphNodeInfo> nodes() const override;
    std::vector<GraphEdge> edges() const override;
    void begin_capture(const std::shared_ptr<Stream>& stream, Nodes after,
                       std::shared_ptr<CaptureScope> scope) override;
    std::vector<GraphNodeId> end_capture() override;
    GraphNodeId add_empty(Nodes after) override;
    GraphNodeId add_record(Nodes after, const std::shared_ptr<Event>& event) override;
    GraphNodeId add_wait(Nodes after, const std::shared_ptr<Event>& event) override;
    GraphNodeId add_graph(Nodes after, Graph& child) override;
    std::uint64_t create_condition(unsigned first_value) override;
    Conditional add_conditional(Nodes after, ConditionalKind kind, std::uint64_t condition,
                                unsigned bodies) override;
    void add_edge(const GraphEdge& edge) override;
    void keep(std::shared_ptr<const void> object) override { resources_->keep(std::move(object)); }
    std::unique_ptr<ExecutableGraph> instantiate() override;
    void* native() const noexcept override { return graph_; }

    CUgraph handle() const noexcept { return graph_; }
    /// Returns an object that keeps the driver's graph alive.
    std::shared_ptr<const void> share() const noexcept { return owner_; }
    const CudaBackend& backend() const noexcept { return *backend_; }
    const std::shared_ptr<GraphResources>& resources() const noexcept { return resources_; }

private:
    /// Owns the driver's graph. Graphs that use it or one of its bodies share this object.
    struct Owner {
        CUgraph graph = nullptr;
        Owner() = default;
        ~Owner();
        Owner(const Owner&) = delete;
        Owner& operator=(const Owner&) = delete;
    };

    std::shared_ptr<CudaBackend> backend_;
    std::shared_ptr<GraphResources> resources_;  // destroyed after the driver's graph
    std::shared_ptr<Owner> owner_;
    CUgraph graph_ = nullptr;
    std::shared_ptr<CudaCapture> capture_;
    std::shared_ptr<Stream> captured_stream_;
};

}  // namespace glint::driver::cuda
