// SPDX-License-Identifier: MIT
// Galaxy: forces compared with sums over all pairs in double precision, and a Plummer sphere that
// stays in equilibrium for ten crossing times.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/galaxy/galaxy.hpp>
#include <apps/validation/checks.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps::galaxy_checks {
namespace {

using Vector = std::array<double, 3>;

// Crossing time of a Plummer sphere with G = M = 1 and an energy of -1/4.
const double kCrossing = 2 * std::numbers::sqrt2;

std::unique_ptr<Galaxy> stars(const Report& report, int scene, std::size_t count,
                              double softening = 0.04, double dt = 0.02) {
    studio::SimulationOptions options = options_for(find_entry("galaxy"), report.device());
    options.dt = dt;
    options.settings = {{"count", fmt::format("{}", count)},
                        {"scene", fmt::format("{}", scene)},
                        {"softening", fmt::format("{}", softening)}};
    return std::make_unique<Galaxy>(options);
}

double length(const Vector& v) { return std::hypot(v[0], v[1], v[2]); }

/// Acceleration of the star `at` by all other stars, in double precision.
Vector direct(const std::vector<PointMass>& all, const PointMass& at, double softening) {
    Vector sum{};
    for (const PointMass& each : all) {
        const Vector d{double(each.x) - at.x, double(each.y) - at.y, double(each.z) - at.z};
        const double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + softening * softening;
        const double force = each.mass / (square * std::sqrt(square));
        for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += force * d[axis];
    }
    return sum;
}

/// The relative errors of the accelerations of some stars, sorted.
class ForceErrors {
public:
    ForceErrors(Galaxy& galaxy, std::size_t samples) : galaxy_(galaxy) {
        const std::vector<PointMass> all = galaxy.field<PointMass>("position").to_vector();
        step_ = std::max<std::size_t>(1, all.size() / samples);
        for (std::size_t i = 0; i < all.size(); i += step_)
            exact_.push_back(direct(all, all[i], galaxy.get("softening")));
    }
    std::vector<double> at(double theta, bool quadrupoles) {
        galaxy_.set("theta", theta);
        galaxy_.set("quadrupoles", quadrupoles ? 1 : 0);
        galaxy_.build();
        galaxy_.attract();
        const auto pulls = galaxy_.field<PointMass>("pull").to_vector();
        std::vector<double> errors;
        for (std::size_t k = 0; k < exact_.size(); ++k) {
            const PointMass& pull = pulls[k * step_];
            const Vector& exact = exact_[k];
            const Vector off{pull.x - exact[0], pull.y - exact[1], pull.z - exact[2]};
            errors.push_back(length(off) / length(exact));
        }
        std::ranges::sort(errors);
        return errors;
    }

private:
    Galaxy& galaxy_;
    std::size_t step_;
    std::vector<Vector> exact_;
};

double percentile(const std::vector<double>& sorted, double share) {
    return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

void forces(Report& report) {
    const std::size_t count = report.is_short() ? 20'000 : 400'000;
    const auto galaxy = stars(report, 0, count);
    const double theta = galaxy->get("theta");
    ForceErrors errors(*galaxy, report.is_short() ? 500 : 4000);
    const double monopoles = percentile(errors.at(0.5, false), 0.5);
    const std::vector<double> own = errors.at(theta, true);
    report.at_most("median force error", percentile(own, 0.5), monopoles,
                   "monopoles at theta = 0.5");
    report.at_most("90th percentile of the force error", percentile(own, 0.9), 4 * monopoles,
                   "four times the median with monopoles");
    report.at_most("99th percentile of the force error", percentile(own, 0.99), 0.02,
                   "direct sum in double");
    report.at_most("maximum force error", own.back(), 0.1, "direct sum in double");
    report.at_most("99th percentile at theta = 0.2", percentile(errors.at(0.2, true), 0.99), 2e-5,
                   "direct sum in double");
}

/// Distances of the stars from the center of mass, sorted.
std::vector<double> radii(Galaxy& galaxy) {
    const auto all = galaxy.field<PointMass>("position").to_vector();
    Vector middle{};
    for (const PointMass& p : all) {
        middle[0] += p.x / double(all.size());
        middle[1] += p.y / double(all.size());
        middle[2] += p.z / double(all.size());
    }
    std::vector<double> radii;
    for (const PointMass& p : all)
        radii.push_back(length({p.x - middle[0], p.y - middle[1], p.z - middle[2]}));
    std::ranges::sort(radii);
    return radii;
}

struct Sums {
    double energy, kinetic;
    Vector momentum;
    double left, lost;
};
Sums sums(Galaxy& galaxy) {
    const auto m = galaxy.monitors();
    return {m[0].value(),
            m[1].value(),
            {m[2].value(), m[3].value(), m[4].value()},
            m[6].value(),
            m[7].value()};
}

void plummer(Report& report) {
    // A run with fewer stars needs shorter time steps, because close encounters matter more.
    const std::size_t count = report.is_short() ? 2500 : 100'000;
    const double dt = report.is_short() ? 0.0125 : 0.02;
    const auto galaxy = stars(report, 2, count, report.is_short() ? 0.05 : 0.02, dt);
    const Sums before = sums(*galaxy);
    report.near("potential energy of a Plummer sphere", before.energy - before.kinetic, -0.5,
                report.is_short() ? 0.03 : 0.01, "exact without softening");
    report.near("half-mass radius of a Plummer sphere", percentile(radii(*galaxy), 0.5), 0.768573,
                0.01, "exact");
    double drift = 0;
    const int parts = 20;
    const int crossings = report.is_short() ? 3 : 10;
    const auto steps = static_cast<unsigned>(crossings * kCrossing / dt / parts + 0.5);
    for (int part = 0; part < parts; ++part) {
        galaxy->advance(steps);
        drift = std::max(drift, std::abs(sums(*galaxy).energy / before.energy - 1));
    }
    const Sums after = sums(*galaxy);
    report.at_most(fmt::format("energy drift in {} crossing times", crossings), drift, 1e-4,
                   "conserved");
    const Vector off{after.momentum[0] - before.momentum[0], after.momentum[1] - before.momentum[1],
                     after.momentum[2] - before.momentum[2]};
    report.at_most("momentum change", length(off) / std::sqrt(2 * before.kinetic), 1e-3,
                   "conserved, relative to mass times speed");
    report.near(fmt::format("virial ratio after {} crossing times", crossings),
                -2 * after.kinetic / (after.energy - after.kinetic), 1,
                report.is_short() ? 0.06 : 0.03, "exact");
    report.near(fmt::format("half-mass radius after {} crossing times", crossings),
                percentile(radii(*galaxy), 0.5), 0.768573, report.is_short() ? 0.08 : 0.03,
                "exact");
    report.at_most("stars that left or are NaN", after.left + after.lost, 0, "conserved");
}

}  // namespace

void validate(Report& report) {
    report.part("forces", forces);
    report.part("plummer", plummer);
}

}  // namespace glint::apps::galaxy_checks
