// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/backend/detail/backend.hpp>

/// What a backend implements for graphs. Users hold `Graph` and `ExecutableGraph`.
namespace glint::driver {

enum class GraphNodeKind {
    kernel,
    copy,
    fill,
    call,         ///< a host function
    empty,        ///< joins others
    record,       ///< records an event at each launch
    wait,         ///< waits for an event
    graph,        ///< a whole graph as one node
    conditional,  ///< bodies that run or do not
    other,        ///< what only a driver knows
};

constexpr std::string_view to_string(GraphNodeKind kind) noexcept {
    constexpr std::string_view names[] = {"kernel", "copy", "fill",  "call",        "empty",
                                          "record", "wait", "graph", "conditional", "other"};
    return names[static_cast<std::size_t>(kind)];
}

/// CUgraphNode on CUDA; on the CPU a number.
using GraphNodeId = std::uintptr_t;

struct GraphNodeInfo {
    GraphNodeId id = 0;
    GraphNodeKind kind = GraphNodeKind::other;
    std::string label;  ///< a kernel's name; else empty
};

struct GraphEdge {
    GraphNodeId from = 0;
    GraphNodeId to = 0;
};

enum class ConditionalKind {
    if_else,      ///< body 0 where the condition is not 0, else body 1 if there is one
    while_loop,   ///< body 0 again and again while it is not 0
    switch_case,  ///< the body whose index it is, if there is such
};

/// A graph that is ready to be launched.
class ExecutableGraph {
public:
    virtual ~ExecutableGraph() = default;
    /// The caller has checked that `stream` is not being captured.
    virtual void launch(Stream& stream) = 0;
    /// Takes over what `graph` does. Throws Error(invalid_argument) if it has other nodes or edges.
    virtual void update(Graph& graph) = 0;
    virtual void set_kernel(GraphNodeId node, const std::shared_ptr<Module>& module, Kernel& kernel,
                            const LaunchShape& shape, std::span<void* const> arguments) = 0;
    virtual void* native() const noexcept = 0;
};

/// Nodes are given to the graph that they are of, streams and events to a graph of their device;
/// the caller has checked that.
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

    /// What `stream` is given from now on becomes nodes that come after `after`, and so does what
    /// other streams are given once they wait for an event that it recorded. All of them share
    /// `scope`, which is not null.
    virtual void begin_capture(const std::shared_ptr<Stream>& stream, Nodes after,
                               std::shared_ptr<CaptureScope> scope) = 0;
    /// The nodes that a next one would come after. Throws Error(invalid_state) if another stream's
    /// work is not among what they come after; the capture has then ended, too.
    virtual std::vector<GraphNodeId> end_capture() = 0;

    virtual GraphNodeId add_empty(Nodes after) = 0;
    virtual GraphNodeId add_record(Nodes after, const std::shared_ptr<Event>& event) = 0;
    virtual GraphNodeId add_wait(Nodes after, const std::shared_ptr<Event>& event) = 0;
    /// A copy of `child` as it is now.
    virtual GraphNodeId add_graph(Nodes after, Graph& child) = 0;
    virtual std::uint64_t create_condition(unsigned first_value) = 0;
    virtual Conditional add_conditional(Nodes after, ConditionalKind kind, std::uint64_t condition,
                                        unsigned bodies) = 0;
    /// The caller has checked that this closes no cycle.
    virtual void add_edge(const GraphEdge& edge) = 0;
    /// Keeps `object` as long as this graph and all that is made of it.
    virtual void keep(std::shared_ptr<const void> object) = 0;

    virtual std::unique_ptr<ExecutableGraph> instantiate() = 0;
    virtual void* native() const noexcept = 0;
};

}  // namespace glint::driver
