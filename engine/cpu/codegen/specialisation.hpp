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

/// A kernel that was compiled for one block shape or for all shapes.
struct Specialization {
    Lowering lowering = Lowering::loops;
    std::string reason{};     ///< why a better lowering was not possible; see compiler::Obstacle
    unsigned lane_count = 0;  ///< number of lanes; 0 if not lowered to lanes
    /// Symbol of the entry point in `object`. Empty if blocks of the requested shape should run the
    /// code for all shapes.
    std::string entry{};
    std::vector<std::byte> object{};  ///< object code as an ELF relocatable file
};

std::vector<std::byte> write_specialization(const Specialization& code);

/// Throws Error(bad_input) if the bytes were not written by `write_specialization`.
Specialization read_specialization(std::span<const std::byte> bytes);

/// Returns a block shape as text, for example "16x8x1". Returns "any" for nullopt.
std::string to_string(const std::optional<driver::Dim3>& block);

}  // namespace glint::cpu
