// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/scheduling/graph_nodes.hpp>

#include <algorithm>
#include <utility>

namespace glint::cpu {
namespace {

bool owns_objects_in(const GraphNode& node) {
    if (const auto* child = std::get_if<GraphNode::Child>(&node.content))
        return (*child)->owns_objects();
    const auto* conditional = std::get_if<GraphNode::Conditional>(&node.content);
    return conditional && std::ranges::any_of(conditional->bodies, [](const auto& body) {
               return body->owns_objects();
           });
}

}  // namespace

GraphNodes::GraphNodes(const GraphNodes& other) {
    const std::lock_guard lock(other.mutex_);
    nodes_ = other.nodes_;
    conditions_ = other.conditions_;
    kept_ = other.kept_;
}

std::size_t GraphNodes::add(GraphNode node) {
    const std::lock_guard lock(mutex_);
    nodes_.push_back(std::move(node));
    return nodes_.size() - 1;
}

void GraphNodes::add_edge(std::size_t from, std::size_t to) {
    const std::lock_guard lock(mutex_);
    nodes_.at(to).after.push_back(from);
}

std::shared_ptr<Condition> GraphNodes::add_condition(unsigned first_value) {
    const std::lock_guard lock(mutex_);
    return conditions_.emplace_back(std::make_shared<Condition>(first_value));
}

std::shared_ptr<Condition> GraphNodes::find_condition(std::uint64_t handle) const {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(conditions_, handle,
                                         [](const auto& condition) { return condition->handle(); });
    return found == conditions_.end() ? nullptr : *found;
}

void GraphNodes::keep(std::shared_ptr<const void> object) {
    const std::lock_guard lock(mutex_);
    kept_.push_back(std::move(object));
}

std::size_t GraphNodes::size() const {
    const std::lock_guard lock(mutex_);
    return nodes_.size();
}

std::vector<GraphNode> GraphNodes::all() const {
    const std::lock_guard lock(mutex_);
    return nodes_;
}

std::vector<std::shared_ptr<Condition>> GraphNodes::conditions() const {
    const std::lock_guard lock(mutex_);
    return conditions_;
}

bool GraphNodes::owns_objects() const {
    const std::lock_guard lock(mutex_);
    return !kept_.empty() || std::ranges::any_of(nodes_, owns_objects_in);
}

}  // namespace glint::cpu
