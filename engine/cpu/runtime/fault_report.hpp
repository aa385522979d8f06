#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <glint/cpu/runtime/allocations.hpp>
#include <glint/cpu/runtime/code_map.hpp>
#include <glint/cpu/runtime/fault_guard.hpp>

namespace glint::cpu {

/// What a user reads of a fault: what it was, and the line that it was at. `shared` is the block's
/// shared memory.
std::string describe(const Fault& fault, const CodeMap& code, const Allocations& allocations,
                     std::span<const std::byte> shared);

/// The same of a fault outside of kernels, which have shared memory alone.
std::string describe(const Fault& fault, const Allocations& allocations,
                     std::span<const std::byte> shared = {});

}  // namespace glint::cpu
