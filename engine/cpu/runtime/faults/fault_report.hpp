// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <glint/cpu/runtime/code_map.hpp>
#include <glint/cpu/runtime/faults/fault_guard.hpp>
#include <glint/cpu/runtime/memory/allocations.hpp>

namespace glint::cpu {

/// Describes a fault to the user: what happened, and on which line. `shared` is the block's shared
/// memory.
std::string describe(const Fault& fault, const CodeMap& code, const Allocations& allocations,
                     std::span<const std::byte> shared);

/// Describes a fault to the user without its line. Outside of kernels, `shared` is empty.
std::string describe(const Fault& fault, const Allocations& allocations,
                     std::span<const std::byte> shared = {});

}  // namespace glint::cpu
