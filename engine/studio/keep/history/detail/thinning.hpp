// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace glint::studio {

/// Returns the importance of each snapshot for a run that is at step `end`. `steps` are the steps
/// of the snapshots in ascending order. Less important snapshots are removed first.
///
/// For a snapshot more than `reach` steps before `end`, the importance is the gap that its removal
/// would leave, divided by its age; both are in steps. Gaps therefore grow in proportion to age.
/// All later snapshots are more important than these old snapshots, and are ranked by the gap
/// alone. The first and the last snapshot have infinite importance.
std::vector<double> importance(std::span<const std::uint64_t> steps, std::uint64_t end,
                               std::uint64_t reach);

/// Parameters that determine the spacing of snapshots.
struct SpacingRule {
    std::size_t fitting = 0;  ///< number of snapshots that fit into the memory
    std::uint64_t reach = 0;  ///< half of the snapshots cover this number of recent steps
    double share = 0;         ///< maximum time for snapshots, as a fraction of the time for steps
    double longest = 0;       ///< maximum time in seconds to recompute steps between snapshots
    double step_time = 0;     ///< seconds per step; 0 before the first measurement
    double capture_time = 0;
};

/// Returns the number of steps between snapshots: the smallest number that `fitting` and `share`
/// allow. `longest` takes precedence over `share`.
std::uint64_t snapshot_spacing(const SpacingRule& rule);

}  // namespace glint::studio
