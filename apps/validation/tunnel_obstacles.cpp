// SPDX-License-Identifier: MIT
// Balls and a cylinder in the 3D wind tunnel, compared with published simulations.
#include <apps/validation/tunnel_obstacles.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <apps/catalog.hpp>

namespace glint::apps {
namespace tunnel3d {

studio::Simulation open(const Report& report, const Settings& settings, const char* name) {
    studio::SimulationOptions options = options_for(find_entry(name), report.device());
    options.settings.clear();
    for (const auto& [parameter, value] : settings)
        options.settings.emplace_back(parameter, parameter == "parabolic"
                                                     ? (value != 0 ? "true" : "false")
                                                     : fmt::format("{}", value));
    return studio::Simulation(options);
}

}  // namespace tunnel3d

namespace obstacle_checks {
namespace {

using namespace tunnel3d;

constexpr double kPi = std::numbers::pi;

/// Settings for a ball in a tunnel with free-slip walls. The tunnel is `wide` ball diameters wide.
Settings ball(double reynolds, double size, double speed, double wide, double lengthy) {
    return {{"width", lengthy * size},
            {"height", wide * size},
            {"depth", wide * size},
            {"size", size},
            {"obstacle", kBall},
            {"place_x", 0.4},
            {"walls", kSlip},
            {"sides", kSlip},
            {"sponge", 0.2 * lengthy * size},
            {"speed", speed},
            {"reynolds", reynolds}};
}

double coefficient(studio::Simulation& tunnel, std::size_t index) {
    return tunnel.monitors()[index].value();
}

/// Mean drag over the last of `passes` periods. In a period, the flow moves by one ball diameter.
double steady_drag(const Report& report, const Settings& settings, double size, double speed,
                   double passes, const char* name) {
    studio::Simulation tunnel = open(report, settings, name);
    tunnel.advance(static_cast<unsigned>(passes * size / speed));
    double sum = 0;
    constexpr int kSamples = 8;  // to average over sound waves, which persist
    for (int i = 0; i < kSamples; ++i) {
        tunnel.advance(static_cast<unsigned>(size / speed / kSamples));
        sum += coefficient(tunnel, 0);
    }
    return sum / kSamples;
}

std::string blockage(double wide) {
    return fmt::format("{:.2g} % blockage", 100 * kPi / 4 / (wide * wide));
}

/// Extrapolates to a cell size of 0, from two grids whose cell sizes have the ratio `ratio`. Errors
/// of round obstacles are of second order in the cell size.
double extrapolated(double coarse, double fine, double ratio) {
    return fine + (fine - coarse) / (ratio * ratio - 1);
}

double average(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

/// Mean number of samples between upward crossings of the values' average.
double period_of(const std::vector<double>& values) {
    const double middle = average(values);
    std::vector<std::size_t> rises;
    for (std::size_t i = 1; i < values.size(); ++i)
        if (values[i - 1] < middle && values[i] >= middle) rises.push_back(i);
    if (rises.size() < 2) return 0;
    return static_cast<double>(rises.back() - rises.front()) /
           static_cast<double>(rises.size() - 1);
}

/// Results for a ball that sheds vortices: the mean drag, the mean magnitude of lift and side
/// force, and the Strouhal number.
struct Shedding {
    double drag, lift, strouhal;
};

constexpr double kSheddingWide = 8;

Shedding shedding_ball(const Report& report, double size) {
    constexpr double kSpeed = 0.08;
    constexpr unsigned kEvery = 20;
    studio::Simulation tunnel = open(report, ball(300, size, kSpeed, kSheddingWide, 16));
    tunnel.advance(static_cast<unsigned>(150 * size / kSpeed));
    const auto samples = static_cast<int>(80 * size / kSpeed / kEvery);
    std::vector<double> drag, lift;
    for (int i = 0; i < samples; ++i) {
        tunnel.advance(kEvery);
        drag.push_back(coefficient(tunnel, 0));
        lift.push_back(std::hypot(coefficient(tunnel, 1), coefficient(tunnel, 2)));
    }
    return {average(drag), average(lift), size / kSpeed / (period_of(drag) * kEvery)};
}

/// Drag and lift in Schaefer and Turek's case 3D-1Z, a cylinder across a duct of 2.5 by 0.41 by
/// 0.41. `size` is the number of cells per diameter, and must be a multiple of ten.
std::array<double, 2> cylinder_in_duct(const Report& report, double size) {
    constexpr double kSpeed = 0.04;
    studio::Simulation tunnel = open(report, {{"width", 25 * size},
                                              {"height", std::round(4.1 * size)},
                                              {"depth", std::round(4.1 * size)},
                                              {"size", size},
                                              {"obstacle", kCylinder},
                                              {"place_x", 0.5 / 2.5},
                                              {"place_y", 0.2 / 0.41},
                                              {"parabolic", 1},
                                              {"walls", kWalls},
                                              {"sides", kWalls},
                                              {"sponge", 3 * size},
                                              {"speed", kSpeed},
                                              {"reynolds", 20}});
    tunnel.advance(static_cast<unsigned>(60 * size / kSpeed));
    return {coefficient(tunnel, 0), coefficient(tunnel, 1)};
}

}  // namespace

void steady_ball(Report& report) {
    const double size = report.is_short() ? 8 : 32, wide = report.is_short() ? 6 : 10;
    const double speed = report.is_short() ? 0.1 : 0.06, passes = report.is_short() ? 10 : 40;
    const Settings settings = ball(100, size, speed, wide, report.is_short() ? 10 : 15);
    const double drag = steady_drag(report, settings, size, speed, passes, kOf32Bits);
    report.near(fmt::format("Ball, Re 100, {:g} cells: drag", size), drag, 1.09,
                report.is_short() ? 0.10 : 0.03, "Johnson and Patel 1999, " + blockage(wide));
    const double narrow = steady_drag(report, settings, size, speed, passes, kOf16Bits);
    report.near("drag with 16 bits / drag with 32 bits", narrow / drag, 1,
                report.is_short() ? 0.01 : 0.03, "half has 11 bits of precision");
}

void cylinder_in_duct(Report& report) {
    const auto coarse = cylinder_in_duct(report, 20), fine = cylinder_in_duct(report, 40);
    const char* const source = "Schaefer and Turek 1996, Braack and Richter 2006";
    report.near("Schaefer-Turek 3D-1Z, 40 cells: drag", fine[0], 6.18533, 0.01, source);
    report.near("Schaefer-Turek 3D-1Z, 20 and 40 cells: lift", extrapolated(coarse[1], fine[1], 2),
                0.009401, 0.05, source);
}

void shedding_ball(Report& report) {
    const Shedding coarse = shedding_ball(report, 20), fine = shedding_ball(report, 32);
    const std::string source = "Johnson and Patel 1999, " + blockage(kSheddingWide);
    report.near("Ball, Re 300, 32 cells: drag", fine.drag, 0.656, 0.08, source);
    report.near("Ball, Re 300, 20 and 32 cells: drag", extrapolated(coarse.drag, fine.drag, 1.6),
                0.656, 0.04, source);
    report.near("Ball, Re 300, 32 cells: lift and side force", fine.lift, 0.069, 0.15, source);
    report.near("Ball, Re 300, 32 cells: Strouhal number", fine.strouhal, 0.137, 0.05, source);
}

}  // namespace obstacle_checks
}  // namespace glint::apps
