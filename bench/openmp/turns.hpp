// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace glint::bench {

/// An implementation of the work to measure: glint, or one build of the references.
struct Side {
    std::string name;
    std::function<void()> run;  ///< returns when the work is done
    std::vector<double> times{};

    /// Returns the median of the measured times in seconds. There must be at least one time.
    double median() const;
};

/// Runs 3 untimed rounds, then `repeats` timed rounds. In each round, the sides take turns, so that
/// drift of the machine affects all sides. Just before each timed run, the same side does the same
/// work untimed for some milliseconds, so that its threads are awake and its caches are warm. Calls
/// `restore` before each run, without timing it.
void take_turns(std::span<Side> sides, int repeats, const std::function<void()>& restore);

/// Returns the index of the side with the lowest median.
std::size_t fastest(std::span<const Side> sides);

}  // namespace glint::bench
