// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <apps/validation/report.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Moments of the populations of each cell of a 2D wind tunnel, in double precision. y points up.
class Lattice {
public:
    /// Reads the populations. Waits for the device.
    explicit Lattice(studio::Simulation& tunnel);

    std::size_t width() const noexcept { return width_; }
    std::size_t height() const noexcept { return height_; }
    double density(std::size_t x, std::size_t y) const;  ///< density minus 1 (the density at rest)
    double across(std::size_t x, std::size_t y) const;   ///< speed to the right, in cells per step
    double upwards(std::size_t x, std::size_t y) const;

private:
    double population(unsigned direction, std::size_t x, std::size_t y) const;

    std::size_t width_, height_;
    double push_;
    std::vector<float> f_;
};

using TunnelSettings = std::vector<std::pair<std::string, double>>;

/// Opens a wind tunnel with the given parameters. By default, the tunnel has no cylinder.
studio::Simulation open_tunnel(const Report& report, const TunnelSettings& settings);

/// Sets all populations to equilibrium. `flow(x, y)` returns the density minus 1, the speed to the
/// right, and the speed upward.
template <class Flow>
void set_flow(studio::Simulation& tunnel, std::size_t width, std::size_t height, const Flow& flow);

/// Returns the equilibrium populations of a cell, in the order of wind_tunnel.cu.
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
