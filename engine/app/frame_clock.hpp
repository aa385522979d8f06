// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace glint::app {

using Seconds = std::chrono::duration<double>;

/// Pause state and speed of the simulation, as set by the panel's buttons.
struct RunControls {
    bool paused = false;
    bool step_once = false;
    bool reset = false;
    float speed = 1.0f;  ///< relative to the simulation's default speed
};

/// Converts the time between frames into whole steps, so that a simulation runs at the same speed
/// on fast and slow displays.
class FrameClock {
public:
    explicit FrameClock(double steps_per_second) : steps_per_second_(steps_per_second) {}

    /// Returns the number of steps for a frame that took `frame_time`. Longer frame times than a
    /// tenth of a second are treated as a tenth, so that a stall does not cause a longer one.
    unsigned steps(Seconds frame_time, RunControls& controls);

private:
    double steps_per_second_;
    double owed_ = 0;  // steps to make, with the fraction carried over
};

}  // namespace glint::app
