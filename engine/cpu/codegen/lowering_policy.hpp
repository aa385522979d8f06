// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace glint::cpu {

/// How a kernel runs on CPU threads.
enum class Lowering : std::uint8_t {
    loops = 0,   ///< the threads of a block are the iterations of a loop
    fibers = 1,  ///< each thread of a block has its own stack, so that it can wait for others
    lanes = 2,   ///< neighboring threads are the lanes of vector registers
};

std::string_view to_string(Lowering lowering) noexcept;

/// The lowering that the user requests.
enum class LoweringPolicy : std::uint8_t { best = 0, loops = 1, fibers = 2, lanes = 3 };

/// "best", "loops", "fibres" or "lanes".
std::string_view to_string(LoweringPolicy policy) noexcept;

/// Returns the policy with this name; "" means `best`. If the name is unknown, throws
/// Error(invalid_argument) with `operation` and all valid names.
LoweringPolicy lowering_policy(std::string_view name, std::string_view operation);

/// Returns the policy from `$GLINT_CPU_LOWERING` if it is set, otherwise `of_source`. Throws like
/// `lowering_policy`.
LoweringPolicy asked_policy(LoweringPolicy of_source);

/// Returns the policy for code that requested `asked`. By default, debug code runs as fibers, so
/// that failures name their thread and memory accesses can be checked per thread.
constexpr LoweringPolicy lowering_policy_for(LoweringPolicy asked, bool debug) noexcept {
    return debug && asked == LoweringPolicy::best ? LoweringPolicy::fibers : asked;
}

}  // namespace glint::cpu
