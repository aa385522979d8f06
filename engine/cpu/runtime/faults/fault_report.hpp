// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <glint/cpu/runtime/code_map.hpp>
#include <glint/cpu/runtime/faults/fault_guard.hpp>
#include <glint/cpu/runtime/memory/allocations.hpp>

namespace glint::cpu {

/// What a user reads of a fault: what it was, and the line that it was at. `shared` is the block's
/// shared memory.
std::string describe(const Fault& fault, const CodeMap& code, const Allocations& allocations,
                     std::span<const std::byte> shared);

/// What a user reads of a fault without the line that it was at. Outside of kernels there is no
/// `shared`.
std::string describe(const Fault& fault, const Allocations& allocations,
                     std::span<const std::byte> shared = {});

}  // namespace glint::cpu
