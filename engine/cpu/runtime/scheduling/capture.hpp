// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/backend/detail/capture_scope.hpp>
#include <glint/cpu/runtime/scheduling/graph_nodes.hpp>

namespace glint::cpu {

/// The period in which queues add their tasks to a graph instead of running them. It ends with this
/// object; participants hold weak pointers.
class Capture {
public:
    Capture(std::shared_ptr<GraphNodes> nodes, std::shared_ptr<driver::CaptureScope> scope)
        : nodes_(std::move(nodes)), first_(nodes_->size()), scope_(std::move(scope)) {}

    GraphNodes& nodes() noexcept { return *nodes_; }
    const std::shared_ptr<driver::CaptureScope>& scope() const noexcept { return scope_; }
    /// True if every node that was added comes before one of `last`, or is one of them.
    bool all_lead_to(const std::vector<std::size_t>& last) const;

private:
    std::shared_ptr<GraphNodes> nodes_;
    std::size_t first_;
    std::shared_ptr<driver::CaptureScope> scope_;
};

/// Position of a queue in a capture, or the meaning of a captured event.
struct CapturePlace {
    std::weak_ptr<Capture> capture;
    std::vector<std::size_t> last;  ///< nodes that the next node comes after
    std::string_view refusal{};     ///< why the capture's queues refuse to wait

    bool is_in(const std::weak_ptr<Capture>& other) const noexcept {
        return !capture.owner_before(other) && !other.owner_before(capture);
    }
    /// Makes the next node also come after the last nodes of `other`.
    void join(const CapturePlace& other);
};

}  // namespace glint::cpu
