// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/backend/detail/backend.hpp>
#include <glint/cpu/codegen/lowering_policy.hpp>

namespace glint::cpu {

/// A kernel compiled for one block shape, or for all shapes.
struct Specialization {
    Lowering lowering = Lowering::loops;
    std::string reason{};     ///< why no better lowering was possible, as in Obstacle
    unsigned lane_count = 0;  ///< 0 unless lowered to lanes
    /// Symbol of the entry point in `object`. Empty in a result for one block shape if that shape
    /// can run the code for all shapes.
    std::string entry{};
    std::vector<std::byte> object{};  ///< an ELF relocatable file
};

std::vector<std::byte> write_specialization(const Specialization& code);

/// Throws Error(bad_input) unless `write_specialization` wrote the bytes.
Specialization read_specialization(std::span<const std::byte> bytes);

/// "16x8x1", or "any".
std::string to_string(const std::optional<driver::Dim3>& block);

}  // namespace glint::cpu
