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

/// A node of a graph. It keeps the graph alive.
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

/// The nodes that a new node must come after: `{}`, `{a, b}`, or a vector of them.
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

/// A number in a graph that controls its conditional nodes. A kernel receives it by value, as
/// `cudaGraphConditionalHandle`, and sets it with `cudaGraphSetConditional(condition, value)`.
struct GraphCondition {
    std::uint64_t handle = 0;
};

/// Work that is built once and launched many times: kernels, copies, fills, host calls and events,
/// each after the nodes that it depends on. Independent nodes may run concurrently.
///
/// A graph keeps its kernels' code, copies of their arguments, and the functions that it calls.
/// Memory that it uses, including host memory, must stay valid for each launch. The caller ensures
/// this, or passes the memory to `keep`. A graph must be built by one thread at a time. Functions
/// that take nodes throw Error(invalid_argument) for a node of another graph. On CUDA, graphs
/// require a driver of CUDA 12.3 or later; otherwise they throw Error(unsupported).
class Graph {
public:
    struct Node {
        GraphNode node;
        GraphNodeKind kind = GraphNodeKind::other;
        std::string label;  ///< a kernel's name; empty for other nodes
    };
    /// Builds the body of a conditional node.
    using Body = std::function<void(Graph&)>;

    explicit Graph(const Device& device);
    Graph(Graph&&) noexcept = default;
    Graph& operator=(Graph&&) noexcept = default;
    ~Graph() = default;

    /// Captures the work that `work` queues on `stream`, and on streams that wait for its events
    /// during the capture. `stream` must wait for these streams before `work` returns. The captured
    /// work does not run. `work` must not wait on the host for any of these streams or for the
    /// device. Throws Error(invalid_state) if the stream is already being captured or does not wait
    /// for another captured stream, and everything that `work` throws.
    static Graph capture(Stream& stream, const std::function<void()>& work);

    /// Adds the work that `work` queues on the given stream, to run after the nodes `after`. The
    /// returned node comes after all of it. Usually `work` makes one call, which becomes one node:
    ///
    ///     auto clear = graph.add({}, [&](Stream& s) { fill(s, x.span(), 0.0f); });
    ///     graph.add({clear}, [&](Stream& s) { step.launch(s, shape, x); });
    ///
    /// Throws what `capture` throws; the graph then contains a part of the work.
    GraphNode add(const After& after, const std::function<void(Stream&)>& work);
    /// Adds a node that does no work but joins other nodes.
    GraphNode add_empty(const After& after);
    /// Records `event` at each launch of the graph. After the launch, waits and queries of the
    /// event refer to that node. Throws Error(invalid_argument) for an event of another device.
    GraphNode add_record(const After& after, const Event& event);
    /// Waits for the event's latest recording at the time of the launch.
    GraphNode add_wait(const After& after, const Event& event);
    /// Adds a copy of the current state of `child` as one node. Throws Error(invalid_argument) if
    /// it belongs to another device, and Error(unsupported) if it has conditional nodes.
    GraphNode add_graph(const After& after, const Graph& child);

    /// Creates a condition for one conditional node of this graph. Each launch initializes it to
    /// `first_value`. This and the next three functions throw Error(unsupported) for drivers older
    /// than CUDA 12.4.
    GraphCondition condition(unsigned first_value = 0);
    /// Runs `then` if the condition is not 0, otherwise `otherwise`, if given (requires CUDA 12.8).
    /// Throws Error(invalid_argument) if a body contains host calls or events.
    GraphNode add_if(const After& after, GraphCondition condition, const Body& then,
                     const Body& otherwise = {});
    /// Runs `body` repeatedly while the condition is not 0.
    GraphNode add_while(const After& after, GraphCondition condition, const Body& body);
    /// Runs the body whose index equals the condition, if there is one. More than one body requires
    /// CUDA 12.8.
    GraphNode add_switch(const After& after, GraphCondition condition,
                         std::span<const Body> bodies);

    /// Makes `node` also run after `on`. Throws Error(invalid_argument) if that creates a cycle.
    void depend(const GraphNode& node, const GraphNode& on);

    /// Takes ownership of `object`, for instance memory. Destroys it when neither this graph nor
    /// anything made from it needs it.
    template <class T>
    void keep(T object) {
        state().keep(std::make_shared<T>(std::move(object)));
    }

    /// All nodes, in the order in which they were added.
    std::vector<Node> nodes() const;
    /// Pairs of nodes in which the second directly depends on the first.
    std::vector<std::pair<GraphNode, GraphNode>> edges() const;
    /// Returns the graph in Graphviz's DOT language, for `dot -Tsvg`.
    std::string dot() const;

    /// Throws Error(invalid_state) if there are no nodes, or if this is the body of a conditional
    /// node.
    ExecutableGraph instantiate() const;

    const Device& device() const noexcept { return device_; }
    /// Throws Error(invalid_state) if the graph was moved from.
    driver::Graph& state() const;
    /// CUgraph on CUDA, nullptr on the CPU.
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
    std::shared_ptr<Stream> recorder_;  // used by `add`; created when first needed
    bool is_body_ = false;
    bool is_capturing_ = false;
};

/// Compiles and loads the kernels and array expressions that `work` launches on `stream`, without
/// running them. Afterwards the first run of `work` takes no longer than later runs.
///
///     warm_up(stream, [&] { y = 2.0f * x + 1.0f; });
///
/// Calls `work` like Graph::capture, with the same restrictions and exceptions; does not wait. Pool
/// memory that `work` allocates, as algorithms do, is held until the end of the call and then
/// returned. Memory that `work` keeps stays uninitialized, even if it replaces other memory, as in
/// `y = sorted(x)`.
void warm_up(Stream& stream, const std::function<void()>& work);

}  // namespace glint
