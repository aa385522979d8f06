// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <glint/driver/device.hpp>

namespace glint::compiler {

/// Returns `sizeof(type)` in kernels for this device, in bytes. `type` is, for example, "float3",
/// or "Particle" if `declarations` defines that struct. Compiles a program, or loads it from the
/// disk cache, and waits for the result. Throws CompileError if the type does not exist.
std::size_t device_sizeof(const Device& device, std::string_view type,
                          std::string_view declarations = "");

}  // namespace glint::compiler
