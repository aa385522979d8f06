// SPDX-License-Identifier: MIT
#pragma once

#include <apps/validation/report.hpp>

// The validations of all simulations; validations() lists them by name. Each validation has its own
// namespace, because many of them define functions with the same names, such as `order`.
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
