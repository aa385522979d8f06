// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace glint::driver {

/// Returns the symbols of the `__device__` and `__constant__` variables in a cubin, which the CUDA
/// driver cannot list. Throws Error(bad_input) if the bytes are not a complete 64-bit ELF file.
std::vector<std::string> variables_in_cubin(std::span<const std::byte> cubin);

/// Returns the symbols that a cubin defines for linking: kernels, functions and variables, except
/// weak symbols. Throws what variables_in_cubin throws.
std::vector<std::string> definitions_in_cubin(std::span<const std::byte> cubin);

}  // namespace glint::driver
