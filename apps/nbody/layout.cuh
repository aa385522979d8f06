// SPDX-License-Identifier: MIT
// How bodies are dealt to threads; for kernels and host code alike.
#pragma once

namespace nbody {

constexpr int kThreads = 128;  ///< of a block that sums forces; it stages as many sources at once
constexpr int kGroup = 16;     ///< sources whose forces are added up before they join a longer sum

/// Bodies of one thread, in whose registers they stay: each source that is read serves so many.
/// CPUs have fewer registers, and a lane is a body.
constexpr int kBodiesOnGpu = 8, kJerkBodiesOnGpu = 4, kBodiesOnCpu = 1;

#ifdef __GLINT_CPU__
constexpr int kBodies = kBodiesOnCpu, kJerkBodies = kBodiesOnCpu;
#else
constexpr int kBodies = kBodiesOnGpu, kJerkBodies = kJerkBodiesOnGpu;
#endif

}  // namespace nbody
