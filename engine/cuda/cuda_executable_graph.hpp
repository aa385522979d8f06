// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include <glint/cuda/cuda_graph.hpp>

namespace glint::driver::cuda {

class CudaExecutableGraph final : public ExecutableGraph {
public:
    CudaExecutableGraph(std::shared_ptr<CudaBackend> backend, const CudaGraph& graph);
    ~CudaExecutableGraph() override;
    CudaExecutableGraph(const CudaExecutableGraph&) = delete;
    CudaExecutableGraph& operator=(const CudaExecutableGraph&) = delete;

    void launch(Stream& stream) override;
    void update(Graph& graph) override;
    void set_kernel(GraphNodeId node, const std::shared_ptr<Module>& module, Kernel& kernel,
                    const LaunchShape& shape, std::span<void* const> arguments) override;
    void* native() const noexcept override { return executable_; }

private:
    /// Converts `node` of the original graph to the corresponding node in the graph of the last
    /// update.
    CUgraphNode current(CUgraphNode node) const;

    std::shared_ptr<CudaBackend> backend_;
    std::shared_ptr<GraphResources> resources_;
    CUgraph first_;  // the original graph; its node objects keep the graph alive
    CUgraph newest_;
    std::shared_ptr<const void> newest_owner_;
    bool has_priorities_;
    CUgraphExec executable_ = nullptr;
};

}  // namespace glint::driver::cuda
