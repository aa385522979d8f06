// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/backend/detail/backend.hpp>

/// The backend's interface for graphs. User code holds `Graph` and `ExecutableGraph`.
namespace glint::driver {

enum class GraphNodeKind {
    kernel,
    copy,
    fill,
    call,         ///< a host function
    empty,        ///< does nothing, but orders other nodes
    record,       ///< records an event when the graph runs
    wait,         ///< waits for an event
    graph,        ///< a whole graph as one node
    conditional,  ///< runs its bodies depending on a condition
    other,        ///< a kind that glint does not know
};

constexpr std::string_view to_string(GraphNodeKind kind) noexcept {
    constexpr std::string_view names[] = {"kernel", "copy", "fill",  "call",        "empty",
                                          "record", "wait", "graph", "conditional", "other"};
    return names[static_cast<std::size_t>(kind)];
}

/// Identifies a node: a CUgraphNode on CUDA, and an integer on the CPU.
using GraphNodeId = std::uintptr_t;

struct GraphNodeInfo {
    GraphNodeId id = 0;
    GraphNodeKind kind = GraphNodeKind::other;
    std::string label;  ///< a kernel's name; empty for other nodes
};

struct GraphEdge {
    GraphNodeId from = 0;
    GraphNodeId to = 0;
};

enum class ConditionalKind {
    if_else,      ///< body 0 if the condition is not 0, otherwise body 1 (if any)
    while_loop,   ///< body 0, again and again while the condition is not 0
    switch_case,  ///< the body whose index equals the condition, if any
};

/// A graph that is ready to launch.
class ExecutableGraph {
public:
    virtual ~ExecutableGraph() = default;
    /// Launches the graph. The caller has checked that `stream` is not being captured.
    virtual void launch(Stream& stream) = 0;
    /// Copies all parameters from `graph`. Throws Error(invalid_argument) if its nodes or edges
    /// differ from those of the instantiated graph.
    virtual void update(Graph& graph) = 0;
    virtual void set_kernel(GraphNodeId node, const std::shared_ptr<Module>& module, Kernel& kernel,
                            const LaunchShape& shape, std::span<void* const> arguments) = 0;
    virtual void* native() const noexcept = 0;
};

/// A graph. Callers must check that nodes belong to this graph, and that streams and events belong
/// to its device.
class Graph {
public:
    using Nodes = std::span<const GraphNodeId>;

    struct Conditional {
        GraphNodeId node = 0;
        std::vector<std::shared_ptr<Graph>> bodies;
    };

    virtual ~Graph() = default;
    virtual std::vector<GraphNodeInfo> nodes() const = 0;
    virtual std::vector<GraphEdge> edges() const = 0;

    /// Starts a capture: work queued on `stream` becomes nodes that run after `after`. Another
    /// stream takes part in the capture once it waits for an event recorded in the capture. All
    /// these streams share `scope`, which must not be null.
    virtual void begin_capture(const std::shared_ptr<Stream>& stream, Nodes after,
                               std::shared_ptr<CaptureScope> scope) = 0;
    /// Ends the capture. Returns the nodes that the next node must depend on. Throws
    /// Error(invalid_state) if `stream` has not waited for another stream's captured work; the
    /// capture ends in that case, too.
    virtual std::vector<GraphNodeId> end_capture() = 0;

    virtual GraphNodeId add_empty(Nodes after) = 0;
    virtual GraphNodeId add_record(Nodes after, const std::shared_ptr<Event>& event) = 0;
    virtual GraphNodeId add_wait(Nodes after, const std::shared_ptr<Event>& event) = 0;
    /// Adds a copy of `child` in its current state as one node.
    virtual GraphNodeId add_graph(Nodes after, Graph& child) = 0;
    virtual std::uint64_t create_condition(unsigned first_value) = 0;
    virtual Conditional add_conditional(Nodes after, ConditionalKind kind, std::uint64_t condition,
                                        unsigned bodies) = 0;
    /// Adds an edge. The caller has checked that it does not create a cycle.
    virtual void add_edge(const GraphEdge& edge) = 0;
    /// Keeps `object` alive as long as this graph and all graphs created from it.
    virtual void keep(std::shared_ptr<const void> object) = 0;

    virtual std::unique_ptr<ExecutableGraph> instantiate() = 0;
    virtual void* native() const noexcept = 0;
};

}  // namespace glint::driver
