// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "ast.hpp"

namespace glint::fuzz {

/// Inputs of a warp operation for all lanes.
struct WarpInput {
    std::uint32_t group = 0;  ///< the active lanes
    std::array<std::uint64_t, 32> values{};
    std::array<std::uint64_t, 32> operands{};  ///< source lane, distance, or lane mask
    unsigned width = 32;
    Type type = Type::i32;
};

/// Result for `lane`. A shuffle that reads an inactive lane returns the reading lane's own value,
/// which legal kernels do not use.
std::uint64_t warp_result(Warp operation, const WarpInput& input, unsigned lane);

/// Type of the result, given the type of the value.
Type warp_result_type(Warp operation, Type value);

bool is_shuffle(Warp operation);
bool is_reduction(Warp operation);

}  // namespace glint::fuzz
