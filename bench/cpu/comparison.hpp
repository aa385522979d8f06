// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <bench/cpu/workload.hpp>

namespace glint::bench {

/// The median times of one workload.
struct Comparison {
    std::string name;
    std::string shape;
    std::string lowering;
    double target = 1;
    double glint_seconds = 0;
    std::vector<double> reference_seconds{};  ///< in the order of the libraries
    std::size_t best = 0;                     ///< index of the fastest library without -ffast-math
    std::optional<std::size_t> best_fast{};   ///< index of the fastest one with -ffast-math, if any

    double best_seconds() const { return reference_seconds[best]; }
    double ratio() const { return glint_seconds / best_seconds(); }
    std::optional<double> fast_ratio() const {
        if (!best_fast) return std::nullopt;
        return glint_seconds / reference_seconds[*best_fast];
    }
};

/// Checks the results of glint and of every library. Then times glint and the libraries alternately
/// for `repeats` rounds. The time of glint is from the first launch to the end of
/// Stream::synchronize.
///
/// Throws Error(bad_input), naming the workload, side and element, if a result is wrong, and
/// Error(not_found) if all libraries use -ffast-math.
Comparison compare(const CatalogEntry& entry, const Device& device,
                   std::span<const ReferenceLibrary> libraries, int repeats);

}  // namespace glint::bench
