// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/backend/detail/backend.hpp>

namespace glint::cpu {

/// Throws Error(invalid_argument), with the offending value and the limit, if the device or the
/// kernel cannot run this launch. Throws Error(unsupported) for a cooperative launch and for
/// clusters.
void check_launch(const driver::KernelInfo& kernel, const driver::DeviceInfo& device,
                  const driver::LaunchShape& shape, std::size_t argument_count);

}  // namespace glint::cpu
