// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include <glint/studio/declaration/mistake.hpp>

namespace glint::studio {

/// The kernels of a file whose results depend on the order of their threads, as far as its first
/// steps show it on the CPU: those of two frames, and up to 64 of small simulations. The same code
/// of each kernel runs in two orders, and the results are compared bit for bit.
///
/// Each thread runs by itself, from the first to the last and the other way round. Where a kernel
/// uses shared memory, barriers or warps, or has more than a million threads, whole blocks do.
/// Floats that atomics add are left out. Kernels that use what atomics give back, or exchange
/// values by them, are not compared: their lists may differ by order. The file must have no other
/// mistakes, and kernels that host code runs are not run. Throws what Simulation does.
std::vector<Mistake> order_mistakes(const std::filesystem::path& file);

}  // namespace glint::studio
