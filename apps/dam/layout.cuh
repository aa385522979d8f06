// SPDX-License-Identifier: MIT
// Constants shared by kernels and host code.
#pragma once

namespace dam {

/// The kernel radius in particle spacings, and the number of wall layers that it requires.
constexpr double kExactRadius = 2.6;
constexpr float kRadius = static_cast<float>(kExactRadius);
constexpr int kLayers = 3;

/// On CPUs: particles per thread, and numbers per particle that neighbors read.
constexpr int kRun = 64, kPacked = 9;

}  // namespace dam
