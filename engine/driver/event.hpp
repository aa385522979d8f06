// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include <glint/driver/device.hpp>

namespace glint {

using Seconds = std::chrono::duration<double>;

/// A point in a stream's work that the host and other streams can wait for, with its time.
///
/// All calls on an event that was moved from throw Error(invalid_state), `device` excepted.
class Event {
public:
    explicit Event(const Device& device, const EventOptions& options = {});
    /// Takes over an event of the backend's.
    Event(const Device& device, std::shared_ptr<driver::Event> state) noexcept
        : device_(device), state_(std::move(state)) {}
    /// Borrows a CUevent of `device`, which its owner keeps until this object is gone. Throws
    /// Error(invalid_argument) if it is null, and Error(unsupported) on the CPU.
    static Event wrap(const Device& device, void* native);

    Event(Event&& other) noexcept : device_(other.device_), state_(std::move(other.state_)) {}
    Event& operator=(Event&& other) noexcept;
    ~Event() = default;

    /// Waits until the work before the last `Stream::record` is done. At once if never recorded.
    /// Throws Error(invalid_state) if that recording became part of a graph.
    void synchronize() const { state().synchronize(); }
    /// Whether that work is done; does not wait. Throws as `synchronize`.
    bool is_done() const { return state().is_done(); }
    bool has_timing() const { return state().has_timing(); }

    const Device& device() const noexcept { return device_; }
    driver::Event& state() const { return *share(); }
    /// The event itself, for objects that use it longer than this one lives.
    const std::shared_ptr<driver::Event>& share() const;
    /// CUevent on CUDA, nullptr on the CPU.
    void* native() const { return state().native(); }

private:
    Device device_;
    std::shared_ptr<driver::Event> state_;
};

/// Device time from `start` to `stop`; waits for both. Throws Error(invalid_state) if one of
/// them was never recorded or is part of a graph's capture, and Error(invalid_argument) if one was
/// made without timing or they belong to different devices.
Seconds elapsed(const Event& start, const Event& stop);

}  // namespace glint
