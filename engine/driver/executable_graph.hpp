// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

#include <glint/driver/graph.hpp>
#include <glint/driver/kernel.hpp>

namespace glint {

/// A graph that is ready to be launched, at little more than the cost of one kernel.
///
/// It keeps what its kernels need, as the graph does. Launches of one executable graph run one
/// after another, also on several streams. If it calls the host or keeps objects, its end waits
/// for its launches. Different ones may be used from different threads.
class ExecutableGraph {
public:
    ExecutableGraph(ExecutableGraph&&) noexcept = default;
    ExecutableGraph& operator=(ExecutableGraph&&) noexcept = default;
    ~ExecutableGraph() = default;

    /// Queues all of it; does not wait. What host calls of the graph throw comes out of the next
    /// `synchronize` of the stream. Throws Error(invalid_argument) for a stream of another device,
    /// and Error(invalid_state) for one that is being captured: there Graph::add_graph makes a
    /// graph part of another.
    void launch(Stream& stream);

    /// Takes over the arguments, shapes and kernels of `graph`, for later launches. Throws
    /// Error(invalid_argument) if its nodes or edges differ in more than that; on CUDA also if
    /// launches are cooperative or start early that were not, or have other priorities.
    void update(const Graph& graph);

    /// Lets a kernel node launch this kernel with these arguments, from the next launch on. `node`
    /// is one of the graph that this was made of. Its cluster, whether it is cooperative or starts
    /// early, and its priority stay as they are, since CUDA changes them with a whole graph alone,
    /// or not at all. Throws Error(invalid_argument) for a shape that says otherwise, for another
    /// node, one of another kind, and where `Kernel::launch` does.
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
    /// Throws Error(invalid_state) if the object was moved from.
    driver::ExecutableGraph& state() const;
    /// CUgraphExec on CUDA, nullptr on the CPU.
    void* native() const { return state().native(); }

private:
    friend class Graph;
    ExecutableGraph(const Device& device, std::shared_ptr<driver::Graph> graph);

    /// What is launched on it becomes the node's work.
    Stream kernel_target(const GraphNode& node);

    Device device_;
    std::shared_ptr<driver::Graph> graph_;
    std::unique_ptr<driver::ExecutableGraph> state_;
};

}  // namespace glint
