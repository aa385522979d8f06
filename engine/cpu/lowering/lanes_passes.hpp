// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace glint::cpu {

/// What the lowering to lanes does for speed alone: code is right without it, too.
enum class LanesPass : std::uint8_t {
    bound_indices,      ///< prepare/bound_indices
    split_steps,        ///< prepare/split_steps
    widen_indices,      ///< prepare/widen_indices
    grid_loops,         ///< prepare/grid_loops
    reads_ahead,        ///< of grid_loops: what a later round reads is asked for
    narrow_groups,      ///< groups of half as many lanes where a kernel has much at hand
    strips,             ///< blocks of several rows run row by row
    joined_blocks,      ///< strips in which groups go on from block to block
    launch_constants,   ///< emit/launch_constants
    repeated_values,    ///< cheap values are computed again behind barriers, not kept
    whole_versions,     ///< versions of nodes for groups in which all lanes run
    usual_answers,      ///< emit/usual_answers: such versions for groups off the edges of a grid
    skipped_parts,      ///< what only lanes of one branch come to is left out as a whole
    row_divisions,      ///< emit/row_division
    double_divisions,   ///< whole numbers of 32 bits are divided as doubles
    members,            ///< emit/members: structs as a whole
    neighbours,         ///< emit/neighbours: words side by side, each lane's at once
    likely_rows,        ///< lanes that cannot be told to be neighbours are asked when they run
    combined_atomics,   ///< one atomic operation for the lanes that share a place
    last_atomics,       ///< emit/last_atomics: one for many blocks
    repeated_operands,  ///< what a lane's own turn needs is computed in it, not kept in memory
    whole_tests,        ///< polish/whole_tests
};

/// The passes that are used: all, but for those that somebody who measures them leaves out.
class LanesPasses {
public:
    LanesPasses() = default;
    /// Without those in a list of names, as in "whole_tests,members". Throws
    /// Error(invalid_argument), with `operation` and all names, if there is no such pass.
    LanesPasses(std::string_view left_out, const std::string& operation);

    bool contains(LanesPass pass) const noexcept { return (left_out_ & bit(pass)) == 0; }
    /// Differs for different sets.
    std::uint32_t left_out() const noexcept { return left_out_; }

private:
    static constexpr std::uint32_t bit(LanesPass pass) noexcept {
        return std::uint32_t{1} << static_cast<unsigned>(pass);
    }

    std::uint32_t left_out_ = 0;
};

/// All but those that `$GLINT_CPU_LANES_WITHOUT` names.
LanesPasses asked_lanes_passes();

}  // namespace glint::cpu
