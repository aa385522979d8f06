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

/// One kernel compiled for blocks of one shape, or of any.
struct Specialisation {
    Lowering lowering = Lowering::loops;
    std::string reason{};     ///< why nothing better was possible, as in "it is recursive"
    unsigned lane_count = 0;  ///< 0 unless lowered to lanes
    /// The entry's symbol in `object`. Empty in what was asked for one shape: then the code for
    /// any shape serves that one, too.
    std::string entry{};
    std::vector<std::byte> object{};  ///< an ELF relocatable file
};

std::vector<std::byte> write_specialisation(const Specialisation& code);

/// Throws Error(bad_input) for other bytes than `write_specialisation` writes.
Specialisation read_specialisation(std::span<const std::byte> bytes);

/// "16x8x1", or "any".
std::string to_string(const std::optional<driver::Dim3>& block);

}  // namespace glint::cpu
