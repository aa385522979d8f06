#include <glint/driver/event.hpp>

namespace glint {

Event::Event(const Device& device) : state_(device.backend()->create_event()) {}

Seconds elapsed(Event& start, Event& stop) {
    start.synchronize();
    stop.synchronize();
    return Seconds(stop.state().seconds_since(start.state()));
}

}  // namespace glint
