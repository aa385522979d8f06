#include <apps/validation/validations.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <apps/validation/checks.hpp>
#include <glint/app/options.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::apps {
namespace {

constexpr Validation kValidations[] = {
    {"gray_scott", "diffusion, reaction, steps at once, and Pearson's regimes",
     validate_gray_scott},
    {"waves", "dispersion, energy, refraction, sources and the border", validate_waves},
    {"waves3d", "dispersion, energy and the border", validate_waves3d},
    {"nbody", "forces, orbits, orders of the integrators, and a Plummer sphere", validate_nbody},
    {"plume", "projection, divergence, and a steady vortex", validate_plume},
    {"ocean", "Parseval, dispersion, the spectrum's moments, and the Jacobian", validate_ocean},
    {"plume3d", "the same in space, round a ball", validate_plume3d},
    {"sand_snow", "both momenta, an elastic bounce, water at rest, and columns that collapse",
     validate_sand_snow},
    {"convection", "the heat that goes through a cavity", validate_convection},
    {"cloth", "a strip's stretch, a catenary, a swinging chain, a cantilever, momenta, and layers",
     validate_cloth},
    {"flock", "neighbours and samples against all pairs, momentum, alignment, noise, and order",
     validate_flock},
    {"galaxy", "forces against a direct sum, energy, momentum, and Plummer's sphere",
     validate_galaxy},
    {"dam", "water at rest, a standing wave, a collapsing column, momentum, and a dam before a box",
     validate_dam},
    {"wind_tunnel", "channels, vortices, a cavity and a cylinder against exact and published ones",
     validate_wind_tunnel},
    {"wind_tunnel3d", "channels, vortices, a ball and a cylinder against exact and published ones",
     validate_wind_tunnel3d},
};

}  // namespace

std::span<const Validation> validations() { return kValidations; }

const Validation& find_validation(std::string_view name) {
    const auto* const found = std::ranges::find(kValidations, name, &Validation::name);
    if (found != std::end(kValidations)) return *found;
    std::vector<std::string> names;
    for (const Validation& each : kValidations) names.emplace_back(each.name);
    throw app::WrongOption(
        Error(ErrorCode::not_found, fmt::format("validate '{}'", name),
              fmt::format("there is no validation of it{}; `glint validate` lists all",
                          text::did_you_mean(name, names))));
}

}  // namespace glint::apps
