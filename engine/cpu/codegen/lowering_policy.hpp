// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace glint::cpu {

/// How a kernel runs on CPU threads.
enum class Lowering : std::uint8_t {
    loops = 0,   ///< the threads of a block are the iterations of a loop
    fibres = 1,  ///< each thread of a block has its own stack, so that it can wait for others
    lanes = 2,   ///< neighbouring threads are the lanes of vector registers
};

std::string_view to_string(Lowering lowering) noexcept;

/// Which lowering a user wants.
enum class LoweringPolicy : std::uint8_t { best = 0, loops = 1, fibres = 2, lanes = 3 };

/// "best", "loops", "fibres" or "lanes".
std::string_view to_string(LoweringPolicy policy) noexcept;

/// The policy with this name; "" is `best`. Throws Error(invalid_argument), with `operation` and
/// all names, if there is none.
LoweringPolicy lowering_policy(std::string_view name, std::string_view operation);

/// What `$GLINT_CPU_LOWERING` asks for if it is set, else what the source does. Throws as
/// `lowering_policy` does.
LoweringPolicy asked_policy(LoweringPolicy of_source);

/// How to lower code for which `asked` was asked: debugged code runs as fibres unless it is asked
/// for otherwise, so that a failure tells its thread, and memory can be checked thread by thread.
constexpr LoweringPolicy lowering_policy_for(LoweringPolicy asked, bool debug) noexcept {
    return debug && asked == LoweringPolicy::best ? LoweringPolicy::fibres : asked;
}

}  // namespace glint::cpu
