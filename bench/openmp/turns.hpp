// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace glint::bench {

/// One implementation of the work: glint, or a build of the references.
struct Side {
    std::string name;
    std::function<void()> run;  ///< returns when the work is done
    std::vector<double> times{};

    /// Median of the measured times, in seconds; at least one time is required.
    double median() const;
};

/// Runs 3 untimed rounds, then `repeats` timed rounds. In each round the sides take turns, so that
/// drift of the machine affects all sides. Just before each timed run, the same side runs the same
/// work untimed for some milliseconds, so that its threads are awake and its caches are warm.
/// `restore` is called before each run and is not timed.
void take_turns(std::span<Side> sides, int repeats, const std::function<void()>& restore);

/// Index of the side with the lowest median.
std::size_t fastest(std::span<const Side> sides);

}  // namespace glint::bench
