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
    {"gray_scott", "diffusion, reaction, steps at once, and Pearson's regimes",
     gray_scott_checks::validate},
    {"waves", "dispersion, energy, refraction, sources and the border", waves_checks::validate},
    {"waves3d", "dispersion, energy and the border", waves_checks::validate3d},
    {"nbody", "forces, orbits, orders of the integrators, and a Plummer sphere",
     nbody_checks::validate},
    {"plume", "projection, divergence, and a steady vortex", plume_checks::validate},
    {"ocean", "Parseval, dispersion, the spectrum's moments, and the Jacobian",
     ocean_checks::validate},
    {"plume3d", "the same in space, round a ball", plume3d_checks::validate},
    {"sand_snow", "both momenta, an elastic bounce, water at rest, and columns that collapse",
     sand_snow_checks::validate},
    {"convection", "the heat that goes through a cavity", convection_checks::validate},
    {"cloth", "a strip's stretch, a catenary, a swinging chain, a cantilever, momenta, and layers",
     cloth_checks::validate},
    {"flock", "neighbours and samples against all pairs, momentum, alignment, noise, and order",
     flock_checks::validate},
    {"galaxy", "forces against a direct sum, energy, momentum, and Plummer's sphere",
     galaxy_checks::validate},
    {"dam", "water at rest, a standing wave, a collapsing column, momentum, and a dam before a box",
     dam_checks::validate},
    {"wind_tunnel", "channels, vortices, a cavity and a cylinder against exact and published ones",
     wind_tunnel_checks::validate},
    {"wind_tunnel3d", "channels, vortices, a ball and a cylinder against exact and published ones",
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
              fmt::format("there is no validation of it{}; `glint validate` lists all",
                          text::did_you_mean(name, names))));
}

}  // namespace glint::apps
