// SPDX-License-Identifier: MIT
#include <apps/validation/lattice.hpp>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps {
namespace {

// The directions and weights must match those in wind_tunnel.cu.
constexpr std::array<int, 9> kX{0, 1, -1, 0, 0, 1, -1, -1, 1};
constexpr std::array<int, 9> kY{0, 0, 0, 1, -1, -1, 1, -1, 1};
constexpr std::array<double, 9> kWeights{4.0 / 9,  1.0 / 9,  1.0 / 9,  1.0 / 9, 1.0 / 9,
                                         1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

}  // namespace

Lattice::Lattice(studio::Simulation& tunnel)
    : width_(static_cast<std::size_t>(tunnel.get("width"))),
      height_(static_cast<std::size_t>(tunnel.get("height"))),
      push_(tunnel.get("push")),
      f_(tunnel.field<float>("f").to_vector()) {}

double Lattice::population(unsigned direction, std::size_t x, std::size_t y) const {
    return f_[(direction * height_ + y) * width_ + x];
}

double Lattice::density(std::size_t x, std::size_t y) const {
    double sum = 0;
    for (unsigned d = 0; d < 9; ++d) sum += population(d, x, y);
    return sum;
}

// The stored populations are those after the collision, and contain the full push of the step. The
// velocity at the time of the collision contains only half of the push.
double Lattice::across(std::size_t x, std::size_t y) const {
    double sum = -push_ / 2;
    for (unsigned d = 0; d < 9; ++d) sum += kX[d] * population(d, x, y);
    return sum;
}

double Lattice::upwards(std::size_t x, std::size_t y) const {
    double sum = 0;
    for (unsigned d = 0; d < 9; ++d) sum += kY[d] * population(d, x, y);
    return sum;
}

studio::Simulation open_tunnel(const Report& report, const TunnelSettings& settings) {
    studio::SimulationOptions options = options_for(find_entry("wind_tunnel"), report.device());
    options.settings = {{"cylinder", "false"}};
    for (const auto& [name, value] : settings)
        options.settings.emplace_back(name, name == "cylinder" || name == "parabolic"
                                                ? (value != 0 ? "true" : "false")
                                                : fmt::format("{}", value));
    return studio::Simulation(options);
}

std::array<float, 9> equilibrium(const std::array<double, 3>& density_and_velocity) {
    const auto& [rho, u, v] = density_and_velocity;
    std::array<float, 9> f{};
    for (std::size_t d = 0; d < 9; ++d) {
        const double along = kX[d] * u + kY[d] * v;
        f[d] = static_cast<float>(kWeights[d] *
                                  (rho + 3 * along + 4.5 * along * along - 1.5 * (u * u + v * v)));
    }
    return f;
}

void assign_populations(studio::Simulation& tunnel, const std::vector<float>& f) {
    tunnel.field<float>("f").assign(f);
}

}  // namespace glint::apps
