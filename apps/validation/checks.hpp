// SPDX-License-Identifier: MIT
#pragma once

#include <apps/validation/report.hpp>

// The validations, each in its own namespace; validations() lists them by simulation name.
// namespace, because many define functions such as `order` and `energy`.
namespace glint::apps {

namespace gray_scott_checks {
void validate(Report& report);
}
namespace waves_checks {
void validate(Report& report);
void validate3d(Report& report);
}  // namespace waves_checks
namespace nbody_checks {
void validate(Report& report);
}
namespace ocean_checks {
void validate(Report& report);
}
namespace plume_checks {
void validate(Report& report);
}
namespace plume3d_checks {
void validate(Report& report);
}
namespace convection_checks {
void validate(Report& report);
}
namespace cloth_checks {
void validate(Report& report);
}
namespace flock_checks {
void validate(Report& report);
}
namespace galaxy_checks {
void validate(Report& report);
}
namespace dam_checks {
void validate(Report& report);
}
namespace sand_snow_checks {
void validate(Report& report);
}
namespace wind_tunnel_checks {
void validate(Report& report);
}
namespace wind_tunnel3d_checks {
void validate(Report& report);
}

}  // namespace glint::apps
