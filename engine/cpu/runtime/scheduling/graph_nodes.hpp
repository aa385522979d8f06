// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <glint/backend/detail/graph_backend.hpp>

namespace glint::cpu {

class Event;
class GraphNodes;

/// Work that can run more than once.
using Task = std::shared_ptr<const std::function<void()>>;

/// The kind of work that a task does. Users see it when they inspect a graph.
struct TaskKind {
    driver::GraphNodeKind kind = driver::GraphNodeKind::other;
    std::string_view label{};
};

/// A number that kernels set while a graph runs. Kernels use the address of the number as its
/// handle.
class Condition {
public:
    explicit Condition(unsigned first_value) : first_value_(first_value) { reset(); }

    /// Returns the mutex that is held while a graph with this condition runs.
    std::mutex& mutex() noexcept { return mutex_; }
    void reset() noexcept { value_ = first_value_; }
    unsigned value() const noexcept { return value_; }
    std::uint64_t handle() const noexcept { return reinterpret_cast<std::uint64_t>(&value_); }

private:
    std::mutex mutex_;
    unsigned value_ = 0;
    unsigned first_value_;
};

struct GraphNode {
    struct EventUse {
        std::shared_ptr<Event> event;
    };
    struct Conditional {
        driver::ConditionalKind kind = driver::ConditionalKind::if_else;
        std::shared_ptr<Condition> condition;
        std::vector<std::shared_ptr<GraphNodes>> bodies;
    };
    using Child = std::shared_ptr<const GraphNodes>;

    driver::GraphNodeKind kind = driver::GraphNodeKind::empty;
    std::string label;
    std::vector<std::size_t> after;  ///< indices of the predecessors, without duplicates
    std::variant<std::monostate, Task, EventUse, Child, Conditional> content;
};

/// The nodes of a graph, numbered from 0. Nodes can be added, but not removed. Thread-safe.
class GraphNodes {
public:
    GraphNodes() = default;
    /// Copies the current nodes of `other`. Both objects share the same conditions.
    GraphNodes(const GraphNodes& other);
    GraphNodes& operator=(const GraphNodes&) = delete;

    std::size_t add(GraphNode node);
    void add_edge(std::size_t from, std::size_t to);
    std::shared_ptr<Condition> add_condition(unsigned first_value);
    /// Returns the condition with this handle, or nullptr if it is not found.
    std::shared_ptr<Condition> find_condition(std::uint64_t handle) const;
    void keep(std::shared_ptr<const void> object);

    std::size_t size() const;
    std::vector<GraphNode> all() const;
    std::vector<std::shared_ptr<Condition>> conditions() const;
    /// Returns true if the graph, a child graph or a body keeps other objects alive.
    bool owns_objects() const;

private:
    mutable std::mutex mutex_;
    std::vector<GraphNode> nodes_;
    std::vector<std::shared_ptr<Condition>> conditions_;
    std::vector<std::shared_ptr<const void>> kept_;
};

}  // namespace glint::cpu
