// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <apps/validation/report.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Moments of the wind tunnel's populations per cell, in double precision; y points up.
class Lattice {
public:
    /// Reads the populations. Waits.
    explicit Lattice(studio::Simulation& tunnel);

    std::size_t width() const noexcept { return width_; }
    std::size_t height() const noexcept { return height_; }
    double density(std::size_t x, std::size_t y) const;  ///< minus 1, the density at rest
    double across(std::size_t x, std::size_t y) const;   ///< to the right, in cells per step
    double upwards(std::size_t x, std::size_t y) const;

private:
    double population(unsigned direction, std::size_t x, std::size_t y) const;

    std::size_t width_, height_;
    double push_;
    std::vector<float> f_;
};

using TunnelSettings = std::vector<std::pair<std::string, double>>;

/// Opens a wind tunnel with these parameters; without a cylinder unless they include one.
studio::Simulation open_tunnel(const Report& report, const TunnelSettings& settings);

/// Sets all populations to equilibrium. `flow(x, y)` returns the density minus 1 and the velocity
/// to the right and up.
template <class Flow>
void set_flow(studio::Simulation& tunnel, std::size_t width, std::size_t height, const Flow& flow);

/// Equilibrium populations of a cell, in the order of the file.
std::array<float, 9> equilibrium(const std::array<double, 3>& density_and_velocity);
void assign_populations(studio::Simulation& tunnel, const std::vector<float>& f);

template <class Flow>
void set_flow(studio::Simulation& tunnel, std::size_t width, std::size_t height, const Flow& flow) {
    const std::size_t cells = width * height;
    std::vector<float> f(9 * cells);
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            const std::array<float, 9> here = equilibrium(flow(x, y));
            for (std::size_t d = 0; d < 9; ++d) f[d * cells + y * width + x] = here[d];
        }
    assign_populations(tunnel, f);
}

}  // namespace glint::apps
