// SPDX-License-Identifier: MIT
// Assignment of bodies to threads. Kernels and host code share these constants.
#pragma once

namespace nbody {

constexpr int kThreads = 128;  ///< threads per block, and sources in shared memory at a time
constexpr int kGroup = 16;     ///< number of sources per partial sum; the total adds partial sums

/// Number of bodies that a thread keeps in registers, so that it reads each source once for all of
/// them. CPUs have fewer registers, and process one body per SIMD lane.
constexpr int kBodiesOnGpu = 8, kJerkBodiesOnGpu = 4, kBodiesOnCpu = 1;

#ifdef __GLINT_CPU__
constexpr int kBodies = kBodiesOnCpu, kJerkBodies = kBodiesOnCpu;
#else
constexpr int kBodies = kBodiesOnGpu, kJerkBodies = kJerkBodiesOnGpu;
#endif

}  // namespace nbody
