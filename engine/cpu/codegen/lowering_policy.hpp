// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace glint::cpu {

/// The method by which a CPU thread runs the threads of a block.
enum class Lowering : std::uint8_t {
    loops = 0,   ///< each thread of the block is an iteration of a loop
    fibers = 1,  ///< each thread of the block has its own stack, so it can wait
    lanes = 2,   ///< neighboring threads of the block are lanes of vector registers
};

std::string_view to_string(Lowering lowering) noexcept;

/// The lowering that the user requests; `best` means that glint chooses.
enum class LoweringPolicy : std::uint8_t { best = 0, loops = 1, fibers = 2, lanes = 3 };

/// Returns "best", "loops", "fibres" or "lanes".
std::string_view to_string(LoweringPolicy policy) noexcept;

/// Returns the policy with this name, or `best` for an empty name. If the name is unknown, throws
/// Error(invalid_argument) for `operation`. The message lists all valid names.
LoweringPolicy lowering_policy(std::string_view name, std::string_view operation);

/// Returns the policy in `$GLINT_CPU_LOWERING`, or `of_source` if this variable is not set. Throws
/// the error of `lowering_policy` if the name is unknown.
LoweringPolicy asked_policy(LoweringPolicy of_source);

/// Returns the policy to use if the user requests `asked`. Debug code runs as fibers unless the
/// user requests another lowering. With fibers, messages can name the failed thread, and memory
/// accesses can be checked for each thread.
constexpr LoweringPolicy lowering_policy_for(LoweringPolicy asked, bool debug) noexcept {
    return debug && asked == LoweringPolicy::best ? LoweringPolicy::fibers : asked;
}

}  // namespace glint::cpu
