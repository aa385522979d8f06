// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace glint::bench {

/// One of those that do the same work: glint, or a build of the references.
struct Side {
    std::string name;
    std::function<void()> run;  ///< ends when the work is done
    std::vector<double> times{};

    /// The middle one of the times, of which there are some; seconds.
    double median() const;
};

/// Runs `repeats` rounds, after 3 untimed ones, in which the sides take turns, so that a machine
/// that drifts drifts for all. Each time is taken right after the same side did the same work
/// untimed for some milliseconds, so that threads are awake and caches filled by the side that is
/// measured. `restore` is called before each run and is not timed.
void take_turns(std::span<Side> sides, int repeats, const std::function<void()>& restore);

/// Where the side with the least median is.
std::size_t fastest(std::span<const Side> sides);

}  // namespace glint::bench
