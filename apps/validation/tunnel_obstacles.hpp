// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <apps/validation/report.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Values of the parameters `ends`, `walls`, `sides` and `obstacle` of the 3D wind tunnel.
namespace tunnel3d {
inline constexpr double kPeriodicEnds = 1;
inline constexpr double kWalls = 0, kSlip = 1, kPeriodic = 2;
inline constexpr double kNone = 0, kBall = 1, kCylinder = 2;
inline constexpr double kRest = 1, kVortices = 2;
inline constexpr const char* kOf32Bits = "wind_tunnel3d";
inline constexpr const char* kOf16Bits = "wind_tunnel3d_16";

using Settings = std::vector<std::pair<std::string, double>>;

studio::Simulation open(const Report& report, const Settings& settings,
                        const char* name = kOf32Bits);
}  // namespace tunnel3d

/// Checks of the wind tunnel with obstacles. Only full validations run the last two.
namespace obstacle_checks {
void steady_ball(Report& report);
void cylinder_in_duct(Report& report);
void shedding_ball(Report& report);
}  // namespace obstacle_checks

}  // namespace glint::apps
