// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include <glint/driver/event.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

/// Measures the device time of a simulation's steps without waiting for the device.
class AdvanceTimer {
public:
    explicit AdvanceTimer(Simulation& simulation);

    /// Call begin() before steps are queued, and end() afterwards, with the number of steps.
    void begin();
    void end(unsigned steps);
    /// Returns the median time per step in the last completed measurements; nullopt before the
    /// first measurement is complete.
    std::optional<Seconds> step_time();

private:
    struct Measurement {
        Event start, stop;
        unsigned steps = 0;  // number of steps between the events; 0: unused
    };
    void collect();

    Simulation* simulation_;
    std::vector<Measurement> measurements_;
    std::size_t newest_ = 0;
    std::vector<Seconds> last_;  // last measured times per step, oldest first
};

}  // namespace glint::studio
