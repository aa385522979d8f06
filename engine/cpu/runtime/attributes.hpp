// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <glint/backend/detail/backend.hpp>

namespace glint::cpu {

/// What CUDA's attribute means on the CPU; nothing where it means nothing or is not known.
std::optional<int> attribute_of(const driver::DeviceInfo& info, DeviceAttribute which);

}  // namespace glint::cpu
