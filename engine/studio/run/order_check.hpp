// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include <glint/studio/declaration/mistake.hpp>

namespace glint::studio {

/// Finds those kernels of a file that compute different results in different thread orders. Runs
/// the first steps on the CPU: two frames, or more for small simulations, but at most 64 steps.
/// Runs each kernel in two thread orders with the same code, and compares the results bit for bit.
///
/// Threads run one at a time, once in forward and once in reverse order. If a kernel uses shared
/// memory, barriers, or warps, or has more than a million threads, whole blocks are reordered
/// instead. Atomic additions to floats are omitted. Kernels that use the results of atomics, or
/// exchange values through atomics, are not compared, because such kernels may validly write lists
/// in another order. Kernels that host code runs are not checked. The file must not contain other
/// mistakes. Throws the errors of Simulation.
std::vector<Mistake> order_mistakes(const std::filesystem::path& file);

}  // namespace glint::studio
