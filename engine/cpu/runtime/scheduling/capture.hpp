// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/backend/detail/capture_scope.hpp>
#include <glint/cpu/runtime/scheduling/graph_nodes.hpp>

namespace glint::cpu {

/// The time in which queues put their tasks into a graph instead of running them. Ends with this
/// object; whoever takes part holds a weak pointer.
class Capture {
public:
    Capture(std::shared_ptr<GraphNodes> nodes, std::shared_ptr<driver::CaptureScope> scope)
        : nodes_(std::move(nodes)), first_(nodes_->size()), scope_(std::move(scope)) {}

    GraphNodes& nodes() noexcept { return *nodes_; }
    const std::shared_ptr<driver::CaptureScope>& scope() const noexcept { return scope_; }
    /// Whether every node that was added comes before one of `last`, or is one.
    bool all_lead_to(const std::vector<std::size_t>& last) const;

private:
    std::shared_ptr<GraphNodes> nodes_;
    std::size_t first_;
    std::shared_ptr<driver::CaptureScope> scope_;
};

/// How far a queue has come in a capture, or what a captured event means.
struct CapturePlace {
    std::weak_ptr<Capture> capture;
    std::vector<std::size_t> last;  ///< what the next node comes after
    std::string_view refusal{};     ///< why its queues refuse to wait

    bool is_in(const std::weak_ptr<Capture>& other) const noexcept {
        return !capture.owner_before(other) && !other.owner_before(capture);
    }
    /// Lets the next node come after those of `other`, too.
    void join(const CapturePlace& other);
};

}  // namespace glint::cpu
