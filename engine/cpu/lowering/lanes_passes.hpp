// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace glint::cpu {

/// Optimizations of the lowering to lanes. They affect only speed: code is correct without them.
enum class LanesPass : std::uint8_t {
    bound_indices,      ///< prepare/bound_indices
    split_steps,        ///< prepare/split_steps
    widen_indices,      ///< prepare/widen_indices
    grid_loops,         ///< prepare/grid_loops
    reads_ahead,        ///< with grid_loops: prefetches data of later iterations
    narrow_groups,      ///< half as many lanes per group for kernels with many live values
    strips,             ///< blocks of several rows run row by row
    joined_blocks,      ///< strips whose groups continue across block boundaries
    launch_constants,   ///< emit/launch_constants
    repeated_values,    ///< cheap values are recomputed after barriers, not stored
    whole_versions,     ///< versions of nodes for groups in which all lanes are active
    likely_conditions,  ///< emit/likely_conditions: such versions for groups away from grid edges
    skipped_parts,      ///< nodes that are reached only through one node are skipped with it
    row_divisions,      ///< emit/row_division
    double_divisions,   ///< 32-bit integers are divided as doubles
    members,            ///< emit/members: structs are accessed as a whole
    neighbors,          ///< emit/neighbors: adjacent words are loaded together for each lane
    likely_rows,        ///< tests at run time for addresses that are probably consecutive
    combined_atomics,   ///< one atomic operation for all lanes with the same address
    last_atomics,       ///< emit/last_atomics: one atomic operation for many blocks
    repeated_operands,  ///< operands needed in a single lane are recomputed, not stored
    whole_tests,        ///< polish/whole_tests
};

/// The enabled passes. All passes are enabled, unless some are left out for measurements.
class LanesPasses {
public:
    LanesPasses() = default;
    /// Leaves out the passes in a list of names, as in "whole_tests,members". If a name is unknown,
    /// throws Error(invalid_argument) with `operation` and all names.
    LanesPasses(std::string_view left_out, const std::string& operation);

    bool contains(LanesPass pass) const noexcept { return (left_out_ & bit(pass)) == 0; }
    /// Bit mask of the passes that are left out: different for different sets.
    std::uint32_t left_out() const noexcept { return left_out_; }

private:
    static constexpr std::uint32_t bit(LanesPass pass) noexcept {
        return std::uint32_t{1} << static_cast<unsigned>(pass);
    }

    std::uint32_t left_out_ = 0;
};

/// All passes except those that `$GLINT_CPU_LANES_WITHOUT` names.
LanesPasses asked_lanes_passes();

}  // namespace glint::cpu
