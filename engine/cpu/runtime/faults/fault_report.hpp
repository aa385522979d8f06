// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <glint/cpu/runtime/code_map.hpp>
#include <glint/cpu/runtime/faults/fault_guard.hpp>
#include <glint/cpu/runtime/memory/allocations.hpp>

namespace glint::cpu {

/// Returns a description of a fault for the user. It contains the kind of the fault and the source
/// line. `shared` is the shared memory of the block.
std::string describe(const Fault& fault, const CodeMap& code, const Allocations& allocations,
                     std::span<const std::byte> shared);

/// Returns a description of a fault without the source line. Outside of kernels, `shared` is empty.
std::string describe(const Fault& fault, const Allocations& allocations,
                     std::span<const std::byte> shared = {});

}  // namespace glint::cpu
