// SPDX-License-Identifier: MIT
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
    {"gray_scott", "diffusion, reaction, several steps at a time, and Pearson's regimes",
     gray_scott_checks::validate},
    {"waves", "dispersion, energy, refraction, sources and the border", waves_checks::validate},
    {"waves3d", "dispersion, energy and the border", waves_checks::validate3d},
    {"nbody", "forces, orbits, orders of the integrators, and a Plummer sphere",
     nbody_checks::validate},
    {"plume", "projection, divergence, and a steady vortex", plume_checks::validate},
    {"ocean", "Parseval, dispersion, the spectrum's moments, and the Jacobian",
     ocean_checks::validate},
    {"plume3d", "projection, divergence, and a steady vortex, in three dimensions",
     plume3d_checks::validate},
    {"sand_snow",
     "linear and angular momentum, an elastic bounce, still water, and column collapse",
     sand_snow_checks::validate},
    {"convection", "heat flux through a cavity", convection_checks::validate},
    {"cloth", "strain of a strip, a catenary, a hanging chain, a cantilever, momentum, and layers",
     cloth_checks::validate},
    {"flock",
     "neighbors and samples compared with all pairs, momentum, alignment, noise, and polarization",
     flock_checks::validate},
    {"galaxy", "forces compared with a direct sum, energy, momentum, and a Plummer sphere",
     galaxy_checks::validate},
    {"dam",
     "still water, a standing wave, a collapsing column, momentum, and a dam break with a box",
     dam_checks::validate},
    {"wind_tunnel",
     "channels, vortices, a cavity and a cylinder compared with exact and published results",
     wind_tunnel_checks::validate},
    {"wind_tunnel3d",
     "channels, vortices, a ball and a cylinder compared with exact and published results",
     wind_tunnel3d_checks::validate},
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
              fmt::format("validation not found in the list of `glint validate`{}",
                          text::did_you_mean(name, names))));
}

}  // namespace glint::apps
