// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include <glint/driver/event.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

/// Measures the device time of a simulation's steps without waiting.
class AdvanceTimer {
public:
    explicit AdvanceTimer(Simulation& simulation);

    /// Call before and after queuing steps.
    void begin();
    void end(unsigned steps);
    /// The median of the last completed measurements; nullopt at first.
    std::optional<Seconds> step_time();

private:
    struct Measurement {
        Event start, stop;
        unsigned steps = 0;  // between the two events; 0: unused
    };
    void collect();

    Simulation* simulation_;
    std::vector<Measurement> measurements_;
    std::size_t newest_ = 0;
    std::vector<Seconds> last_;  // per step, oldest first
};

}  // namespace glint::studio
