// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include <glint/driver/device.hpp>

namespace glint {

using Seconds = std::chrono::duration<double>;

/// A point in a stream's work. The host and other streams can wait for it, and the time between two
/// events can be measured.
///
/// On a moved-from event, all functions except `device` throw Error(invalid_state).
class Event {
public:
    explicit Event(const Device& device, const EventOptions& options = {});
    /// Creates an event from a backend event.
    Event(const Device& device, std::shared_ptr<driver::Event> state) noexcept
        : device_(device), state_(std::move(state)) {}
    /// Borrows a CUevent of `device`. Its owner must not destroy it before this object is
    /// destroyed. Throws Error(invalid_argument) if it is null, and Error(unsupported) on the CPU.
    static Event wrap(const Device& device, void* native);

    Event(Event&& other) noexcept : device_(other.device_), state_(std::move(other.state_)) {}
    Event& operator=(Event&& other) noexcept;
    ~Event() = default;

    /// Waits for all work that was queued before the last `Stream::record` of this event. Returns
    /// immediately if the event was never recorded. Throws Error(invalid_state) if it was recorded
    /// into a graph.
    void synchronize() const { state().synchronize(); }
    /// Returns true if `synchronize` would not wait. Throws what `synchronize` throws.
    bool is_done() const { return state().is_done(); }
    bool has_timing() const { return state().has_timing(); }

    const Device& device() const noexcept { return device_; }
    driver::Event& state() const { return *share(); }
    /// Returns the backend event, for objects that use the event beyond this object's lifetime.
    const std::shared_ptr<driver::Event>& share() const;
    /// Returns the CUevent on CUDA, and nullptr on the CPU.
    void* native() const { return state().native(); }

private:
    Device device_;
    std::shared_ptr<driver::Event> state_;
};

/// Waits for both events and returns the time on the device from `start` to `stop`. Throws
/// Error(invalid_state) if an event was never recorded or was recorded into a graph. Throws
/// Error(invalid_argument) if an event was created without timing or if the events belong to
/// different devices.
Seconds elapsed(const Event& start, const Event& stop);

}  // namespace glint
