// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace glint::app {

using Seconds = std::chrono::duration<double>;

/// How fast, and whether, the simulation runs; what the panel's buttons set.
struct RunControls {
    bool paused = false;
    bool step_once = false;
    bool reset = false;
    float speed = 1.0f;  ///< 1: as fast as the simulation asks for
};

/// Turns the time between frames into whole steps, so that a simulation runs at the same speed on
/// a fast and on a slow display.
class FrameClock {
public:
    explicit FrameClock(double steps_per_second) : steps_per_second_(steps_per_second) {}

    /// Steps to make for a frame that took `frame_time`. A frame that took longer than a tenth of
    /// a second counts as one, so that a stall is not followed by a longer one.
    unsigned steps(Seconds frame_time, RunControls& controls);

private:
    double steps_per_second_;
    double owed_ = 0;  // steps, with the fraction carried over
};

}  // namespace glint::app
