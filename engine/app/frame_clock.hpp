// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace glint::app {

using Seconds = std::chrono::duration<double>;

/// Pause state and speed of a simulation. The buttons of the panel change them.
struct RunControls {
    bool paused = false;
    bool step_once = false;
    bool reset = false;
    float speed = 1.0f;  ///< speed relative to the default speed of the simulation
};

/// Converts the time between frames to a whole number of time steps, so that a simulation runs at
/// the same speed on fast and slow displays.
class FrameClock {
public:
    explicit FrameClock(double steps_per_second) : steps_per_second_(steps_per_second) {}

    /// Returns the number of time steps for a frame that took `frame_time`. A `frame_time` above
    /// 0.1 s counts as 0.1 s. Otherwise, one slow frame would require many steps, and the next
    /// frame would be even slower.
    unsigned steps(Seconds frame_time, RunControls& controls);

private:
    double steps_per_second_;
    double owed_ = 0;  // time steps that are due, including a fraction
};

}  // namespace glint::app
