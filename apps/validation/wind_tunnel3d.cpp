// SPDX-License-Identifier: MIT
// The 3D wind tunnel, compared with exact flows and with published vortices, balls and a cylinder.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <apps/validation/checks.hpp>
#include <apps/validation/tunnel_obstacles.hpp>
#include <glint/algorithms/reduce.hpp>
#include <glint/array/operators.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps::wind_tunnel3d_checks {
namespace {

using namespace tunnel3d;

using Vector = std::array<double, 3>;

constexpr double kPi = std::numbers::pi;
double order(double coarse, double fine) { return std::log2(coarse / fine); }

/// Returns settings that result in the given viscosity.
Settings with_viscosity(double viscosity, Settings settings) {
    constexpr double kSpeed = 0.1, kSize = 16;
    settings.insert(settings.end(),
                    {{"speed", kSpeed}, {"size", kSize}, {"reynolds", kSpeed * kSize / viscosity}});
    return settings;
}

/// Velocities of all cells of a tunnel.
class Velocities {
public:
    /// Reads the velocities. Waits for the device.
    explicit Velocities(studio::Simulation& tunnel)
        : width_(static_cast<std::size_t>(tunnel.get("width"))),
          height_(static_cast<std::size_t>(tunnel.get("height"))) {
        tunnel.draw();
        velocity_ = tunnel.field<std::array<float, 3>>("velocity").to_vector();
    }
    const std::array<float, 3>& at(std::size_t x, std::size_t y, std::size_t z) const {
        return velocity_[(z * height_ + y) * width_ + x];
    }

private:
    std::size_t width_, height_;
    std::vector<std::array<float, 3>> velocity_;
};

// ------------------------------------------------------------------------------------- channels

constexpr double kFastest = 0.05, kChannelViscosity = 0.1;

/// A channel or duct of this height. Its push would accelerate flow between plates to kFastest.
studio::Simulation open_channel(const Report& report, std::size_t height, double sides) {
    const auto cells = static_cast<double>(height);
    return open(report,
                with_viscosity(kChannelViscosity,
                               {{"width", 16},
                                {"height", cells},
                                {"depth", sides == kWalls ? cells : 4},
                                {"ends", kPeriodicEnds},
                                {"walls", kWalls},
                                {"sides", sides},
                                {"obstacle", kNone},
                                {"push", 8 * kChannelViscosity * kFastest / (cells * cells)}}));
}

void push_for(studio::Simulation& channel, std::size_t height, double time) {
    const auto cells = static_cast<double>(height);
    channel.advance(static_cast<unsigned>(time * cells * cells / kChannelViscosity + 0.5));
}

/// Poiseuille flow at height `y`, in units of the maximum speed, after the push has acted for the
/// time `time`. Times are in units of height^2 / viscosity.
double poiseuille(double y, double time) {
    double speed = 4 * y * (1 - y);
    for (int n = 1; n < 100; n += 2)
        speed -=
            32 / std::pow(n * kPi, 3) * std::sin(n * kPi * y) * std::exp(-n * n * kPi * kPi * time);
    return speed;
}

double channel_error(const Report& report, std::size_t height, double time) {
    studio::Simulation channel = open_channel(report, height, kPeriodic);
    push_for(channel, height, time);
    const Velocities found(channel);
    double error = 0;
    for (std::size_t y = 0; y < height; ++y) {
        const double exact =
            poiseuille((static_cast<double>(y) + 0.5) / static_cast<double>(height), time);
        error = std::max(error, std::abs(found.at(3, y, 1)[0] / kFastest - exact));
    }
    return error;
}

/// Steady flow in a square duct, in units of the maximum speed of Poiseuille flow.
double duct(double y, double z) {
    double speed = 4 * y * (1 - y);
    for (int n = 1; n < 60; n += 2)
        speed -= 32 / std::pow(n * kPi, 3) * std::sin(n * kPi * y) *
                 std::cosh(n * kPi * (z - 0.5)) / std::cosh(n * kPi * 0.5);
    return speed;
}

double duct_error(const Report& report, std::size_t height) {
    studio::Simulation channel = open_channel(report, height, kWalls);
    push_for(channel, height, 0.8);  // 16 time constants of the slowest mode
    const Velocities found(channel);
    const auto middle = [&](std::size_t i) {
        return (static_cast<double>(i) + 0.5) / static_cast<double>(height);
    };
    double error = 0;
    for (std::size_t z = 0; z < height; ++z)
        for (std::size_t y = 0; y < height; ++y)
            error = std::max(
                error, std::abs(found.at(3, y, z)[0] / kFastest - duct(middle(y), middle(z))));
    return error;
}

void channels(Report& report) {
    report.at_most("Poiseuille, 16 cells: error of the profile", channel_error(report, 16, 1.6),
                   1e-4, "exact, with walls halfway between cells");
    const double coarse = channel_error(report, 16, 0.05), fine = channel_error(report, 32, 0.05);
    report.at_least("starting Poiseuille flow: order", order(coarse, fine), 1.9,
                    fmt::format("exact series, error {:.2g} with 32 cells", fine));
    const double rough = duct_error(report, 10), exact = duct_error(report, 20);
    report.at_least("Square duct: order", order(rough, exact), 1.9,
                    fmt::format("exact series, error {:.2g} with 20 cells", exact));
}

// --------------------------------------------------------------------------------------- vortices

/// The Arnold-Beltrami-Childress flow, which keeps its shape and decays only by viscosity.
Vector beltrami(double x, double y, double z) {
    return {std::sin(z) + std::cos(y), std::sin(x) + std::cos(z), std::sin(y) + std::cos(x)};
}

/// Returns the equilibrium populations of a cell, in the order that d3q19.cuh defines.
std::array<double, 19> equilibrium(double rho, const Vector& u) {
    constexpr std::array<std::array<int, 3>, 9> kPairs{{{1, 0, 0},
                                                        {0, 1, 0},
                                                        {0, 0, 1},
                                                        {0, 1, -1},
                                                        {1, -1, 0},
                                                        {1, 0, 1},
                                                        {1, 0, -1},
                                                        {0, 1, 1},
                                                        {-1, -1, 0}}};
    const double square = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    std::array<double, 19> f{(rho - 1.5 * square) / 3};
    for (std::size_t p = 0; p < 9; ++p) {
        const double along = kPairs[p][0] * u[0] + kPairs[p][1] * u[1] + kPairs[p][2] * u[2];
        const double weight = p < 3 ? 1.0 / 18 : 1.0 / 36;
        const double even = rho + 4.5 * along * along - 1.5 * square;
        f[2 * p + 1] = weight * (even + 3 * along);
        f[2 * p + 2] = weight * (even - 3 * along);
    }
    return f;
}

/// Sets all populations to equilibrium. `flow(x, y, z)` returns the density minus 1, and the
/// velocity.
template <class Flow>
void set_flow(studio::Simulation& tunnel, const Flow& flow) {
    const auto width = static_cast<std::size_t>(tunnel.get("width"));
    const auto height = static_cast<std::size_t>(tunnel.get("height"));
    const auto depth = static_cast<std::size_t>(tunnel.get("depth"));
    const std::size_t cells = width * height * depth;
    std::vector<float> f(19 * cells);
    for (std::size_t i = 0; i < cells; ++i) {
        const auto& [rho, u] = flow(i % width, i / width % height, i / (width * height));
        const std::array<double, 19> here = equilibrium(rho, u);
        const std::size_t row = i / width;  // the 19 populations of a row of cells are contiguous
        for (std::size_t d = 0; d < 19; ++d)
            f[(19 * row + d) * width + i % width] = static_cast<float>(here[d]);
    }
    tunnel.field<float>("f").assign(f);
}

struct Decay {
    double error;  ///< largest error of the velocity, relative to the flow's speed
    double rate;   ///< decay rate, divided by the exact rate
};

Decay decay(const Report& report, std::size_t side) {
    constexpr double kViscosity = 0.05;
    const auto cells = static_cast<double>(side);
    const double speed = 0.04 * 16 / cells, k = 2 * kPi / cells;
    studio::Simulation box = open(report, with_viscosity(kViscosity, {{"width", cells},
                                                                      {"height", cells},
                                                                      {"depth", cells},
                                                                      {"ends", kPeriodicEnds},
                                                                      {"walls", kPeriodic},
                                                                      {"sides", kPeriodic},
                                                                      {"obstacle", kNone}}));
    const auto exact = [&](std::size_t x, std::size_t y, std::size_t z) {
        return beltrami(k * static_cast<double>(x), k * static_cast<double>(y),
                        k * static_cast<double>(z));
    };
    set_flow(box, [&](std::size_t x, std::size_t y, std::size_t z) {
        Vector u = exact(x, y, z);
        for (double& each : u) each *= speed;
        const double square = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
        return std::pair(1.5 * (3 * speed * speed - square), u);  // density by Bernoulli's equation
    });
    const auto half = static_cast<unsigned>(0.4 / (kViscosity * k * k) + 0.5);
    // Returns the amplitude of the exact shape in the flow, and the largest remaining deviation.
    const auto compare = [&](double expected) {
        const Velocities found(box);
        double sum = 0, error = 0;
        for (std::size_t z = 0; z < side; ++z)
            for (std::size_t y = 0; y < side; ++y)
                for (std::size_t x = 0; x < side; ++x) {
                    const Vector u = exact(x, y, z);
                    for (std::size_t axis = 0; axis < 3; ++axis) {
                        const double here = static_cast<double>(found.at(x, y, z)[axis]);
                        sum += here * u[axis];
                        error = std::max(error, std::abs(here / expected - u[axis]));
                    }
                }
        return std::pair(sum / (3 * cells * cells * cells), error / 2);
    };
    box.advance(half);
    const double before = compare(speed).first;
    box.advance(half);
    const auto [after, error] = compare(speed * std::exp(-kViscosity * k * k * 2 * half));
    return {error, std::log(before / after) / (kViscosity * k * k * half)};
}

void decays(Report& report) {
    const Decay coarse = decay(report, 16), fine = decay(report, 32);
    report.near("Beltrami flow, 32 cells: decay rate", fine.rate, 1, 0.005, "exact");
    report.at_least("Beltrami flow: order", order(coarse.error, fine.error), 1.9,
                    fmt::format("exact, error {:.2g} with 32 cells", fine.error));
}

/// Taylor-Green vortices in a box with `cells` cells per side. Times are in sides / (2 pi speed).
class Vortices {
public:
    Vortices(const Report& report, double reynolds, double cells, double speed)
        : turn_(cells / (2 * kPi) / speed),
          box_(open(report, {{"width", cells},
                             {"height", cells},
                             {"depth", cells},
                             {"ends", kPeriodicEnds},
                             {"walls", kPeriodic},
                             {"sides", kPeriodic},
                             {"obstacle", kNone},
                             {"start", kVortices},
                             {"speed", speed},
                             {"size", cells / (2 * kPi)},
                             {"reynolds", reynolds}})) {}

    double time() const { return static_cast<double>(box_.now().number) / turn_; }
    void advance_to(double time) {
        const double steps = time * turn_ - static_cast<double>(box_.now().number);
        box_.advance(static_cast<unsigned>(std::max(steps + 0.5, 0.0)));
    }
    double energy() { return half_mean_square("pace"); }
    double enstrophy() { return half_mean_square("vorticity"); }

private:
    double half_mean_square(const char* field) {
        box_.draw();
        const auto values = box_.field<float>(field);
        return 0.5 * static_cast<double>(mean(values * values).item());
    }

    double turn_;
    studio::Simulation box_;
};

// Checks the energy loss: only viscosity dissipates energy, at 2 enstrophy / Reynolds number.
void early_vortices(Report& report) {
    constexpr double kReynolds = 50;
    Vortices box(report, kReynolds, 48, 0.05);
    box.advance_to(0.9);
    const double before = box.energy(), from = box.time();
    box.advance_to(1.0);
    const double enstrophy = box.enstrophy();
    box.advance_to(1.1);
    const double lost = (before - box.energy()) / (box.time() - from);
    report.near("Taylor-Green, 48 cells, Re 50: energy loss", lost, 2 * enstrophy / kReynolds, 0.02,
                "from the vorticity");
}

void turbulent_vortices(Report& report) {
    constexpr double kReynolds = 1600, kCells = 576, kSpeed = 0.05, kStep = 0.1;
    Vortices box(report, kReynolds, kCells, kSpeed);
    std::vector<double> energy, time;
    for (int i = 0; i <= 100; ++i) {
        box.advance_to(i * kStep);
        energy.push_back(box.energy());
        time.push_back(box.time());
    }
    double most = 0, when = 0;
    for (std::size_t i = 1; i + 1 < energy.size(); ++i) {
        const double lost = (energy[i - 1] - energy[i + 1]) / (time[i + 1] - time[i - 1]);
        if (lost > most) most = lost, when = time[i];
    }
    const char* const source = "spectral, 512^3";
    report.near("Taylor-Green, Re 1600, 576 cells: energy at 5", energy[50], 0.118436, 0.01,
                source);
    report.near("Taylor-Green, Re 1600, 576 cells: energy at 9", energy[90], 0.086404, 0.01,
                source);
    report.near("Taylor-Green, Re 1600: maximum dissipation", most, 0.0128575, 0.02, source);
    report.near("Taylor-Green, Re 1600: time of the maximum", when, 8.97, 0.02, source);
}

// ----------------------------------------------------------------------------------------- outlet

/// Returns the fraction of a sound pulse that the outlet reflects.
double reflection(const Report& report) {
    constexpr double kWidth = 512, kSponge = 96, kFlow = 0.05, kPulse = 0.001;
    constexpr double kSound = 1 / std::numbers::sqrt3;
    const double faster = kFlow + std::hypot(kFlow, kSound);  // speed of sound downstream
    studio::Simulation tunnel = open(report, {{"width", kWidth},
                                              {"height", 4},
                                              {"depth", 4},
                                              {"size", 16},
                                              {"walls", kSlip},
                                              {"sides", kSlip},
                                              {"obstacle", kNone},
                                              {"sponge", kSponge},
                                              {"speed", kFlow},
                                              {"reynolds", 50}});
    set_flow(tunnel, [&](std::size_t x, std::size_t, std::size_t) {
        const double from = (static_cast<double>(x) - 200) / 20;
        const double rho = kPulse * std::exp(-from * from);
        return std::pair(rho, Vector{kFlow + faster * rho, 0, 0});
    });
    tunnel.advance(static_cast<unsigned>((2 * (kWidth - 200) - 20) / kSound));
    tunnel.draw();
    const std::vector<float> pressure = tunnel.field<float>("pressure").to_vector();
    double most = 0;
    for (std::size_t x = 0; x < static_cast<std::size_t>(kWidth - kSponge); ++x)
        most = std::max(most, std::abs(static_cast<double>(pressure[x])));
    return most * 1.5 * kFlow * kFlow / kPulse;
}

}  // namespace

void validate(Report& report) {
    report.part("channels", channels);
    report.part("decays", decays);
    report.part("vortices", early_vortices);
    report.part("sound", [](Report& of) {
        of.at_most("sound reflected by the outlet", reflection(of), 0.04, "relative to the pulse");
    });
    report.part("ball", obstacle_checks::steady_ball);
    if (report.is_short()) return;
    report.part("cylinder", obstacle_checks::cylinder_in_duct);
    report.part("shedding", obstacle_checks::shedding_ball);
    report.part("turbulence", turbulent_vortices);
}

}  // namespace glint::apps::wind_tunnel3d_checks
