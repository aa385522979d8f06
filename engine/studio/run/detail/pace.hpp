// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include <glint/driver/event.hpp>
#include <glint/driver/stream.hpp>

namespace glint::studio {

/// Limits how far the host runs ahead of the device, because the host only queues frames. The
/// progress that the host displays is therefore at most kFrames frames ahead.
class Pace {
public:
    static constexpr std::size_t kFrames = 2;

    explicit Pace(const Device& device)
        : done_{Event(device, {.timing = false}), Event(device, {.timing = false})} {}

    /// Call when all work of a frame is queued on `stream`. Waits until the device has finished the
    /// frame that was kFrames frames earlier.
    void end_frame(Stream& stream) {
        Event& oldest = done_[frames_++ % kFrames];
        oldest.synchronize();
        stream.record(oldest);
    }

private:
    std::array<Event, kFrames> done_;
    std::size_t frames_ = 0;
};

}  // namespace glint::studio
