// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "ast.hpp"

namespace glint::fuzz {

/// What the lanes of one warp bring to an operation.
struct WarpInput {
    std::uint32_t group = 0;  ///< the lanes that take part
    std::array<std::uint64_t, 32> values{};
    std::array<std::uint64_t, 32> operands{};  ///< source lane, distance or lane mask
    unsigned width = 32;
    Type type = Type::i32;
};

/// The result of `lane`. A shuffle from a lane that takes no part gives the lane's own value,
/// which a legal kernel does not look at.
std::uint64_t warp_result(Warp operation, const WarpInput& input, unsigned lane);

/// What type the result has, given that of the value.
Type warp_result_type(Warp operation, Type value);

bool is_shuffle(Warp operation);
bool is_reduction(Warp operation);

}  // namespace glint::fuzz
