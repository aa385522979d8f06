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

/// A point in a stream's work that is reached once.
class Milestone {
public:
    void reach();
    /// These throw Error(invalid_state) in a forked process.
    void wait();
    bool is_reached();
    /// Time at which it was reached.
    std::chrono::steady_clock::time_point time();

private:
    const detail::Process process_;
    std::mutex mutex_;
    detail::Condition reached_changed_;
    bool reached_ = false;
    std::chrono::steady_clock::time_point time_;
};

/// An event that refers to the milestone of its last recording. Before the first recording, the
/// event counts as reached. If the last recording was captured, it refers to a place in a graph.
class Event final : public driver::Event {
public:
    Event(std::shared_ptr<driver::Backend> backend, const EventOptions& options)
        : backend_(std::move(backend)), has_timing_(options.timing) {}

    /// Makes a new milestone, to which this event refers from now on.
    std::shared_ptr<Milestone> record();
    /// Makes this event refer to `place` from now on.
    void record_in(const CapturePlace& place);
    /// Place of the last recording, if it was captured.
    std::optional<CapturePlace> captured();
    /// nullptr if the event was never recorded. Throws Error(invalid_state) if it was captured.
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

/// Throws Error(invalid_argument) for an event of another backend.
Event& as_cpu_event(driver::Event& event);

}  // namespace glint::cpu
