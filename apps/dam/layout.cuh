// SPDX-License-Identifier: MIT
// Constants shared by kernels and host code.
#pragma once

namespace dam {

/// The kernel radius in particle spacings, and the number of wall layers that this radius requires.
constexpr double kExactRadius = 2.6;
constexpr float kRadius = static_cast<float>(kExactRadius);
constexpr int kLayers = 3;

/// On CPUs: the number of particles per thread, and of values per particle that its neighbors read.
constexpr int kRun = 64, kPacked = 9;

}  // namespace dam
