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

/// A node of a graph, which it keeps alive.
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

/// The nodes that a new one comes after: `{}`, `{a, b}`, or a vector of them.
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

/// A number in a graph that decides what its conditional nodes run. A kernel takes it by value, as
/// `cudaGraphConditionalHandle`, and sets it by `cudaGraphSetConditional(condition, value)`.
struct GraphCondition {
    std::uint64_t handle = 0;
};

/// Work that is put together once and launched many times: kernels, copies, fills, host calls and
/// events, each after the nodes that it depends on. Nodes that do not depend on each other may run
/// at the same time.
///
/// A graph keeps the code that its kernels need, copies of their arguments, and the functions that
/// it calls. Memory that it uses, on the host too, must stay, by the caller's care or by `keep`: it
/// is read and written at each launch. To be built by one thread at a time.
/// Functions that take nodes throw Error(invalid_argument) for a node of another graph. On CUDA,
/// graphs need a driver of CUDA 12.3 or later; Error(unsupported) otherwise.
class Graph {
public:
    struct Node {
        GraphNode node;
        GraphNodeKind kind = GraphNodeKind::other;
        std::string label;  ///< a kernel's name; else empty
    };
    /// Fills the body of a conditional node.
    using Body = std::function<void(Graph&)>;

    explicit Graph(const Device& device);
    Graph(Graph&&) noexcept = default;
    Graph& operator=(Graph&&) noexcept = default;
    ~Graph() = default;

    /// What `work` queues on `stream`, and on streams that meanwhile wait for events of it, which
    /// it must wait for in turn. Nothing of it is done now. `work` must wait for none of these
    /// streams, nor for the device. Throws Error(invalid_state) if the stream is being captured
    /// already or another's work is not waited for, and what `work` throws.
    static Graph capture(Stream& stream, const std::function<void()>& work);

    /// Adds what `work` queues on the stream that it is given, to be done after `after`. The
    /// result comes after all of it. Usually that is one call, which becomes one node:
    ///
    ///     auto clear = graph.add({}, [&](Stream& s) { fill(s, x.span(), 0.0f); });
    ///     graph.add({clear}, [&](Stream& s) { step.launch(s, shape, x); });
    ///
    /// Throws as `capture`; the graph then holds part of the work.
    GraphNode add(const After& after, const std::function<void(Stream&)>& work);
    /// A node that does nothing, to join others.
    GraphNode add_empty(const After& after);
    /// Records `event` each time that the graph is launched; for waits and queries after the launch
    /// it means that node. Throws Error(invalid_argument) for an event of another device.
    GraphNode add_record(const After& after, const Event& event);
    /// Waits for what `event` means when the graph is launched.
    GraphNode add_wait(const After& after, const Event& event);
    /// A copy of `child`, as it is now, as one node. Throws Error(invalid_argument) if it belongs
    /// to another device, and Error(unsupported) if it has conditional nodes.
    GraphNode add_graph(const After& after, const Graph& child);

    /// A condition for one conditional node of this graph, which has `first_value` whenever the
    /// graph is launched. Throws Error(unsupported) for drivers before CUDA 12.4, as the next
    /// three.
    GraphCondition condition(unsigned first_value = 0);
    /// Runs `then` if the condition is not 0, else `otherwise` (CUDA 12.8) if that is given. Bodies
    /// hold no host calls and no events; Error(invalid_argument) otherwise.
    GraphNode add_if(const After& after, GraphCondition condition, const Body& then,
                     const Body& otherwise = {});
    /// Runs `body` again and again while the condition is not 0.
    GraphNode add_while(const After& after, GraphCondition condition, const Body& body);
    /// Runs the body whose index the condition is, or none (CUDA 12.8 for more than one body).
    GraphNode add_switch(const After& after, GraphCondition condition,
                         std::span<const Body> bodies);

    /// Lets `node` come after `on`, too. Throws Error(invalid_argument) if that closes a cycle.
    void depend(const GraphNode& node, const GraphNode& on);

    /// Takes `object`, memory for instance, and destroys it when neither this graph nor what was
    /// made of it needs it any more.
    template <class T>
    void keep(T object) {
        state().keep(std::make_shared<T>(std::move(object)));
    }

    /// In the order in which they were added.
    std::vector<Node> nodes() const;
    /// Pairs of a node and one that comes after it.
    std::vector<std::pair<GraphNode, GraphNode>> edges() const;
    /// The graph in the language of Graphviz: `dot -Tsvg`.
    std::string dot() const;

    /// Throws Error(invalid_state) if there are no nodes, or this is the body of a conditional.
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
    std::shared_ptr<Stream> recorder_;  // for `add`; made when first needed
    bool is_body_ = false;
    bool is_capturing_ = false;
};

/// Compiles and loads what `work` launches on `stream`, kernels and expressions of arrays, and runs
/// nothing of it: the first time that it is done takes no longer than those that follow.
///
///     warm_up(stream, [&] { y = 2.0f * x + 1.0f; });
///
/// `work` is called as Graph::capture does it, which says what it must not do and what is thrown:
/// it waits for nothing. Memory that it takes of pools, as algorithms do, is there meanwhile, all
/// of it at the same time, and goes back to them at the end; what `work` keeps of it stays as it
/// came, uninitialised, also where it takes the place of other memory, as in `y = sorted(x)`.
void warm_up(Stream& stream, const std::function<void()>& work);

}  // namespace glint
