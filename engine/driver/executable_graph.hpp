// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

#include <glint/driver/graph.hpp>
#include <glint/driver/kernel.hpp>

namespace glint {

/// A graph that is ready to launch, at little more than the cost of one kernel launch.
///
/// Like the graph, it keeps alive everything that its kernels need. Launches of one executable
/// graph run one after another, even on several streams. If it calls the host or keeps objects, its
/// destructor waits for its launches. Different executable graphs may be used from different
/// threads.
class ExecutableGraph {
public:
    ExecutableGraph(ExecutableGraph&&) noexcept = default;
    ExecutableGraph& operator=(ExecutableGraph&&) noexcept = default;
    ~ExecutableGraph() = default;

    /// Queues the whole graph; does not wait. The next `synchronize` of the stream rethrows
    /// exceptions from the graph's host calls. Throws Error(invalid_argument) for a stream of
    /// another device, and Error(invalid_state) for a stream that is being captured; use
    /// Graph::add_graph to make a graph part of another.
    void launch(Stream& stream);

    /// Uses the arguments, shapes and kernels of `graph` in later launches. Throws
    /// Error(invalid_argument) if its nodes or edges differ in other respects. On CUDA, the
    /// priority of a kernel node must not change, nor whether it is cooperative or starts early.
    void update(const Graph& graph);

    /// Replaces the kernel and arguments of a kernel node in later launches. `node` must belong to
    /// the graph from which this object was made. The node's cluster size, its priority, and
    /// whether it is cooperative or starts early cannot change, because CUDA updates them only with
    /// a whole graph, or not at all. Throws Error(invalid_argument) for a shape that differs in one
    /// of these, for a node of another graph or kind, and in all cases in which `Kernel::launch`
    /// does.
    template <class Signature, class... Arguments>
    void update(const GraphNode& node, const Kernel<Signature>& kernel, const LaunchShape& shape,
                Arguments&&... arguments) {
        Stream target = kernel_target(node);
        kernel.launch(target, shape, std::forward<Arguments>(arguments)...);
    }
    template <class Signature, class... Arguments>
    void update(const GraphNode& node, const Kernel<Signature>& kernel, Elements count,
                Arguments&&... arguments) {
        update(node, kernel, kernel.best_shape(count.count()),
               std::forward<Arguments>(arguments)...);
    }

    const Device& device() const noexcept { return device_; }
    /// Throws Error(invalid_state) if this object was moved from.
    driver::ExecutableGraph& state() const;
    /// CUgraphExec on CUDA, nullptr on the CPU.
    void* native() const { return state().native(); }

private:
    friend class Graph;
    ExecutableGraph(const Device& device, std::shared_ptr<driver::Graph> graph);

    /// Returns a stream that stores the kernel launched on it as the node's work.
    Stream kernel_target(const GraphNode& node);

    Device device_;
    std::shared_ptr<driver::Graph> graph_;
    std::unique_ptr<driver::ExecutableGraph> state_;
};

}  // namespace glint
