// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include <glint/driver/device.hpp>

namespace glint {

using Seconds = std::chrono::duration<double>;

/// A point in a stream's work, with its time, that the host and other streams can wait for.
///
/// All calls on a moved-from event, except `device`, throw Error(invalid_state).
class Event {
public:
    explicit Event(const Device& device, const EventOptions& options = {});
    /// Wraps a backend event.
    Event(const Device& device, std::shared_ptr<driver::Event> state) noexcept
        : device_(device), state_(std::move(state)) {}
    /// Borrows a CUevent of `device`, which its owner must keep until this object is destroyed.
    /// Throws Error(invalid_argument) if it is null, and Error(unsupported) on the CPU.
    static Event wrap(const Device& device, void* native);

    Event(Event&& other) noexcept : device_(other.device_), state_(std::move(other.state_)) {}
    Event& operator=(Event&& other) noexcept;
    ~Event() = default;

    /// Waits until the work before the last `Stream::record` is done; returns immediately if never
    /// recorded. Throws Error(invalid_state) if the event was recorded into a graph.
    void synchronize() const { state().synchronize(); }
    /// Returns true if the work that `synchronize` waits for is done; does not wait. Throws what
    /// `synchronize` throws.
    bool is_done() const { return state().is_done(); }
    bool has_timing() const { return state().has_timing(); }

    const Device& device() const noexcept { return device_; }
    driver::Event& state() const { return *share(); }
    /// Shares ownership, for objects that use the event beyond this object's lifetime.
    const std::shared_ptr<driver::Event>& share() const;
    /// CUevent on CUDA, nullptr on the CPU.
    void* native() const { return state().native(); }

private:
    Device device_;
    std::shared_ptr<driver::Event> state_;
};

/// Returns the device time from `start` to `stop`; waits for both. Throws Error(invalid_state) if
/// one of them was never recorded or was captured into a graph. Throws Error(invalid_argument) if
/// one was created without timing or they belong to different devices.
Seconds elapsed(const Event& start, const Event& stop);

}  // namespace glint
