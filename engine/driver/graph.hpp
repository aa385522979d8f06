// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <glint/backend/detail/graph_backend.hpp>
#include <glint/driver/stream.hpp>

namespace glint {

using driver::GraphNodeKind;

class ExecutableGraph;

/// A node of a graph. Keeps the graph alive.
class GraphNode {
public:
    GraphNode(std::shared_ptr<driver::Graph> graph, driver::GraphNodeId id) noexcept
        : graph_(std::move(graph)), id_(id) {}

    const driver::Graph* graph() const noexcept { return graph_.get(); }
    driver::GraphNodeId id() const noexcept { return id_; }

    friend bool operator==(const GraphNode&, const GraphNode&) = default;

private:
    std::shared_ptr<driver::Graph> graph_;
    driver::GraphNodeId id_;
};

/// The nodes after which a new node runs: `{}`, `{a, b}`, or a vector of nodes.
class After {
public:
    After() noexcept = default;
    After(std::initializer_list<GraphNode> nodes) : nodes_(nodes) {}
    After(std::span<const GraphNode> nodes) : nodes_(nodes.begin(), nodes.end()) {}
    After(const std::vector<GraphNode>& nodes) : nodes_(nodes) {}

    std::span<const GraphNode> nodes() const noexcept { return nodes_; }

private:
    std::vector<GraphNode> nodes_;
};

/// A value that controls a conditional node of a graph. A kernel receives its handle by value, as a
/// `cudaGraphConditionalHandle`, and sets it with `cudaGraphSetConditional(condition, value)`.
struct GraphCondition {
    std::uint64_t handle = 0;
};

/// Work that is built once and launched many times: kernels, copies, fills, host calls and events.
/// Each node runs after the nodes that it depends on. Independent nodes may run concurrently.
///
/// A graph stores the code of its kernels, copies of their arguments, and the functions that it
/// calls. Memory that it uses, including host memory, must be valid at each launch. The caller
/// ensures this, or passes the memory to `keep`. Only one thread at a time may build a graph.
/// Functions that take nodes throw Error(invalid_argument) for a node of another graph. On CUDA,
/// graphs require a driver of CUDA 12.3 or later; with older drivers, they throw
/// Error(unsupported).
class Graph {
public:
    struct Node {
        GraphNode node;
        GraphNodeKind kind = GraphNodeKind::other;
        std::string label;  ///< a kernel's name; empty for other nodes
    };
    /// A function that builds the body of a conditional node.
    using Body = std::function<void(Graph&)>;

    explicit Graph(const Device& device);
    Graph(Graph&&) noexcept = default;
    Graph& operator=(Graph&&) noexcept = default;
    ~Graph() = default;

    /// Captures the operations that `work` queues on `stream`, and on streams that wait for its
    /// events during the capture. `stream` must wait for these streams before `work` returns. The
    /// captured operations do not run. In `work`, the host must not wait for any of these streams
    /// or for the device. Throws what `work` throws. Throws Error(invalid_state) if `stream` is
    /// already being captured, or if it does not wait for another captured stream.
    static Graph capture(Stream& stream, const std::function<void()>& work);

    /// Adds the operations that `work` queues on the stream that it receives. They run after the
    /// nodes `after`. The returned node runs after all of them. Usually `work` makes one call,
    /// which becomes one node:
    ///
    ///     auto clear = graph.add({}, [&](Stream& s) { fill(s, x.span(), 0.0f); });
    ///     graph.add({clear}, [&](Stream& s) { step.launch(s, shape, x); });
    ///
    /// Throws what `capture` throws. The graph then contains only some of the operations.
    GraphNode add(const After& after, const std::function<void(Stream&)>& work);
    /// Adds a node that does no work, to join other nodes.
    GraphNode add_empty(const After& after);
    /// Adds a node that records `event` in each launch. After a launch, functions that wait for or
    /// query the event refer to this node. Throws Error(invalid_argument) for an event of another
    /// device.
    GraphNode add_record(const After& after, const Event& event);
    /// Adds a node that waits for `event`. Each launch waits for the last recording before it.
    GraphNode add_wait(const After& after, const Event& event);
    /// Adds a copy of `child` in its current state as one node. Throws Error(invalid_argument) if
    /// `child` belongs to another device, and Error(unsupported) if it has conditional nodes.
    GraphNode add_graph(const After& after, const Graph& child);

    /// Creates a condition for one conditional node of this graph. Each launch sets it to
    /// `first_value`. This function and the next three functions throw Error(unsupported) if the
    /// driver is older than CUDA 12.4.
    GraphCondition condition(unsigned first_value = 0);
    /// Adds a node that runs `then` if the condition is not 0. Otherwise, the node runs
    /// `otherwise`, if given, which requires CUDA 12.8. Throws Error(invalid_argument) if a body
    /// contains host calls or events.
    GraphNode add_if(const After& after, GraphCondition condition, const Body& then,
                     const Body& otherwise = {});
    /// Adds a node that runs `body` repeatedly while the condition is not 0.
    GraphNode add_while(const After& after, GraphCondition condition, const Body& body);
    /// Adds a node that runs the body whose index equals the condition. It runs nothing if that
    /// index does not exist. More than one body requires CUDA 12.8.
    GraphNode add_switch(const After& after, GraphCondition condition,
                         std::span<const Body> bodies);

    /// Makes `node` run after `on`, in addition to its other dependencies. Throws
    /// Error(invalid_argument) if that creates a cycle.
    void depend(const GraphNode& node, const GraphNode& on);

    /// Takes ownership of an object, such as memory. Destroys the object when neither this graph
    /// nor any object created from this graph needs it.
    template <class T>
    void keep(T object) {
        state().keep(std::make_shared<T>(std::move(object)));
    }

    /// Returns all nodes in the order in which they were added.
    std::vector<Node> nodes() const;
    /// Returns all pairs of nodes in which the second node directly depends on the first.
    std::vector<std::pair<GraphNode, GraphNode>> edges() const;
    /// Returns the graph in Graphviz's DOT language. `dot -Tsvg` draws it.
    std::string dot() const;

    /// Returns a graph that can be launched. Throws Error(invalid_state) if this graph is empty, or
    /// if it is the body of a conditional node.
    ExecutableGraph instantiate() const;

    const Device& device() const noexcept { return device_; }
    /// Returns the backend object. Throws Error(invalid_state) if this graph was moved from.
    driver::Graph& state() const;
    /// Returns the CUgraph on CUDA, and nullptr on the CPU.
    void* native() const { return state().native(); }

private:
    Graph(const Device& device, std::shared_ptr<driver::Graph> body);

    std::vector<driver::GraphNodeId> ids(const After& after) const;
    GraphNode node(driver::GraphNodeId id) const { return {state_, id}; }
    std::vector<driver::GraphNodeId> capture_on(Stream& stream, const After& after,
                                                const std::function<void()>& work,
                                                const std::shared_ptr<driver::CaptureScope>& scope);
    std::shared_ptr<driver::Event> event_for(std::string_view operation, const Event& event) const;
    GraphNode add_conditional(const After& after, driver::ConditionalKind kind,
                              GraphCondition condition, std::span<const Body> bodies);
    void check_own(const GraphNode& node) const;
    void check_open(std::string_view operation) const;
    friend void warm_up(Stream& stream, const std::function<void()>& work);

    Device device_;
    std::shared_ptr<driver::Graph> state_;
    std::shared_ptr<Stream> recorder_;  // for `add`; created on first use
    bool is_body_ = false;
    bool is_capturing_ = false;
};

/// Compiles and loads the kernels and array expressions that `work` launches on `stream`, without
/// running them. The first run of `work` then takes no longer than later runs.
///
///     warm_up(stream, [&] { y = 2.0f * x + 1.0f; });
///
/// Calls `work` as Graph::capture does, with the same restrictions and exceptions. Does not wait.
/// Pool memory that `work` allocates, as algorithms do, returns to the pool at the end of the call.
/// If `work` stores new memory in a variable, as in `y = sorted(x)`, the memory stays
/// uninitialized.
void warm_up(Stream& stream, const std::function<void()>& work);

}  // namespace glint
