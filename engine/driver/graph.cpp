// SPDX-License-Identifier: MIT
#include <glint/driver/graph.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include <glint/backend/detail/capture_scope.hpp>
#include <glint/base/error.hpp>
#include <glint/driver/executable_graph.hpp>

namespace glint {
namespace {

[[noreturn]] void refuse_graph(ErrorCode code, std::string_view operation,
                               std::string_view reason) {
    throw Error(code, operation, reason);
}

bool may_be_in_body(GraphNodeKind kind) {
    return kind != GraphNodeKind::call && kind != GraphNodeKind::record &&
           kind != GraphNodeKind::wait;
}

void check_body(const driver::Graph& body) {
    for (const driver::GraphNodeInfo& node : body.nodes())
        if (!may_be_in_body(node.kind))
            refuse_graph(
                ErrorCode::invalid_argument, "add a conditional node to a graph",
                fmt::format("the body has a node of kind '{}', which the body of a conditional "
                            "node cannot have",
                            to_string(node.kind)));
}

/// Returns true if a path of edges leads from `from` to `to`, or if both are the same node.
bool leads_to(const std::vector<driver::GraphEdge>& edges, driver::GraphNodeId from,
              driver::GraphNodeId to) {
    std::multimap<driver::GraphNodeId, driver::GraphNodeId> next;
    for (const driver::GraphEdge& edge : edges) next.emplace(edge.from, edge.to);
    std::vector<driver::GraphNodeId> open{from};
    std::set<driver::GraphNodeId> reached{from};
    while (!open.empty()) {
        const driver::GraphNodeId node = open.back();
        open.pop_back();
        const auto [first, last] = next.equal_range(node);
        for (auto edge = first; edge != last; ++edge)
            if (reached.insert(edge->second).second) open.push_back(edge->second);
    }
    return reached.contains(to);
}

}  // namespace

Graph::Graph(const Device& device) : Graph(device, device.backend()->create_graph()) {}

Graph::Graph(const Device& device, std::shared_ptr<driver::Graph> state)
    : device_(device), state_(std::move(state)) {}

driver::Graph& Graph::state() const {
    if (!state_)
        refuse_graph(ErrorCode::invalid_state, "use a graph",
                     "the graph was moved to another object");
    return *state_;
}

void Graph::check_own(const GraphNode& node) const {
    if (node.graph() != &state())
        refuse_graph(ErrorCode::invalid_argument, "use a node of a graph",
                     "the node belongs to another graph");
}

void Graph::check_open(std::string_view operation) const {
    if (is_capturing_)
        refuse_graph(ErrorCode::invalid_state, operation,
                     "a stream is being captured into the graph. Queue the work on that stream");
}

std::vector<driver::GraphNodeId> Graph::ids(const After& after) const {
    std::vector<driver::GraphNodeId> ids;
    for (const GraphNode& node : after.nodes()) {
        check_own(node);
        if (std::ranges::find(ids, node.id()) == ids.end()) ids.push_back(node.id());
    }
    check_open("add a node to a graph");
    return ids;
}

std::vector<driver::GraphNodeId> Graph::capture_on(
    Stream& stream, const After& after, const std::function<void()>& work,
    const std::shared_ptr<driver::CaptureScope>& scope) {
    state().begin_capture(stream.share(), ids(after), scope);
    is_capturing_ = true;
    try {
        work();
    } catch (...) {
        is_capturing_ = false;
        try {
            (void)state().end_capture();
        } catch (const Error&) {
            // Ignore this error. Its cause is the exception from `work`, which is rethrown below.
        }
        throw;
    }
    is_capturing_ = false;
    std::vector<driver::GraphNodeId> last = state().end_capture();
    for (auto& object : scope->take_retained()) state().keep(std::move(object));
    return last;
}

Graph Graph::capture(Stream& stream, const std::function<void()>& work) {
    Graph graph(stream.device());
    (void)graph.capture_on(stream, {}, work, std::make_shared<driver::CaptureScope>());
    return graph;
}

GraphNode Graph::add(const After& after, const std::function<void(Stream&)>& work) {
    if (!recorder_) recorder_ = std::make_shared<Stream>(device_);
    const auto last = capture_on(
        *recorder_, after, [&] { work(*recorder_); }, std::make_shared<driver::CaptureScope>());
    return node(last.size() == 1 ? last.front() : state().add_empty(last));
}

GraphNode Graph::add_empty(const After& after) { return node(state().add_empty(ids(after))); }

std::shared_ptr<driver::Event> Graph::event_for(std::string_view operation,
                                                const Event& event) const {
    if (is_body_)
        refuse_graph(ErrorCode::invalid_argument, operation,
                     "events are not supported in the body of a conditional node");
    if (event.device() != device_)
        refuse_graph(ErrorCode::invalid_argument, operation, "the event belongs to another device");
    return event.share();
}

GraphNode Graph::add_record(const After& after, const Event& event) {
    const auto recorded = event_for("record an event in a graph", event);
    return node(state().add_record(ids(after), recorded));
}

GraphNode Graph::add_wait(const After& after, const Event& event) {
    const auto awaited = event_for("wait for an event in a graph", event);
    return node(state().add_wait(ids(after), awaited));
}

GraphNode Graph::add_graph(const After& after, const Graph& child) {
    if (child.device() != device_)
        refuse_graph(ErrorCode::invalid_argument, "add a graph to a graph",
                     "the added graph belongs to another device");
    if (std::ranges::any_of(child.state().nodes(), [](const driver::GraphNodeInfo& node) {
            return node.kind == GraphNodeKind::conditional;
        }))
        refuse_graph(ErrorCode::unsupported, "add a graph to a graph",
                     "the added graph has conditional nodes, which a child graph cannot have");
    return node(state().add_graph(ids(after), child.state()));
}

GraphCondition Graph::condition(unsigned first_value) {
    return {state().create_condition(first_value)};
}

GraphNode Graph::add_conditional(const After& after, driver::ConditionalKind kind,
                                 GraphCondition condition, std::span<const Body> bodies) {
    auto added = state().add_conditional(ids(after), kind, condition.handle,
                                         static_cast<unsigned>(bodies.size()));
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        Graph body(device_, added.bodies[i]);
        body.is_body_ = true;
        bodies[i](body);
        check_body(*added.bodies[i]);
    }
    return node(added.node);
}

GraphNode Graph::add_if(const After& after, GraphCondition condition, const Body& then,
                        const Body& otherwise) {
    const std::array bodies{then, otherwise};
    return add_conditional(after, driver::ConditionalKind::if_else, condition,
                           std::span(bodies).first(otherwise ? 2 : 1));
}

GraphNode Graph::add_while(const After& after, GraphCondition condition, const Body& body) {
    return add_conditional(after, driver::ConditionalKind::while_loop, condition, {&body, 1});
}

GraphNode Graph::add_switch(const After& after, GraphCondition condition,
                            std::span<const Body> bodies) {
    if (bodies.empty())
        refuse_graph(ErrorCode::invalid_argument, "add a conditional node to a graph",
                     "the conditional node has no bodies");
    return add_conditional(after, driver::ConditionalKind::switch_case, condition, bodies);
}

void Graph::depend(const GraphNode& node, const GraphNode& on) {
    check_own(node);
    check_own(on);
    const std::vector<driver::GraphEdge> edges = state().edges();
    if (leads_to(edges, node.id(), on.id()))
        refuse_graph(ErrorCode::invalid_argument, "add a dependency to a graph",
                     "the node would depend on itself");
    const bool is_there = std::ranges::any_of(edges, [&](const driver::GraphEdge& edge) {
        return edge.from == on.id() && edge.to == node.id();
    });
    if (!is_there) state().add_edge({.from = on.id(), .to = node.id()});
}

std::vector<Graph::Node> Graph::nodes() const {
    std::vector<Node> nodes;
    for (driver::GraphNodeInfo& info : state().nodes())
        nodes.push_back({node(info.id), info.kind, std::move(info.label)});
    return nodes;
}

std::vector<std::pair<GraphNode, GraphNode>> Graph::edges() const {
    std::vector<std::pair<GraphNode, GraphNode>> edges;
    for (const driver::GraphEdge& edge : state().edges())
        edges.emplace_back(node(edge.from), node(edge.to));
    return edges;
}

ExecutableGraph Graph::instantiate() const {
    if (is_body_)
        refuse_graph(
            ErrorCode::invalid_state, "instantiate a graph",
            "the graph is the body of a conditional node. Instantiate the graph that contains "
            "the node");
    if (state().nodes().empty())
        refuse_graph(ErrorCode::invalid_state, "instantiate a graph", "the graph has no nodes");
    return {device_, state_};
}

// If the driver uses lazy loading, instantiating the graph loads the code. The destructor of
// `scope` releases the memory that the nodes use.
void warm_up(Stream& stream, const std::function<void()>& work) {
    const auto scope =
        std::make_shared<driver::CaptureScope>(stream.device().backend()->create_stream({}));
    Graph graph(stream.device());
    (void)graph.capture_on(stream, {}, work, scope);
    if (!graph.state().nodes().empty()) (void)graph.instantiate();
}

}  // namespace glint
