// SPDX-License-Identifier: MIT
// Assignment of bodies to threads; shared by kernels and host code.
#pragma once

namespace nbody {

constexpr int kThreads = 128;  ///< per block that sums forces; it stages as many sources at once
constexpr int kGroup = 16;     ///< sources summed separately before they join a longer sum

/// Bodies that a thread keeps in registers: each source that is read serves that many bodies. CPUs
/// have fewer registers, and there a SIMD lane is a body.
constexpr int kBodiesOnGpu = 8, kJerkBodiesOnGpu = 4, kBodiesOnCpu = 1;

#ifdef __GLINT_CPU__
constexpr int kBodies = kBodiesOnCpu, kJerkBodies = kBodiesOnCpu;
#else
constexpr int kBodies = kBodiesOnGpu, kJerkBodies = kJerkBodiesOnGpu;
#endif

}  // namespace nbody
