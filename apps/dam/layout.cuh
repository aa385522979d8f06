// SPDX-License-Identifier: MIT
// Constants shared by kernels and host code.
#pragma once

namespace dam {

/// Kernel radius in particle spacings. The walls need as many layers as this radius covers.
constexpr double kExactRadius = 2.6;
constexpr float kRadius = static_cast<float>(kExactRadius);
constexpr int kLayers = 3;

/// On CPUs: number of particles per thread, and number of packed values per particle.
constexpr int kRun = 64, kPacked = 9;

}  // namespace dam
