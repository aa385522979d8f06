// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace glint::studio {

/// How much each of the snapshots at these steps, the lowest first, would be missed by a run that
/// has come to step `end`; the greater the more.
///
/// Of the steps more than `reach` before the end, those are missed least that leave the smallest
/// gap in proportion to how long ago they are: what stays are gaps that grow with that. Of later
/// ones, which are missed more than all of those, it is the gap itself. The first and the last
/// snapshot are never missed too little: they are infinity.
std::vector<double> importance(std::span<const std::uint64_t> steps, std::uint64_t end,
                               std::uint64_t reach);

/// What decides how far snapshots are apart.
struct SpacingRule {
    std::size_t fitting = 0;  ///< how many fit into the memory
    std::uint64_t reach = 0;  ///< half of them are for so many of the last steps
    double share = 0;         ///< of the steps' time, that they may cost
    double longest = 0;       ///< seconds that the steps between two take at most
    double step_time = 0;     ///< seconds; 0 where nothing was measured yet
    double capture_time = 0;
};

/// The steps from one snapshot to the next: as few as the memory allows, and the share of the time,
/// before which the longest way goes.
std::uint64_t snapshot_spacing(const SpacingRule& rule);

}  // namespace glint::studio
