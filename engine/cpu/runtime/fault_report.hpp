#pragma once

#include <string>

#include <glint/cpu/runtime/allocations.hpp>
#include <glint/cpu/runtime/code_map.hpp>
#include <glint/cpu/runtime/fault_guard.hpp>

namespace glint::cpu {

/// What a user reads of a fault: what it was, and the line that it was at.
std::string describe(const Fault& fault, const CodeMap& code, const Allocations& allocations);

/// The same of a fault outside of kernels.
std::string describe(const Fault& fault, const Allocations& allocations);

}  // namespace glint::cpu
