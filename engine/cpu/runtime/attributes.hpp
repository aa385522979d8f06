// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <glint/backend/detail/backend.hpp>

namespace glint::cpu {

/// Returns the value of a CUDA attribute for the CPU. Returns nullopt if the attribute does not
/// apply to CPUs or its value is unknown.
std::optional<int> attribute_of(const driver::DeviceInfo& info, DeviceAttribute which);

}  // namespace glint::cpu
