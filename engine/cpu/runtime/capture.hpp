#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include <glint/cpu/runtime/graph_nodes.hpp>

namespace glint::cpu {

/// The time in which queues put their tasks into a graph instead of running them. Ends with this
/// object; whoever takes part holds a weak pointer.
class Capture {
public:
    explicit Capture(std::shared_ptr<GraphNodes> nodes)
        : nodes_(std::move(nodes)), first_(nodes_->size()) {}
    /// Calls what was added last.
    ~Capture() {
        for (const auto& work : last_) work();
    }
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

    GraphNodes& nodes() noexcept { return *nodes_; }
    /// Whether every node that was added comes before one of `last`, or is one.
    bool all_lead_to(const std::vector<std::size_t>& last) const;
    /// Work for the time after the capture. Must not throw.
    void add_last(std::function<void()> work) {
        const std::lock_guard lock(mutex_);
        last_.push_back(std::move(work));
    }

private:
    std::shared_ptr<GraphNodes> nodes_;
    std::size_t first_;
    std::mutex mutex_;
    std::vector<std::function<void()>> last_;
};

/// How far a queue has come in a capture, or what a captured event means.
struct CapturePlace {
    std::weak_ptr<Capture> capture;
    std::vector<std::size_t> last;  ///< what the next node comes after

    bool is_in(const std::weak_ptr<Capture>& other) const noexcept {
        return !capture.owner_before(other) && !other.owner_before(capture);
    }
    /// Lets the next node come after those of `other`, too.
    void join(const CapturePlace& other);
};

}  // namespace glint::cpu
