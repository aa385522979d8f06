#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include <glint/driver/device.hpp>

namespace glint {

using Seconds = std::chrono::duration<double>;

/// A point in a stream's work that the host and other streams can wait for, with its time.
class Event {
public:
    explicit Event(const Device& device);
    /// Takes over an event of a backend.
    Event(const Device&, std::unique_ptr<driver::Event> state) noexcept
        : state_(std::move(state)) {}

    /// Waits until the work before the last `Stream::record` is done. At once if never recorded.
    void synchronize() { state_->synchronize(); }
    bool is_done() const { return state_->is_done(); }

    driver::Event& state() const noexcept { return *state_; }
    /// CUevent on CUDA, nullptr on the CPU.
    void* native() const noexcept { return state_->native(); }

private:
    std::unique_ptr<driver::Event> state_;
};

/// Device time from `start` to `stop`; waits for both. Throws Error(invalid_state) if one of
/// them was never recorded.
Seconds elapsed(Event& start, Event& stop);

}  // namespace glint
