// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include <glint/backend/detail/kernel_backend.hpp>
#include <glint/cuda/api.hpp>

namespace glint::driver::cuda {

/// Throws Error(invalid_argument) if `shape` needs different scheduling than the kernel `node` has:
/// another cluster size or priority, a different cooperative setting, or no early start where the
/// node has one. The driver cannot change these for a single node. Requesting an early start is
/// only a hint, which a node may ignore.
void check_scheduling(CUgraphNode node, const KernelInfo& kernel, const LaunchShape& shape);

/// Call before updating a whole graph. Throws Error(invalid_argument) if a kernel in `given` has a
/// different cluster size than its counterpart in `own`; nodes correspond in the order in which
/// they were added. Driver 580 accepts the update, but then the launch fails.
void check_clusters(std::span<const CUgraphNode> own, std::span<const CUgraphNode> given);

}  // namespace glint::driver::cuda
