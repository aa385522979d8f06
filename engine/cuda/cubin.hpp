// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace glint::driver {

/// The symbols of the `__device__` and `__constant__` variables in a cubin, which the CUDA driver
/// does not list. Throws Error(bad_input) for bytes that are no whole 64-bit ELF file.
std::vector<std::string> variables_in_cubin(std::span<const std::byte> cubin);

/// The symbols that a cubin defines for others to link to: kernels, functions and variables, weak
/// ones excepted. Throws as above.
std::vector<std::string> definitions_in_cubin(std::span<const std::byte> cubin);

}  // namespace glint::driver
