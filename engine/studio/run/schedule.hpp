// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace glint::studio {

class Simulation;

/// What is done between the steps of a run.
class Schedule {
public:
    /// Whether the steps go on.
    using Act = std::function<bool()>;

    /// Calls `act` behind each step whose number is a multiple of `every`, which is at least 1.
    void add(std::uint64_t every, Act act);
    /// Calls `act` behind the steps that lead to these: step 1 is behind the first of the run.
    void add_at(std::vector<std::uint64_t> steps, Act act);

    /// Queues so many steps, and acts between them, in the order of add(). False if an act ended
    /// them; the others of its step were called all the same.
    bool advance(Simulation& simulation, unsigned steps);

private:
    struct Entry {
        std::uint64_t every;               ///< 0: at `steps` alone
        std::vector<std::uint64_t> steps;  ///< in their order
        Act act;

        /// The first step behind `step` at which it acts; the greatest number if there is none.
        std::uint64_t next_after(std::uint64_t step) const;
        bool is_due(std::uint64_t step) const;
    };

    unsigned steps_to_next(std::uint64_t step, unsigned most) const;
    bool act_at(std::uint64_t step);

    std::vector<Entry> entries_;
};

}  // namespace glint::studio
