// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/scheduling/event.hpp>

#include <utility>

#include <glint/base/error.hpp>

namespace glint::cpu {

void Milestone::reach() {
    const std::lock_guard lock(mutex_);
    time_ = std::chrono::steady_clock::now();
    reached_ = true;
    reached_changed_->notify_all();
}

void Milestone::wait() {
    process_.check("wait for an event");
    std::unique_lock lock(mutex_);
    reached_changed_->wait(lock, [&] { return reached_; });
}

bool Milestone::is_reached() {
    process_.check("query an event");
    const std::lock_guard lock(mutex_);
    return reached_;
}

std::chrono::steady_clock::time_point Milestone::time() {
    process_.check("get the time of an event");
    const std::lock_guard lock(mutex_);
    return time_;
}

std::shared_ptr<Milestone> Event::record() {
    const std::lock_guard lock(mutex_);
    milestone_ = std::make_shared<Milestone>();
    captured_.reset();
    return milestone_;
}

void Event::record_in(const CapturePlace& place) {
    const std::lock_guard lock(mutex_);
    captured_ = place;
    milestone_.reset();
}

std::optional<CapturePlace> Event::captured() {
    const std::lock_guard lock(mutex_);
    return captured_;
}

std::shared_ptr<Milestone> Event::milestone() {
    const std::lock_guard lock(mutex_);
    if (captured_)
        throw Error(ErrorCode::invalid_state, "use an event",
                    "the last recording of the event was captured into a graph");
    return milestone_;
}

void Event::synchronize() {
    if (const auto current = milestone()) current->wait();
}

bool Event::is_done() {
    const auto current = milestone();
    return !current || current->is_reached();
}

std::chrono::steady_clock::time_point Event::time_reached() {
    const auto current = milestone();
    if (!current || !current->is_reached())
        throw Error(ErrorCode::invalid_state, "measure the time between events",
                    current ? "one of the events has not completed yet"
                            : "one of the events was never recorded");
    return current->time();
}

double Event::seconds_since(driver::Event& start) {
    const auto begin = as_cpu_event(start).time_reached();
    return std::chrono::duration<double>(time_reached() - begin).count();
}

Event& as_cpu_event(driver::Event& event) {
    auto* own = dynamic_cast<Event*>(&event);
    if (own == nullptr)
        throw Error(ErrorCode::invalid_argument, "use an event on the CPU",
                    "the event belongs to another device");
    return *own;
}

}  // namespace glint::cpu
