// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/scheduling/graph_plan.hpp>

#include <algorithm>
#include <exception>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::cpu {
namespace {

// Returns a valid order of execution. If possible, a successor of a node directly follows the node,
// because the node's data is then still in the caches.
std::vector<std::size_t> order_of(const std::vector<GraphNode>& nodes) {
    std::vector<std::vector<std::size_t>> next(nodes.size());
    std::vector<std::size_t> waits_for;
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        waits_for.push_back(nodes[i].after.size());
        if (nodes[i].after.empty()) ready.push_back(i);
        for (const std::size_t before : nodes[i].after) next[before].push_back(i);
    }
    std::ranges::reverse(ready);
    std::vector<std::size_t> order;
    while (!ready.empty()) {
        order.push_back(ready.back());
        ready.pop_back();
        for (const std::size_t later : next[order.back()])
            if (--waits_for[later] == 0) ready.push_back(later);
    }
    return order;
}

void run_bodies(driver::ConditionalKind kind, const Condition& condition,
                const std::vector<std::shared_ptr<const GraphPlan>>& bodies) {
    switch (kind) {
        case driver::ConditionalKind::if_else:
            if (condition.value() != 0)
                bodies[0]->run({});
            else if (bodies.size() > 1)
                bodies[1]->run({});
            break;
        case driver::ConditionalKind::while_loop:
            while (condition.value() != 0) bodies[0]->run({});
            break;
        case driver::ConditionalKind::switch_case:
            if (condition.value() < bodies.size()) bodies[condition.value()]->run({});
            break;
    }
}

[[noreturn]] void refuse_update(const std::string& reason) {
    throw Error(ErrorCode::invalid_argument, "update a graph", reason);
}

}  // namespace

GraphPlan::GraphPlan(std::shared_ptr<const GraphNodes> nodes) : nodes_(std::move(nodes)) {
    append(*nodes_, true);
}

void GraphPlan::append(const GraphNodes& graph, bool is_top) {
    const std::vector<GraphNode> nodes = graph.all();
    for (const auto& condition : graph.conditions()) conditions_.push_back(condition);
    for (const GraphNode& node : nodes) shapes_.push_back({node.kind, node.after});
    if (is_top) step_of_node_.resize(nodes.size());
    for (const std::size_t number : order_of(nodes)) {
        if (is_top && nodes[number].kind == driver::GraphNodeKind::kernel)
            step_of_node_[number] = steps_.size();
        append_step(nodes[number]);
    }
}

void GraphPlan::append_step(const GraphNode& node) {
    if (const auto* task = std::get_if<Task>(&node.content)) {
        steps_.push_back({*task, 0});
    } else if (const auto* use = std::get_if<GraphNode::EventUse>(&node.content)) {
        steps_.push_back({nullptr, events_.size()});
        events_.push_back({use->event, node.kind == driver::GraphNodeKind::record});
    } else if (const auto* child = std::get_if<GraphNode::Child>(&node.content)) {
        append(**child, false);
    } else if (const auto* conditional = std::get_if<GraphNode::Conditional>(&node.content)) {
        steps_.push_back({body_task(*conditional), 0});
    }
}

Task GraphPlan::body_task(const GraphNode::Conditional& conditional) {
    std::vector<std::shared_ptr<const GraphPlan>> bodies;
    for (const auto& nodes : conditional.bodies) {
        auto body = std::make_shared<const GraphPlan>(std::make_shared<const GraphNodes>(*nodes));
        shapes_.insert(shapes_.end(), body->shapes_.begin(), body->shapes_.end());
        bodies.push_back(std::move(body));
    }
    return std::make_shared<const std::function<void()>>(
        [kind = conditional.kind, condition = conditional.condition, bodies = std::move(bodies)] {
            run_bodies(kind, *condition, bodies);
        });
}

GraphPlan::Milestones GraphPlan::begin() const {
    Milestones milestones;
    for (const EventUse& use : events_)
        milestones.push_back(use.is_recorded ? use.event->record() : use.event->milestone());
    return milestones;
}

void GraphPlan::do_step(const Step& step, const Milestones& milestones) const {
    if (step.task) return (*step.task)();
    const auto& milestone = milestones[step.event];
    if (events_[step.event].is_recorded)
        milestone->reach();
    else if (milestone)
        milestone->wait();
}

void GraphPlan::run(const Milestones& milestones) const {
    std::unique_lock<std::mutex> alone;  // all plans of a graph share its conditions
    if (!conditions_.empty()) alone = std::unique_lock(conditions_.front()->mutex());
    for (const auto& condition : conditions_) condition->reset();
    std::exception_ptr failure;
    for (const Step& step : steps_) try {
            do_step(step, milestones);
        } catch (...) {
            if (!failure) failure = std::current_exception();
        }
    if (failure) std::rethrow_exception(failure);
}

void GraphPlan::set_kernel(std::size_t node, Task task) {
    if (node >= step_of_node_.size() || !step_of_node_[node])
        throw Error(ErrorCode::invalid_argument, "update a node of a graph",
                    "the node is not a kernel of this graph");
    steps_[*step_of_node_[node]].task = std::move(task);
}

void GraphPlan::check_same_shape(const GraphPlan& other) const {
    if (shapes_.size() != other.shapes_.size())
        refuse_update(fmt::format("the graph has {}, but the new graph has {}",
                                  text::counted(shapes_.size(), "node"), other.shapes_.size()));
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
        const auto& [kind, after] = shapes_[i];
        if (kind != other.shapes_[i].kind)
            refuse_update(fmt::format("the kind of node {} is '{}', but was '{}'", i,
                                      to_string(other.shapes_[i].kind), to_string(kind)));
        if (after != other.shapes_[i].after)
            refuse_update(fmt::format("the dependencies of node {} changed", i));
    }
}

}  // namespace glint::cpu
