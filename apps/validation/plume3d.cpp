// SPDX-License-Identifier: MIT
// 3D plume: projection of a flow with a known divergent part, the divergence around a ball, and a
// steady vortex, which the simulation must preserve.
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <random>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/plume/plume3d.hpp>
#include <apps/validation/checks.hpp>
#include <apps/validation/smoke_fields.hpp>

namespace glint::apps::plume3d_checks {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr std::array<const char*, 3> kSpeeds{"across", "up", "deep"};

using Place = std::array<double, 3>;
/// A function that returns the three components of the velocity at a position.
using Flow = Place (*)(const Place&);

/// A cube of 1 m without an obstacle and without a source.
std::unique_ptr<Plume3d> box(const Report& report, std::size_t side, int cycles, bool is_open,
                             double dt = 0.01) {
    studio::SimulationOptions options = options_for(find_entry("plume3d"), report.device());
    options.dt = dt;
    const auto cells = fmt::format("{}", side);
    options.settings = {{"width", cells},
                        {"height", cells},
                        {"depth", cells},
                        {"ball", "0"},
                        {"source", "0"},
                        {"cooling", "0"},
                        {"fade", "0"},
                        {"cycles", fmt::format("{}", cycles)},
                        {"open", is_open ? "true" : "false"},
                        {"lamp", "8"},
                        {"picture_width", "16"},
                        {"picture_height", "16"}};
    return std::make_unique<Plume3d>(options);
}

/// Samples a component of a flow where the simulation stores it: on lower faces along x and z, and
/// on upper faces along y.
Values on_faces(std::size_t side, std::size_t axis, Flow flow) {
    Values values;
    const double h = 1 / static_cast<double>(side);
    const auto along = [&](std::size_t i, std::size_t of) {
        const double face = of == 1 ? 1 : 0;
        return (static_cast<double>(i) + (of == axis ? face : 0.5)) * h;
    };
    for (std::size_t k = 0; k < side; ++k)
        for (std::size_t j = 0; j < side; ++j)
            for (std::size_t i = 0; i < side; ++i)
                values.push_back(flow({along(i, 0), along(j, 1), along(k, 2)})[axis]);
    return values;
}

void set_flow(Plume& plume, std::size_t side, Flow flow) {
    for (std::size_t axis = 0; axis < 3; ++axis)
        set(plume, kSpeeds[axis], on_faces(side, axis, flow));
}

double flow_error(Plume& plume, std::size_t side, Flow flow) {
    double square = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        square += std::pow(field_error(plume, kSpeeds[axis], on_faces(side, axis, flow)), 2);
    return std::sqrt(square);
}

double speed_of(Plume& plume) {
    double square = 0;
    for (const char* speed : kSpeeds) square += std::pow(field_error(plume, speed, {}), 2);
    return std::sqrt(square);
}

// Sum of two divergence-free flows. Each circulates in one plane, and its speed varies
// perpendicular to that plane. mixed_flow() adds the gradient of cos(pi x) cos(pi y / 2) cos(pi z),
// which is 0 at the open top.
Place round_flow(const Place& p) {
    const auto turn = [](double a, double b) {
        return std::pow(std::sin(kPi * a), 2) * std::sin(2 * kPi * b);
    };
    const auto [x, y, z] = p;
    const double one = 1 + std::cos(kPi * z), other = x;
    return {turn(x, y) * one, -turn(y, x) * one + turn(y, z) * other, -turn(z, y) * other};
}
Place mixed_flow(const Place& p) {
    const auto [x, y, z] = p;
    const Place round = round_flow(p);
    const double cx = std::cos(kPi * x), cy = std::cos(kPi * y / 2), cz = std::cos(kPi * z);
    return {round[0] - kPi * std::sin(kPi * x) * cy * cz,
            round[1] - kPi / 2 * cx * std::sin(kPi * y / 2) * cz,
            round[2] - kPi * cx * cy * std::sin(kPi * z)};
}

double projection_error(const Report& report, std::size_t side) {
    const auto plume = box(report, side, 20, true);
    set_flow(*plume, side, mixed_flow);
    plume->project(plume->now());
    return flow_error(*plume, side, round_flow);
}

void projection(Report& report) {
    const std::size_t side = report.is_short() ? 16 : 64;
    const double coarse = projection_error(report, side);
    const double fine = projection_error(report, 2 * side);
    report.at_least("order of the projection", std::log2(coarse / fine), 1.9,
                    "manufactured solution");
}

void divergence(Report& report) {
    const std::size_t side = report.is_short() ? 40 : 192;
    const auto plume = box(report, side, 8, true);
    plume->set("ball", 0.17);
    plume->reset();
    std::mt19937 generator(3);
    std::uniform_real_distribution<double> uniform(-1, 1);
    Values noise(side * side * side);
    for (const char* speed : kSpeeds) {
        for (double& each : noise) each = uniform(generator);
        set(*plume, speed, noise);
    }
    const double before = divergence_of(*plume);
    plume->project(plume->now());
    report.at_most("divergence of noise around a ball after 8 cycles",
                   divergence_of(*plume) / before, 1e-6, "relative to the initial divergence");
    plume->set("cycles", 6);
    plume->set("source", 0.07);
    plume->reset();
    plume->advance(report.is_short() ? 40 : 100);
    report.at_most("divergence of the running plume", divergence_of(*plume) / speed_of(*plume),
                   1e-6, "relative to the velocity");
}

// Taylor vortices, which are the same at each depth z.
Place vortex(const Place& p) {
    const auto [x, y, z] = p;
    return {std::sin(kPi * x) * std::cos(kPi * y), -std::cos(kPi * x) * std::sin(kPi * y), 0};
}

/// Returns the RMS error of the flow after a quarter of a second. The RMS of the flow is 0.7.
double vortex_error(const Report& report, std::size_t side) {
    const auto steps = static_cast<unsigned>(side * 25 / 32);
    const auto plume = box(report, side, 8, false, 0.25 / steps);
    set_flow(*plume, side, vortex);
    plume->advance(steps);
    return flow_error(*plume, side, vortex);
}

void steady_vortex(Report& report) {
    const std::size_t side = report.is_short() ? 20 : 64;
    const double coarse = vortex_error(report, side), fine = vortex_error(report, 2 * side);
    report.at_most("error of a steady vortex", fine, report.is_short() ? 0.005 : 0.0015,
                   "Taylor's vortices");
    report.at_least("order of the vortex error (halved steps)", std::log2(coarse / fine), 0.9,
                    "first order in time");
}

}  // namespace

void validate(Report& report) {
    report.part("projection", projection);
    report.part("divergence", divergence);
    report.part("vortex", steady_vortex);
}

}  // namespace glint::apps::plume3d_checks
