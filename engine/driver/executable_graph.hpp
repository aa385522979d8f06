// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

#include <glint/driver/graph.hpp>
#include <glint/driver/kernel.hpp>

namespace glint {

/// A graph that is ready to launch. A launch costs little more than one kernel launch.
///
/// Keeps the graph and the objects that the graph owns alive. Launches of one executable graph run
/// one after another, even on several streams. If the graph contains host calls or owns objects
/// (Graph::keep), the destructor waits for all launches. Different threads may use different
/// executable graphs at the same time.
class ExecutableGraph {
public:
    ExecutableGraph(ExecutableGraph&&) noexcept = default;
    ExecutableGraph& operator=(ExecutableGraph&&) noexcept = default;
    ~ExecutableGraph() = default;

    /// Queues the whole graph; does not wait. If a host call of the graph throws, the stream's next
    /// `synchronize` throws that exception. Throws Error(invalid_argument) for a stream of another
    /// device, and Error(invalid_state) for a stream that is being captured. To make a graph part
    /// of another graph, use Graph::add_graph.
    void launch(Stream& stream);

    /// Replaces the arguments, shapes and kernels of later launches by those of `graph`. Throws
    /// Error(invalid_argument) if `graph` differs in other respects, for example in its edges. On
    /// CUDA, these properties of a kernel node must not change either: its priority, whether it is
    /// cooperative, and whether it starts early.
    void update(const Graph& graph);

    /// Replaces the kernel and the arguments of a kernel node in later launches. `node` must belong
    /// to the graph from which this object was created. The node's cluster size and priority, and
    /// whether it is cooperative or starts early, cannot change: CUDA updates these properties only
    /// with a whole graph, or not at all. Throws Error(invalid_argument) for a shape that differs
    /// in one of these properties, and for a node of another graph or kind. Also throws what
    /// `Kernel::launch` throws.
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
    /// Returns the backend object. Throws Error(invalid_state) if this object was moved from.
    driver::ExecutableGraph& state() const;
    /// Returns the CUgraphExec on CUDA, and nullptr on the CPU.
    void* native() const { return state().native(); }

private:
    friend class Graph;
    ExecutableGraph(const Device& device, std::shared_ptr<driver::Graph> graph);

    /// Returns a substitute for a stream. A kernel launched on it becomes the kernel of the node.
    Stream kernel_target(const GraphNode& node);

    Device device_;
    std::shared_ptr<driver::Graph> graph_;
    std::unique_ptr<driver::ExecutableGraph> state_;
};

}  // namespace glint
