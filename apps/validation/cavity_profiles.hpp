// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

namespace glint::apps {

/// Published velocity profiles in a lid-driven square cavity. Units are the speed of the lid and
/// the side length.
struct CavityProfiles {
    double reynolds = 0;
    const char* source = "";
    std::vector<std::pair<double, double>> across;   ///< pairs of height y and speed u at x = 1/2
    std::vector<std::pair<double, double>> upwards;  ///< pairs of position x and speed v at y = 1/2
};

CavityProfiles cavity_at_100();
CavityProfiles cavity_at_400();
CavityProfiles cavity_at_1000();

}  // namespace glint::apps
