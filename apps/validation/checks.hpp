#pragma once

#include <apps/validation/report.hpp>

// What each validation does; validations() has them by their simulations' names.
namespace glint::apps {

void validate_gray_scott(Report& report);
void validate_waves(Report& report);
void validate_waves3d(Report& report);
void validate_nbody(Report& report);
void validate_ocean(Report& report);
void validate_plume(Report& report);
void validate_plume3d(Report& report);
void validate_convection(Report& report);
void validate_cloth(Report& report);
void validate_flock(Report& report);
void validate_galaxy(Report& report);
void validate_dam(Report& report);
void validate_sand_snow(Report& report);
void validate_wind_tunnel(Report& report);
void validate_wind_tunnel3d(Report& report);

}  // namespace glint::apps
