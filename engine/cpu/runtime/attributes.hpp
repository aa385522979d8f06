// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <glint/backend/detail/backend.hpp>

namespace glint::cpu {

/// Returns CUDA's attribute for the CPU; nullopt if it has no meaning or is unknown.
std::optional<int> attribute_of(const driver::DeviceInfo& info, DeviceAttribute which);

}  // namespace glint::cpu
