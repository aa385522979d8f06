// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace glint::cpu {

/// Optimizations of code for lanes. Without them, the code is correct but slower.
enum class LanesPass : std::uint8_t {
    bound_indices,      ///< prepare/bound_indices
    split_steps,        ///< prepare/split_steps
    widen_indices,      ///< prepare/widen_indices
    grid_loops,         ///< prepare/grid_loops
    reads_ahead,        ///< prefetches data of later iterations in grid_loops
    narrow_groups,      ///< half as many lanes per group if the kernel has many live values
    strips,             ///< the rows of neighboring blocks run one after another
    joined_blocks,      ///< a group may contain threads of several blocks of a strip
    launch_constants,   ///< emit/launch_constants
    repeated_values,    ///< recomputes cheap values after barriers, does not store them
    whole_versions,     ///< separate code for groups in which all lanes are active
    likely_conditions,  ///< separate code for groups without a lane at the edge of a grid
    skipped_parts,      ///< one jump skips a node and all nodes reached only through it
    row_divisions,      ///< emit/row_division
    double_divisions,   ///< divides 32-bit integers as doubles
    members,            ///< emit/members: loads and stores whole structs
    neighbors,          ///< emit/neighbors: loads adjacent words together for each lane
    likely_rows,        ///< tests at run time if addresses are consecutive
    combined_atomics,   ///< one atomic operation for all lanes with the same address
    last_atomics,       ///< emit/last_atomics: one atomic operation for many blocks
    repeated_operands,  ///< recomputes operands in each lane, does not store them
    whole_tests,        ///< polish/whole_tests
};

/// The set of enabled passes. Passes are disabled only to measure their benefit.
class LanesPasses {
public:
    LanesPasses() = default;
    /// Disables the passes in `left_out`, a list of names such as "whole_tests,members". If a name
    /// is unknown, throws Error(invalid_argument) for `operation`. The message contains all names.
    LanesPasses(std::string_view left_out, const std::string& operation);

    bool contains(LanesPass pass) const noexcept { return (left_out_ & bit(pass)) == 0; }
    /// Returns the disabled passes as a bit mask.
    std::uint32_t left_out() const noexcept { return left_out_; }

private:
    static constexpr std::uint32_t bit(LanesPass pass) noexcept {
        return std::uint32_t{1} << static_cast<unsigned>(pass);
    }

    std::uint32_t left_out_ = 0;
};

/// Returns all passes except those that `$GLINT_CPU_LANES_WITHOUT` lists.
LanesPasses asked_lanes_passes();

}  // namespace glint::cpu
