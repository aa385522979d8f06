// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include <glint/driver/event.hpp>
#include <glint/driver/stream.hpp>

namespace glint::studio {

/// Keeps a host that only queues frames from running ahead of those that are done: what a progress
/// bar counts is then at most so many frames from the truth.
class Pace {
public:
    static constexpr std::size_t kFrames = 2;

    explicit Pace(const Device& device)
        : done_{Event(device, {.timing = false}), Event(device, {.timing = false})} {}

    /// Ends a frame of `stream`; waits until the one kFrames before it is done.
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
