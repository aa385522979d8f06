// SPDX-License-Identifier: MIT
// Plume: projection of a flow with a known divergent part, the divergence after projections, and a
// steady vortex, which the simulation must preserve.
#include <cmath>
#include <memory>
#include <numbers>
#include <random>
#include <vector>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/plume/plume.hpp>
#include <apps/validation/checks.hpp>
#include <apps/validation/smoke_fields.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps::plume_checks {
namespace {

constexpr double kPi = std::numbers::pi;

using Function = double (*)(double x, double y);

/// A box of 1 m without an obstacle and without a source.
std::unique_ptr<Plume> box(const Report& report, std::size_t side, int cycles, bool is_open,
                           double dt = 0.01) {
    studio::SimulationOptions options = options_for(find_entry("plume"), report.device());
    options.dt = dt;
    const auto cells = fmt::format("{}", side);
    options.settings = {{"width", cells},
                        {"height", cells},
                        {"disc", "0"},
                        {"source", "0"},
                        {"cooling", "0"},
                        {"fade", "0"},
                        {"cycles", fmt::format("{}", cycles)},
                        {"open", is_open ? "true" : "false"}};
    return std::make_unique<Plume>(options);
}

/// Samples a function at the positions where a field is stored: left faces or upper faces.
Values on_faces(std::size_t side, bool is_left, Function function) {
    Values values;
    const double h = 1 / static_cast<double>(side);
    for (std::size_t j = 0; j < side; ++j)
        for (std::size_t i = 0; i < side; ++i)
            values.push_back(function((static_cast<double>(i) + (is_left ? 0 : 0.5)) * h,
                                      (static_cast<double>(j) + (is_left ? 0.5 : 0)) * h));
    return values;
}

double velocity_error(Plume& plume, const Values& across, const Values& down) {
    return std::hypot(rms(plume.field<float>("across").to_vector(), across),
                      rms(plume.field<float>("down").to_vector(), down));
}

// Two flows. The first circulates in the box and is divergence-free: the curl of
// sin^2(pi x) sin^2(pi y) / pi. The second is what projection removes: the gradient of
// cos(pi x) sin(pi y / 2), which is 0 at the open top.
double round_across(double x, double y) {
    return std::pow(std::sin(kPi * x), 2) * std::sin(2 * kPi * y);
}
double round_down(double x, double y) { return -round_across(y, x); }
double divergent_across(double x, double y) {
    return -kPi * std::sin(kPi * x) * std::sin(kPi * y / 2);
}
double divergent_down(double x, double y) {
    return kPi / 2 * std::cos(kPi * x) * std::cos(kPi * y / 2);
}

/// Returns the RMS error of the divergence-free flow after projection of the sum of both flows.
double projection_error(const Report& report, std::size_t side) {
    const auto plume = box(report, side, 20, true);
    const auto both = [side](bool is_left, Function round, Function divergent) {
        Values sum = on_faces(side, is_left, round);
        const Values other = on_faces(side, is_left, divergent);
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += other[i];
        return sum;
    };
    set(*plume, "across", both(true, round_across, divergent_across));
    set(*plume, "down", both(false, round_down, divergent_down));
    plume->project(plume->now());
    return velocity_error(*plume, on_faces(side, true, round_across),
                          on_faces(side, false, round_down));
}

void projection(Report& report) {
    const std::size_t side = report.is_short() ? 32 : 64;
    const double coarse = projection_error(report, side);
    const double fine = projection_error(report, 2 * side);
    report.at_least("order of the projection", std::log2(coarse / fine), 1.9,
                    "manufactured solution");
}

void divergence(Report& report) {
    const std::size_t side = report.is_short() ? 96 : 512;
    const auto plume = box(report, side, 8, true);
    plume->set("disc", 0.15);
    plume->reset();
    std::mt19937 generator(3);
    std::uniform_real_distribution<double> uniform(-1, 1);
    Values noise(side * side);
    for (const char* field : {"across", "down"}) {
        for (double& each : noise) each = uniform(generator);
        set(*plume, field, noise);
    }
    const double before = divergence_of(*plume);
    plume->project(plume->now());
    report.at_most("divergence of noise after 8 cycles", divergence_of(*plume) / before, 1e-6,
                   "relative to the initial divergence");
    plume->set("cycles", 6);
    plume->set("source", 0.05);
    plume->advance(100);
    const double speed = std::hypot(rms(plume->field<float>("across").to_vector()),
                                    rms(plume->field<float>("down").to_vector()));
    report.at_most("divergence of the running plume", divergence_of(*plume) / speed, 1e-6,
                   "relative to the velocity");
}

// Taylor vortices, which are a steady flow without viscosity.
double vortex_across(double x, double y) { return std::sin(kPi * x) * std::cos(kPi * y); }
double vortex_down(double x, double y) { return -vortex_across(y, x); }

/// Returns the RMS error of the flow after a quarter of a second. The RMS of the flow is 0.7.
double vortex_error(const Report& report, std::size_t side) {
    const auto steps = static_cast<unsigned>(side * 25 / 32);
    const auto plume = box(report, side, 8, false, 0.25 / steps);
    const Values across = on_faces(side, true, vortex_across);
    const Values down = on_faces(side, false, vortex_down);
    set(*plume, "across", across);
    set(*plume, "down", down);
    plume->advance(steps);
    return velocity_error(*plume, across, down);
}

/// Checks first-order convergence. The order is not higher, because each step advects before it
/// projects.
void vortex(Report& report) {
    const std::size_t side = report.is_short() ? 32 : 128;
    const double coarse = vortex_error(report, side), fine = vortex_error(report, 2 * side);
    report.at_most("error of a steady vortex", fine, report.is_short() ? 0.005 : 0.0013,
                   "Taylor's vortices");
    report.at_least("order of the vortex error (halved steps)", std::log2(coarse / fine), 0.9,
                    "first order in time");
}

}  // namespace

void validate(Report& report) {
    report.part("projection", projection);
    report.part("divergence", divergence);
    report.part("vortex", vortex);
}

}  // namespace glint::apps::plume_checks
