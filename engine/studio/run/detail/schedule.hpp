// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace glint::studio {

class Simulation;

/// Actions between the steps of a run.
class Schedule {
public:
    /// An action. Returns false to stop the run.
    using Act = std::function<bool()>;

    /// Calls `act` whenever the number of steps that have run is a multiple of `every`, which is at
    /// least 1.
    void add(std::uint64_t every, Act act);
    /// Calls `act` before each of these steps. The first step of a run is step 0.
    void add_at(std::vector<std::uint64_t> steps, Act act);

    /// Queues `steps` steps, with the due actions between them. Actions of the same step are called
    /// in the order of add() and add_at(). Returns false if an action stopped the run; the other
    /// actions of that step are still called.
    bool advance(Simulation& simulation, unsigned steps);

private:
    struct Entry {
        std::uint64_t every;               ///< 0: only at `steps`
        std::vector<std::uint64_t> steps;  ///< in ascending order
        Act act;

        /// Returns the first step after `step` at which the action is due, or the maximum value if
        /// the action is never due again.
        std::uint64_t next_after(std::uint64_t step) const;
        bool is_due(std::uint64_t step) const;
    };

    unsigned steps_to_next(std::uint64_t step, unsigned most) const;
    bool act_at(std::uint64_t step);

    std::vector<Entry> entries_;
};

}  // namespace glint::studio
