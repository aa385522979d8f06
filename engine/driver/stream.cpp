#include <glint/driver/stream.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint {

namespace {

const StreamOptions& checked(const Device& device, const StreamOptions& options) {
    const auto [least, greatest] = device.stream_priorities();
    if (options.priority <= least && options.priority >= greatest) return options;
    throw Error(ErrorCode::invalid_argument, "create a stream",
                fmt::format("its priority is {}; this device takes {} to {}", options.priority,
                            greatest, least));
}

}  // namespace

Stream::Stream(const Device& device, const StreamOptions& options)
    : Stream(device, device.backend()->create_stream(checked(device, options))) {}

Stream Stream::wrap(const Device& device, void* native) {
    return {device, device.backend()->wrap_stream(native)};
}

Stream Stream::legacy_default(const Device& device) {
    return {device, device.backend()->default_stream(false)};
}

Stream Stream::thread_default(const Device& device) {
    return {device, device.backend()->default_stream(true)};
}

Stream& Stream::operator=(Stream&& other) noexcept {
    device_ = other.device_;
    state_ = std::move(other.state_);
    return *this;
}

void Stream::record(Event& event) {
    driver::Stream& queue = state();
    driver::Event& recorded = event.state();
    if (event.device() != device_)
        throw Error(ErrorCode::invalid_argument, "record an event", "it belongs to another device");
    queue.record(recorded);
}

Event Stream::record() {
    driver::Stream& queue = state();
    Event event(device_);
    queue.record(event.state());
    return event;
}

void Stream::wait(const Stream& other) {
    const Event reached(other.device(), {.timing = false});
    other.state().record(reached.state());
    wait(reached);
}

void Stream::refuse_moved() {
    throw Error(ErrorCode::invalid_state, "use a stream", "it was moved from");
}

void detail::check_same_size(std::size_t to, std::size_t from, std::size_t element_bytes) {
    if (to == from) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("copy {} elements of {} bytes", from, element_bytes),
                fmt::format("the destination holds {} elements", to));
}

}  // namespace glint
