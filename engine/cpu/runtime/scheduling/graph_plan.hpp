// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <glint/cpu/runtime/scheduling/event.hpp>
#include <glint/cpu/runtime/scheduling/graph_nodes.hpp>

namespace glint::cpu {

/// The work of a graph in a valid order of execution. Later changes of the graph do not affect the
/// plan.
class GraphPlan {
public:
    /// The milestones of the plan's events, for a single launch.
    using Milestones = std::vector<std::shared_ptr<Milestone>>;

    explicit GraphPlan(std::shared_ptr<const GraphNodes> nodes);

    /// Prepares a launch. Call this function when the plan is queued. Creates the milestones of the
    /// events that the plan records, and finds the milestones of the events that the plan waits
    /// for. Returns all these milestones.
    Milestones begin() const;
    /// Runs all steps, even if some of them fail. Then throws the first failure.
    void run(const Milestones& milestones) const;

    /// Replaces the task of the kernel node `node`. Throws Error(invalid_argument) if `node` is not
    /// the index of a kernel node.
    void set_kernel(std::size_t node, Task task);

    /// Throws Error(invalid_argument) if `other` has different nodes or edges, or has them in a
    /// different order.
    void check_same_shape(const GraphPlan& other) const;

    const std::shared_ptr<const GraphNodes>& nodes() const noexcept { return nodes_; }

private:
    struct Step {
        Task task;          ///< null if the step uses an event
        std::size_t event;  ///< index of the event in `events_`
    };
    struct EventUse {
        std::shared_ptr<Event> event;
        bool is_recorded = false;
    };
    /// Properties of a node that check_same_shape() compares. Includes the nodes of child graphs
    /// and bodies.
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
    std::vector<std::optional<std::size_t>> step_of_node_;  // nullopt if a node is not a kernel
    std::vector<EventUse> events_;
    std::vector<std::shared_ptr<Condition>> conditions_;
    std::vector<Shape> shapes_;
};

}  // namespace glint::cpu
