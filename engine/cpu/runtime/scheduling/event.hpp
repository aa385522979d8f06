// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>

#include <glint/backend/detail/backend.hpp>
#include <glint/base/process.hpp>
#include <glint/cpu/runtime/scheduling/capture.hpp>

namespace glint::cpu {

/// A point in the work of a stream. A stream reaches each milestone only once.
class Milestone {
public:
    void reach();
    /// The following functions throw Error(invalid_state) in a forked process.
    void wait();
    bool is_reached();
    /// Returns the time at which the milestone was reached.
    std::chrono::steady_clock::time_point time();

private:
    const detail::Process process_;
    std::mutex mutex_;
    detail::Condition reached_changed_;
    bool reached_ = false;
    std::chrono::steady_clock::time_point time_;
};

/// An event. It refers to the milestone of its last recording, or to a position in a graph if the
/// last recording was captured. An event that was never recorded counts as reached.
class Event final : public driver::Event {
public:
    Event(std::shared_ptr<driver::Backend> backend, const EventOptions& options)
        : backend_(std::move(backend)), has_timing_(options.timing) {}

    /// Creates a milestone and makes this event refer to it.
    std::shared_ptr<Milestone> record();
    /// Makes this event refer to `place`, a position in a capture.
    void record_in(const CapturePlace& place);
    /// Returns the position of the last recording in a capture, or nullopt if it was not captured.
    std::optional<CapturePlace> captured();
    /// Returns the milestone, or nullptr if the event was never recorded. Throws
    /// Error(invalid_state) if the last recording was captured.
    std::shared_ptr<Milestone> milestone();

    void synchronize() override;
    bool is_done() override;
    bool has_timing() const noexcept override { return has_timing_; }
    double seconds_since(driver::Event& start) override;
    void* native() const noexcept override { return nullptr; }

private:
    std::chrono::steady_clock::time_point time_reached();

    std::shared_ptr<driver::Backend> backend_;
    const bool has_timing_;
    std::mutex mutex_;
    std::shared_ptr<Milestone> milestone_;
    std::optional<CapturePlace> captured_;
};

/// Returns `event` as an event of this backend. Throws Error(invalid_argument) if it belongs to
/// another backend.
Event& as_cpu_event(driver::Event& event);

}  // namespace glint::cpu
