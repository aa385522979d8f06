#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

#include <glint/driver/backend.hpp>

namespace glint::cpu {

/// One place in a stream's work, which is reached once.
class Milestone {
public:
    void reach();
    void wait();
    bool is_reached();
    /// When it was reached.
    std::chrono::steady_clock::time_point time();

private:
    std::mutex mutex_;
    std::condition_variable reached_changed_;
    bool reached_ = false;
    std::chrono::steady_clock::time_point time_;
};

/// Stands for the milestone of its last recording; before the first, for one that is reached.
class Event final : public driver::Event {
public:
    explicit Event(std::shared_ptr<driver::Backend> backend) : backend_(std::move(backend)) {}

    /// A new milestone, which from now on is this event's.
    std::shared_ptr<Milestone> record();
    /// nullptr if the event was never recorded.
    std::shared_ptr<Milestone> milestone();

    void synchronize() override;
    bool is_done() override;
    double seconds_since(driver::Event& start) override;
    void* native() const noexcept override { return nullptr; }

private:
    std::chrono::steady_clock::time_point time_reached();

    std::shared_ptr<driver::Backend> backend_;
    std::mutex mutex_;
    std::shared_ptr<Milestone> milestone_;
};

/// Throws Error(invalid_argument) for an event of another backend.
Event& as_cpu_event(driver::Event& event);

}  // namespace glint::cpu
