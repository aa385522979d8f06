// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/scheduling/graph.hpp>

#include <utility>

#include <glint/base/error.hpp>

namespace glint::cpu {
namespace {

std::vector<std::size_t> numbers(driver::Graph::Nodes nodes) {
    return {nodes.begin(), nodes.end()};
}

GraphNode::EventUse use_of(const std::shared_ptr<driver::Event>& event) {
    (void)as_cpu_event(*event);
    return {std::static_pointer_cast<Event>(event)};
}

// Runs a plan after the previous launch of the same graph. Releases the plan before it reaches
// `done`. Otherwise, this thread might release the last reference later and destroy the plan's
// objects.
void run_after(const std::shared_ptr<Milestone>& before, std::shared_ptr<const GraphPlan>& plan,
               const GraphPlan::Milestones& events, Milestone& done) {
    if (before) before->wait();
    std::exception_ptr failure;
    try {
        plan->run(events);
    } catch (...) {
        failure = std::current_exception();
    }
    plan.reset();
    done.reach();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace

std::vector<driver::GraphNodeInfo> Graph::nodes() const {
    std::vector<driver::GraphNodeInfo> infos;
    for (GraphNode& node : nodes_->all())
        infos.push_back({infos.size(), node.kind, std::move(node.label)});
    return infos;
}

std::vector<driver::GraphEdge> Graph::edges() const {
    std::vector<driver::GraphEdge> edges;
    const std::vector<GraphNode> nodes = nodes_->all();
    for (std::size_t i = 0; i < nodes.size(); ++i)
        for (const std::size_t before : nodes[i].after) edges.push_back({before, i});
    return edges;
}

void Graph::begin_capture(const std::shared_ptr<driver::Stream>& stream, Nodes after,
                          std::shared_ptr<driver::CaptureScope> scope) {
    const std::string_view refusal = scope->refusal();
    auto capture = std::make_shared<Capture>(nodes_, std::move(scope));
    as_cpu_stream(*stream).queue().begin_capture({capture, numbers(after), refusal});
    capture_ = std::move(capture);
    captured_stream_ = stream;
}

std::vector<driver::GraphNodeId> Graph::end_capture() {
    const auto capture = std::exchange(capture_, nullptr);
    const auto stream = std::exchange(captured_stream_, nullptr);
    WorkQueue& queue = as_cpu_stream(*stream).queue();
    const CapturePlace place = queue.capture_place().value();
    queue.leave_capture();
    if (!capture->all_lead_to(place.last))
        throw Error(ErrorCode::invalid_state, "capture a stream",
                    "another stream joined the capture, but the captured stream does not wait for "
                    "the work of that stream");
    return {place.last.begin(), place.last.end()};
}

driver::GraphNodeId Graph::add_empty(Nodes after) {
    return nodes_->add({driver::GraphNodeKind::empty, {}, numbers(after), {}});
}

driver::GraphNodeId Graph::add_record(Nodes after, const std::shared_ptr<driver::Event>& event) {
    return nodes_->add({driver::GraphNodeKind::record, {}, numbers(after), use_of(event)});
}

driver::GraphNodeId Graph::add_wait(Nodes after, const std::shared_ptr<driver::Event>& event) {
    return nodes_->add({driver::GraphNodeKind::wait, {}, numbers(after), use_of(event)});
}

driver::GraphNodeId Graph::add_graph(Nodes after, driver::Graph& child) {
    return nodes_->add(
        {driver::GraphNodeKind::graph, {}, numbers(after), static_cast<Graph&>(child).snapshot()});
}

std::uint64_t Graph::create_condition(unsigned first_value) {
    return nodes_->add_condition(first_value)->handle();
}

Graph::Conditional Graph::add_conditional(Nodes after, driver::ConditionalKind kind,
                                          std::uint64_t condition, unsigned bodies) {
    GraphNode::Conditional content{kind, nodes_->find_condition(condition), {}};
    if (!content.condition)
        throw Error(ErrorCode::invalid_argument, "add a conditional node to a graph",
                    "the condition belongs to another graph");
    Conditional added;
    for (unsigned i = 0; i < bodies; ++i) {
        content.bodies.push_back(std::make_shared<GraphNodes>());
        added.bodies.push_back(std::make_shared<Graph>(backend_, content.bodies.back()));
    }
    added.node =
        nodes_->add({driver::GraphNodeKind::conditional, {}, numbers(after), std::move(content)});
    return added;
}

void Graph::add_edge(const driver::GraphEdge& edge) { nodes_->add_edge(edge.from, edge.to); }

std::shared_ptr<const GraphNodes> Graph::snapshot() const {
    return std::make_shared<const GraphNodes>(*nodes_);
}

std::unique_ptr<driver::ExecutableGraph> Graph::instantiate() {
    return std::make_unique<ExecutableGraph>(backend_, snapshot());
}

ExecutableGraph::ExecutableGraph(std::shared_ptr<Backend> backend,
                                 std::shared_ptr<const GraphNodes> nodes)
    : backend_(std::move(backend)), plan_(std::make_shared<const GraphPlan>(std::move(nodes))) {}

ExecutableGraph::~ExecutableGraph() { settle(); }

void ExecutableGraph::settle() noexcept {
    if (last_launch_ && plan_->nodes()->owns_objects()) last_launch_->wait();
}

void ExecutableGraph::launch(driver::Stream& stream) {
    WorkQueue& queue = as_cpu_stream(stream).queue();
    const std::lock_guard lock(mutex_);
    auto events = plan_->begin();
    auto done = std::make_shared<Milestone>();
    queue.push([before = last_launch_, plan = plan_, events = std::move(events), done]() mutable {
        run_after(before, plan, events, *done);
    });
    last_launch_ = std::move(done);
}

void ExecutableGraph::update(driver::Graph& graph) {
    const auto plan = std::make_shared<const GraphPlan>(static_cast<Graph&>(graph).snapshot());
    const std::lock_guard lock(mutex_);
    plan_->check_same_shape(*plan);
    settle();
    plan_ = plan;
}

void ExecutableGraph::set_kernel(driver::GraphNodeId node,
                                 const std::shared_ptr<driver::Module>& module,
                                 driver::Kernel& kernel, const driver::LaunchShape& shape,
                                 std::span<void* const> arguments) {
    auto task = std::make_shared<const std::function<void()>>(
        kernel_task(*backend_, module, kernel, shape, arguments));
    const std::lock_guard lock(mutex_);
    auto plan = std::make_shared<GraphPlan>(*plan_);
    plan->set_kernel(node, std::move(task));
    plan_ = std::move(plan);
}

}  // namespace glint::cpu
