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

/// The steps from one snapshot to the next, for which
///   - half of as many as fit into the budget lie within the last `reach` steps,
///   - taking them costs at most `share` of the steps' own time.
/// Times are in seconds; 0 where nothing was measured yet.
std::uint64_t snapshot_spacing(std::size_t fitting, std::uint64_t reach, double step_time,
                               double capture_time, double share);

}  // namespace glint::studio
