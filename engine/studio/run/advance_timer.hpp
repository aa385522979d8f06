// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include <glint/driver/event.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

/// Measures what a step of a simulation takes on its device, and never waits for it.
class AdvanceTimer {
public:
    explicit AdvanceTimer(Simulation& simulation);

    /// Round what queues steps.
    void begin();
    void end(unsigned steps);
    /// The median of the last measurements that are done; nothing at first.
    std::optional<Seconds> step_time();

private:
    struct Measurement {
        Event start, stop;
        unsigned steps = 0;  // between the two; 0: it is free
    };
    void collect();

    Simulation* simulation_;
    std::vector<Measurement> measurements_;
    std::size_t newest_ = 0;
    std::vector<Seconds> last_;  // of a step, the oldest first
};

}  // namespace glint::studio
