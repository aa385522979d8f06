// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <glint/backend/detail/backend.hpp>

namespace glint::cpu {

/// Returns the CPU's value of a CUDA attribute; nullopt if it has no meaning or is unknown.
std::optional<int> attribute_of(const driver::DeviceInfo& info, DeviceAttribute which);

}  // namespace glint::cpu
