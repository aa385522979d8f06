// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

namespace glint::apps {

/// Velocity profiles in a lid-driven square cavity, in units of the lid's speed and the side
/// length.
struct CavityProfiles {
    double reynolds = 0;
    const char* source = "";
    std::vector<std::pair<double, double>> across;   ///< height y, u at x = 1/2
    std::vector<std::pair<double, double>> upwards;  ///< position x, v at y = 1/2
};

CavityProfiles cavity_at_100();
CavityProfiles cavity_at_400();
CavityProfiles cavity_at_1000();

}  // namespace glint::apps
