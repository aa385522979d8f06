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
    std::function<void()> run;  ///< ends when the work is done
    std::vector<double> times{};

    /// Median of the times, in seconds; there must be at least one.
    double median() const;
};

/// Runs `repeats` rounds, after 3 untimed ones, in which the sides take turns, so that drift of the
/// machine affects all sides. Each time is taken right after the same side ran the same work
/// untimed for some milliseconds, so that the measured side has awake threads and warm caches.
/// `restore` is called before each run and is not timed.
void take_turns(std::span<Side> sides, int repeats, const std::function<void()>& restore);

/// Index of the side with the lowest median.
std::size_t fastest(std::span<const Side> sides);

}  // namespace glint::bench
