// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <glint/cpu/runtime/scheduling/event.hpp>
#include <glint/cpu/runtime/scheduling/graph_nodes.hpp>

namespace glint::cpu {

/// The work of a graph in a valid execution order. Keeps the graph's nodes as they were at that
/// time.
class GraphPlan {
public:
    /// The milestones of a plan's events in one launch of it.
    using Milestones = std::vector<std::shared_ptr<Milestone>>;

    explicit GraphPlan(std::shared_ptr<const GraphNodes> nodes);

    /// Records the plan's events, and looks up the milestones of the events that it waits for. Call
    /// it when the plan is queued.
    Milestones begin() const;
    /// Runs all steps, even if some fail, then throws the first failure.
    void run(const Milestones& milestones) const;

    /// Replaces the task of the kernel node with number `node`. Throws Error(invalid_argument) if
    /// the node does not exist or is not a kernel.
    void set_kernel(std::size_t node, Task task);

    /// Throws Error(invalid_argument) if `other` has different nodes or edges, or has them in a
    /// different order.
    void check_same_shape(const GraphPlan& other) const;

    const std::shared_ptr<const GraphNodes>& nodes() const noexcept { return nodes_; }

private:
    struct Step {
        Task task;          ///< null if an event is used
        std::size_t event;  ///< its index in `events_`
    };
    struct EventUse {
        std::shared_ptr<Event> event;
        bool is_recorded = false;
    };
    /// A node of the graph, a child, or a body, for comparing.
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
    std::vector<std::optional<std::size_t>> step_of_node_;  // only for kernels of the graph itself
    std::vector<EventUse> events_;
    std::vector<std::shared_ptr<Condition>> conditions_;
    std::vector<Shape> shapes_;
};

}  // namespace glint::cpu
