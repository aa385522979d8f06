// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/backend/detail/capture_scope.hpp>
#include <glint/cpu/runtime/scheduling/graph_nodes.hpp>

namespace glint::cpu {

/// While a Capture exists, the queues that take part in it add their tasks to a graph instead of
/// running them. The queues hold weak pointers to the Capture.
class Capture {
public:
    Capture(std::shared_ptr<GraphNodes> nodes, std::shared_ptr<driver::CaptureScope> scope)
        : nodes_(std::move(nodes)), first_(nodes_->size()), scope_(std::move(scope)) {}

    GraphNodes& nodes() noexcept { return *nodes_; }
    const std::shared_ptr<driver::CaptureScope>& scope() const noexcept { return scope_; }
    /// Returns true if every node that was added during the capture is in `last` or has a (direct
    /// or indirect) successor in `last`.
    bool all_lead_to(const std::vector<std::size_t>& last) const;

private:
    std::shared_ptr<GraphNodes> nodes_;
    std::size_t first_;
    std::shared_ptr<driver::CaptureScope> scope_;
};

/// The position of a queue in a capture, or the position at which an event was recorded in a
/// capture.
struct CapturePlace {
    std::weak_ptr<Capture> capture;
    std::vector<std::size_t> last;  ///< predecessors of the next node
    std::string_view refusal{};     ///< error message for a wait during this capture

    bool is_in(const std::weak_ptr<Capture>& other) const noexcept {
        return !capture.owner_before(other) && !other.owner_before(capture);
    }
    /// Adds the nodes in `other.last` to the predecessors of the next node.
    void join(const CapturePlace& other);
};

}  // namespace glint::cpu
