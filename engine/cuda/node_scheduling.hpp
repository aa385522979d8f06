// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include <glint/backend/detail/kernel_backend.hpp>
#include <glint/cuda/api.hpp>

namespace glint::driver::cuda {

/// Throws Error(invalid_argument) if `shape` needs scheduling that differs from that of the kernel
/// `node`: another cluster size or priority, a different cooperative setting, or no early start
/// although the node has one. The driver cannot change these properties for a single node. If
/// `shape` has an early start and the node does not, the hint is ignored.
void check_scheduling(CUgraphNode node, const KernelInfo& kernel, const LaunchShape& shape);

/// Call this before a whole graph is updated. Throws Error(invalid_argument) if a kernel in `given`
/// has another cluster size than the corresponding kernel in `own`. Nodes correspond in the order
/// in which they were added. Driver 580 accepts such an update, but then the launch fails.
void check_clusters(std::span<const CUgraphNode> own, std::span<const CUgraphNode> given);

}  // namespace glint::driver::cuda
