// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <glint/driver/device.hpp>

namespace glint::compiler {

/// What `sizeof(type)` is in kernels for this device, in bytes: "float3", or "Particle" with its
/// struct in `declarations`. Compiles once for each device and text, and waits.
/// Throws CompileError if there is no such type.
std::size_t device_sizeof(const Device& device, std::string_view type,
                          std::string_view declarations = "");

}  // namespace glint::compiler
