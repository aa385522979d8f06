// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <glint/cpu/runtime/scheduling/event.hpp>
#include <glint/cpu/runtime/scheduling/graph_nodes.hpp>

namespace glint::cpu {

/// The work of a graph in an order in which it can be done. Keeps the graph's nodes as they were.
class GraphPlan {
public:
    /// What the events of a plan mean in one launch of it.
    using Milestones = std::vector<std::shared_ptr<Milestone>>;

    explicit GraphPlan(std::shared_ptr<const GraphNodes> nodes);

    /// Records the plan's events, and looks up what those stand for that it waits for. To be
    /// called when the plan is queued.
    Milestones begin() const;
    /// Does all of it, whatever fails, then throws the first failure.
    void run(const Milestones& milestones) const;

    /// Lets the kernel node with this number do something else. Throws Error(invalid_argument) if
    /// there is no such node, or it is of another kind.
    void set_kernel(std::size_t node, Task task);

    /// Throws Error(invalid_argument) if `other` has other nodes or edges, or the same in another
    /// order.
    void check_same_shape(const GraphPlan& other) const;

    const std::shared_ptr<const GraphNodes>& nodes() const noexcept { return nodes_; }

private:
    struct Step {
        Task task;          ///< null where an event is used
        std::size_t event;  ///< its place in `events_`
    };
    struct EventUse {
        std::shared_ptr<Event> event;
        bool is_recorded = false;
    };
    /// A node, those of children and bodies included, for comparing.
    struct Shape {
        driver::GraphNodeKind kind;
        std::vector<std::size_t> after;
    };

    void append(const GraphNodes& nodes, bool is_top);
    void append_step(const GraphNode& node);
    void do_step(const Step& step, const Milestones& milestones) const;
    Task body_task(const GraphNode::Conditional& conditional);

    std::shared_ptr<const GraphNodes> nodes_;
    std::vector<Step> steps_;
    std::vector<std::optional<std::size_t>> step_of_node_;  // of kernels of the graph itself
    std::vector<EventUse> events_;
    std::vector<std::shared_ptr<Condition>> conditions_;
    std::vector<Shape> shapes_;
};

}  // namespace glint::cpu
