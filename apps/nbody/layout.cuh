// SPDX-License-Identifier: MIT
// Assignment of bodies to threads; shared by kernels and host code.
#pragma once

namespace nbody {

constexpr int kThreads = 128;  ///< per force-summing block; also the sources staged at once
constexpr int kGroup = 16;     ///< sources summed first, before joining a longer sum

/// Bodies that a thread keeps in registers, so that each source is read once for all of them. CPUs
/// have fewer registers, and there each SIMD lane is a body.
constexpr int kBodiesOnGpu = 8, kJerkBodiesOnGpu = 4, kBodiesOnCpu = 1;

#ifdef __GLINT_CPU__
constexpr int kBodies = kBodiesOnCpu, kJerkBodies = kBodiesOnCpu;
#else
constexpr int kBodies = kBodiesOnGpu, kJerkBodies = kJerkBodiesOnGpu;
#endif

}  // namespace nbody
