// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include <glint/backend/detail/kernel_backend.hpp>
#include <glint/cuda/api.hpp>

namespace glint::driver::cuda {

/// Throws Error(invalid_argument) if a launch of `shape` is scheduled in another way than the
/// kernel `node` of a graph is, which the driver cannot change of one node: in other clusters,
/// cooperative or not, not early, or by another priority. To start early is a hint that a node may
/// not heed.
void check_scheduling(CUgraphNode node, const KernelInfo& kernel, const LaunchShape& shape);

/// Throws Error(invalid_argument) if a kernel of `given` runs in other clusters than its pair in
/// `own`, before a whole graph is updated. Nodes pair in the order in which they were added: driver
/// 580 takes other clusters there, and the launch fails.
void check_clusters(std::span<const CUgraphNode> own, std::span<const CUgraphNode> given);

}  // namespace glint::driver::cuda
