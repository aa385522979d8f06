// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include <glint/backend/detail/kernel_backend.hpp>
#include <glint/cuda/api.hpp>

namespace glint::driver::cuda {

/// Throws Error(invalid_argument) if `shape` does not match the scheduling of the kernel `node`:
/// its cluster size, priority and cooperative setting. The driver cannot change these properties
/// for a single node. Also throws if the node has an early start and `shape` does not. In the
/// opposite case, the early start of `shape` is ignored.
void check_scheduling(CUgraphNode node, const KernelInfo& kernel, const LaunchShape& shape);

/// Call this before an update from a whole graph. Throws Error(invalid_argument) if a kernel in
/// `given` has a different cluster size from the corresponding kernel in `own`. Nodes correspond in
/// the order in which they were added. Driver 580 accepts such an update, but the launch then
/// fails.
void check_clusters(std::span<const CUgraphNode> own, std::span<const CUgraphNode> given);

}  // namespace glint::driver::cuda
