// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include <glint/studio/declaration/mistake.hpp>

namespace glint::studio {

/// Finds the kernels of a file whose results depend on the order of their threads. It checks the
/// first steps on the CPU: those of two frames, and up to 64 for small simulations. It runs the
/// same code of each kernel in two orders, and compares the results bit for bit.
///
/// Threads run one at a time, in forward and in reverse order. If a kernel uses shared memory,
/// barriers, or warps, or has more than a million threads, whole blocks are reordered instead.
/// Atomic additions to floats are omitted. Kernels that use the results of atomics, or exchange
/// values by atomics, are not compared, because the order of their lists may differ. The file must
/// have no other mistakes, and kernels that host code runs are not checked. Throws what Simulation
/// throws.
std::vector<Mistake> order_mistakes(const std::filesystem::path& file);

}  // namespace glint::studio
