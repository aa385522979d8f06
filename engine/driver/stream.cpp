// SPDX-License-Identifier: MIT
#include <glint/driver/stream.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/driver/detail/disposal.hpp>
#include <glint/driver/memory_pool.hpp>

namespace glint {

const StreamOptions& detail::check_priority(const Device& device, const StreamOptions& options) {
    const auto [least, greatest] = device.stream_priorities();
    if (options.priority <= least && options.priority >= greatest) return options;
    throw Error(ErrorCode::invalid_argument, "create a stream",
                fmt::format("the priority is {}, but this device supports {} to {}",
                            options.priority, greatest, least));
}

Stream::Stream(const Device& device, const StreamOptions& options)
    : Stream(device, device.backend()->create_stream(detail::check_priority(device, options))) {}

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
    pool_ = std::move(other.pool_);  // release the pool before its device
    device_ = other.device_;
    state_ = std::move(other.state_);
    return *this;
}

Stream Stream::with_pool(const MemoryPool& pool) const {
    return {device_, share(), detail::account_for(*this, pool)};
}

void Stream::record(Event& event) {
    driver::Stream& queue = state();
    driver::Event& recorded = event.state();
    if (event.device() != device_)
        throw Error(ErrorCode::invalid_argument, "record an event",
                    "the event belongs to another device");
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

void Stream::call_and_dispose(std::function<void()> function) {
    driver::Stream& queue = state();
    queue.call(device_.backend()->owned<detail::Disposal>().deferred(std::move(function)));
}

void Stream::refuse_moved() {
    throw Error(ErrorCode::invalid_state, "use a stream", "the stream was moved to another object");
}

}  // namespace glint
