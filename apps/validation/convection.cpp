// SPDX-License-Identifier: MIT
// Convection: the heat flow through a square box with one heated and one cooled side.
#include <string>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/convection/convection.hpp>
#include <apps/validation/checks.hpp>

namespace glint::apps::convection_checks {
namespace {

/// Returns the mean Nusselt number once the flow is steady, at time `end`.
double nusselt(const Report& report, double rayleigh, int side, double end) {
    studio::SimulationOptions options = options_for(find_entry("convection"), report.device());
    options.dt = 0.1;
    options.settings = {{"width", fmt::format("{}", side)},
                        {"height", fmt::format("{}", side)},
                        {"rayleigh", fmt::format("{}", rayleigh)},
                        {"prandtl", "0.71"},
                        {"from_below", "false"},
                        {"noise", "0"}};
    Convection box(options);
    box.advance(static_cast<unsigned>(end / 0.1));
    return box.monitors()[1].value();
}

}  // namespace

void validate(Report& report) {
    // De Vahl Davis, "Natural convection of air in a square cavity: a bench mark numerical
    // solution", 1983. `end` is in units of the time of a free fall over the height of the box.
    report.part("1e4", [](Report& at) {
        const double result = at.is_short() ? nusselt(at, 1e4, 40, 40) : nusselt(at, 1e4, 96, 60);
        at.near("mean Nusselt number at a Rayleigh number of 1e4", result, 2.243, 0.01,
                "de Vahl Davis 1983");
    });
    if (report.is_short()) return;
    report.part("1e5", [](Report& at) {
        at.near("mean Nusselt number at a Rayleigh number of 1e5", nusselt(at, 1e5, 128, 120),
                4.519, 0.01, "de Vahl Davis 1983");
    });
}

}  // namespace glint::apps::convection_checks
