// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace glint::studio {

/// Returns the importance of each snapshot for a run that is at step `end`. `steps` are the steps
/// of the snapshots in ascending order. Less important snapshots are removed first.
///
/// For steps more than `reach` before the end, the importance is the gap that removing the snapshot
/// would leave, divided by the age of the step. Gaps therefore grow in proportion to age. More
/// recent snapshots are always more important than older ones, and are ranked by the gap itself.
/// The first and the last snapshot have importance infinity.
std::vector<double> importance(std::span<const std::uint64_t> steps, std::uint64_t end,
                               std::uint64_t reach);

/// Parameters that determine the spacing of snapshots.
struct SpacingRule {
    std::size_t fitting = 0;  ///< number of snapshots that fit into the memory
    std::uint64_t reach = 0;  ///< half of the snapshots cover this many recent steps
    double share = 0;         ///< share of the steps' run time that snapshots may cost
    double longest = 0;       ///< maximum time in seconds to compute the steps in between
    double step_time = 0;     ///< seconds; 0 if not measured yet
    double capture_time = 0;
};

/// Returns the number of steps between snapshots: as small as memory and the share of run time
/// allow. `longest` takes precedence over the share.
std::uint64_t snapshot_spacing(const SpacingRule& rule);

}  // namespace glint::studio
