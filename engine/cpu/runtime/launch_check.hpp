// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/backend/detail/backend.hpp>

namespace glint::cpu {

/// Checks if the device and the kernel can run this launch. If not, throws Error(invalid_argument)
/// with the invalid value and the limit. Throws Error(unsupported) for a cooperative launch and for
/// clusters.
void check_launch(const driver::KernelInfo& kernel, const driver::DeviceInfo& device,
                  const driver::LaunchShape& shape, std::size_t argument_count);

}  // namespace glint::cpu
