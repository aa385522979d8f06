// SPDX-License-Identifier: MIT
#include <apps/stability.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include <apps/convection/convection.hpp>
#include <glint/base/error.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {
namespace {

constexpr double kMaxSubsteps = 10'000;

[[noreturn]] void refuse_unstable(const std::string& what, const std::string& reason) {
    throw Error(ErrorCode::invalid_argument, "start " + what, reason);
}

/// Formats `value`, rounded down to three significant digits.
std::string at_most(double value) {
    const double unit = std::pow(10, std::floor(std::log10(value)) - 2);
    return fmt::format("{:g}", std::floor(value / unit * (1 + 1e-9)) * unit);
}

}  // namespace

void require_courant_number(studio::Simulation& waves) {
    const auto& all = waves.declaration().derived;
    const auto found = std::ranges::find(all, "stability", &studio::Derived::function);
    if (found == all.end() || !found->display.range) return;
    const double limit = found->display.range->second;
    const double courant = waves.monitors()[static_cast<std::size_t>(found - all.begin())].value();
    if (courant <= limit) return;
    const double share = limit / courant;
    const double speed = waves.get("speed") * share;
    const double least = waves.parameters()[0].find("speed").annotation->minimum;
    const std::string slower =
        speed >= least ? fmt::format("--set speed={} or ", at_most(speed)) : std::string();
    refuse_unstable("the waves simulation",
                    fmt::format("the Courant number is {:.3g}, but the maximum for stability is "
                                "{:.4g}. Use {}--dt {}",
                                courant, limit, slower, at_most(waves.now().dt * share)));
}

void require_diffusion_number(studio::Simulation& gray_scott) {
    const double most = std::max(gray_scott.get("diffusion_u"), gray_scott.get("diffusion_v"));
    const double dt = gray_scott.now().dt;
    if (4 * dt * most <= 1) return;
    refuse_unstable("the Gray-Scott reaction",
                    fmt::format("with a diffusion of {:g}, a time step of {:g} "
                                "is unstable. Use --dt {} or a smaller diffusion",
                                most, dt, at_most(0.25 / most)));
}

void require_few_parts(studio::Simulation& convection) {
    const double dt = convection.now().dt;
    const double parts = dynamic_cast<const Convection&>(convection).parts_of(dt);
    if (parts <= kMaxSubsteps) return;
    refuse_unstable(
        "the convection simulation",
        fmt::format("a time step of {:g} s needs {:.0f} substeps for stability on {:g} rows, "
                    "which is too many. Use --dt {}, which needs 100 substeps, or fewer rows",
                    dt, parts, convection.get("height"), at_most(dt * 100 / parts)));
}

}  // namespace glint::apps
