// SPDX-License-Identifier: MIT
#include <glint/driver/event.hpp>

#include <glint/base/error.hpp>

namespace glint {

Event::Event(const Device& device, const EventOptions& options)
    : Event(device, device.backend()->create_event(options)) {}

Event Event::wrap(const Device& device, void* native) {
    return {device, device.backend()->wrap_event(native)};
}

Event& Event::operator=(Event&& other) noexcept {
    device_ = other.device_;
    state_ = std::move(other.state_);
    return *this;
}

const std::shared_ptr<driver::Event>& Event::share() const {
    if (!state_)
        throw Error(ErrorCode::invalid_state, "use an event",
                    "the event was moved to another object");
    return state_;
}

Seconds elapsed(const Event& start, const Event& stop) {
    if (start.device() != stop.device())
        throw Error(ErrorCode::invalid_argument, "measure the time between events",
                    "the events belong to different devices");
    for (const Event* event : {&start, &stop})
        if (!event->has_timing())
            throw Error(ErrorCode::invalid_argument, "measure the time between events",
                        "one of the events was created without timing");
    start.synchronize();
    stop.synchronize();
    return Seconds(stop.state().seconds_since(start.state()));
}

}  // namespace glint
