// SPDX-License-Identifier: MIT
// Direct sums of gravity: accuracy of forces, periodic orbits, and a star cluster in equilibrium.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/nbody/nbody.hpp>
#include <apps/validation/checks.hpp>
#include <glint/base/float_vectors.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps::nbody_checks {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr const char* kLeapfrog = "0";
constexpr const char* kHermiteMethod = "1";

using Vector = std::array<double, 3>;
using Settings = std::vector<std::pair<std::string, std::string>>;

Vector vector_of(const Float3& v) { return {v.x, v.y, v.z}; }
Vector minus(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double length(const Vector& v) { return std::sqrt(dot(v, v)); }

struct Body {
    double mass;
    Vector position, velocity;
};

std::vector<Vector> vectors(NBody& bodies, const char* field) {
    std::vector<Vector> all;
    for (const Float3& v : bodies.field<Float3>(field).to_vector()) all.push_back(vector_of(v));
    return all;
}

std::vector<Body> bodies_of(NBody& simulation) {
    const std::vector<Vector> positions = vectors(simulation, "position"),
                              velocities = vectors(simulation, "velocity");
    const std::vector<float> masses = simulation.field<float>("mass").to_vector();
    std::vector<Body> all;
    for (std::size_t i = 0; i < masses.size(); ++i)
        all.push_back({masses[i], positions[i], velocities[i]});
    return all;
}

std::unique_ptr<NBody> simulation(const Report& report, const Settings& settings, double dt) {
    auto options = options_for(find_entry("nbody"), report.device());
    options.settings = settings;
    options.dt = dt;
    return std::make_unique<NBody>(options);
}

void set(NBody& simulation, const std::vector<Body>& bodies) {
    std::vector<Float3> positions, velocities;
    std::vector<float> masses;
    const auto rounded = [](const Vector& v) {
        return Float3{static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
    };
    for (const Body& body : bodies) {
        positions.push_back(rounded(body.position));
        velocities.push_back(rounded(body.velocity));
        masses.push_back(static_cast<float>(body.mass));
    }
    simulation.field<Float3>("position").assign(positions);
    simulation.field<Float3>("velocity").assign(velocities);
    simulation.field<float>("mass").assign(masses);
    simulation.start();
}

/// Acceleration of body i: the sum of m d / (|d|^2 + softening^2)^(3/2), in double precision.
Vector attraction(const std::vector<Body>& bodies, std::size_t i, double softening) {
    Vector sum{};
    for (const Body& source : bodies) {
        const Vector d = minus(source.position, bodies[i].position);
        const double square = dot(d, d) + softening * softening;
        if (square == 0) continue;
        const double weight = source.mass / (square * std::sqrt(square));
        for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += weight * d[axis];
    }
    return sum;
}

double energy(const std::vector<Body>& bodies, double softening) {
    double sum = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        sum += 0.5 * bodies[i].mass * dot(bodies[i].velocity, bodies[i].velocity);
        for (std::size_t j = i + 1; j < bodies.size(); ++j) {
            const Vector d = minus(bodies[j].position, bodies[i].position);
            sum -= bodies[i].mass * bodies[j].mass / std::sqrt(dot(d, d) + softening * softening);
        }
    }
    return sum;
}

// ---- Forces -------------------------------------------------------------------------------------

/// Returns the relative errors of the accelerations of some bodies, sorted.
std::vector<double> force_errors(NBody& sphere, const std::vector<Body>& bodies, double softening) {
    const std::vector<Vector> found = vectors(sphere, "acceleration");
    const std::size_t stride = std::max<std::size_t>(1, bodies.size() / 2048);
    std::vector<double> errors;
    for (std::size_t i = 0; i < bodies.size(); i += stride) {
        const Vector wanted = attraction(bodies, i, softening);
        errors.push_back(length(minus(found[i], wanted)) / length(wanted));
    }
    std::ranges::sort(errors);
    return errors;
}

void forces(Report& report) {
    constexpr double kSoftening = 0.01;
    const char* const count = report.is_short() ? "3000" : "65536";
    struct Way {
        const char* what;
        const char* sums;
        const char* pairs;
        double median, high;
    };
    // Rounding errors of plain sums grow with the square root of the number of terms, here 65536.
    const double more = report.is_short() ? 1 : 4;
    for (const Way& way : {Way{"plain sums", "0", "1", 5e-7 * more, 2e-6 * more},
                           Way{"compensated sums", "1", "1", 3e-7, 1.5e-6},
                           Way{"double sums", "2", "1", 3e-7, 1.5e-6},
                           Way{"pairs once", "0", "2", 5e-7 * more, 2e-6 * more}}) {
        const auto sphere = simulation(report,
                                       {{"scene", "1"},
                                        {"count", count},
                                        {"softening", fmt::format("{}", kSoftening)},
                                        {"sums", way.sums},
                                        {"pairs", way.pairs},
                                        {"energy_every", "0"}},
                                       0.01);
        const auto errors = force_errors(*sphere, bodies_of(*sphere), kSoftening);
        report.at_most(fmt::format("median force error, {}, {} bodies", way.what, count),
                       errors[errors.size() / 2], way.median, "sum in double precision");
        report.at_most(fmt::format("99th percentile, {}", way.what),
                       errors[errors.size() * 99 / 100], way.high, "sum in double precision");
    }
}

// ---- Orbits -------------------------------------------------------------------------------------

/// Two bodies at the apocenters of elliptic orbits with this eccentricity and a period of 2 pi.
std::vector<Body> kepler(double eccentricity) {
    constexpr double kSmall = 0.25;
    const double speed = std::sqrt((1 - eccentricity) / (1 + eccentricity));
    const double far = 1 + eccentricity;
    return {{1 - kSmall, {-kSmall * far, 0, 0}, {0, -kSmall * speed, 0}},
            {kSmall, {(1 - kSmall) * far, 0, 0}, {0, (1 - kSmall) * speed, 0}}};
}

/// Returns three bodies that follow each other along a figure eight.
std::vector<Body> eight() {
    constexpr double kX = 0.97000436, kY = 0.24308753, kU = 0.93240737, kV = 0.86473146;
    return {{1, {kX, -kY, 0}, {kU / 2, kV / 2, 0}},
            {1, {-kX, kY, 0}, {kU / 2, kV / 2, 0}},
            {1, {0, 0, 0}, {-kU, -kV, 0}}};
}

/// Returns the bodies after a time, by the classical Runge-Kutta method in double precision. Time
/// steps are so short that the error is 1e-10.
std::vector<Body> exactly(const std::vector<Body>& bodies, double time) {
    constexpr int kSteps = 20000;
    const double dt = time / kSteps;
    /// Returns `from`, moved along `slope` by the fraction `share` of a time step.
    const auto moved = [&](const std::vector<Body>& from, const std::vector<Body>& slope,
                           double share) {
        std::vector<Body> to = from;
        for (std::size_t i = 0; i < to.size(); ++i)
            for (std::size_t axis = 0; axis < 3; ++axis) {
                to[i].position[axis] += share * dt * slope[i].position[axis];
                to[i].velocity[axis] += share * dt * slope[i].velocity[axis];
            }
        return to;
    };
    const auto slope_of = [](const std::vector<Body>& at) {
        std::vector<Body> slope = at;
        for (std::size_t i = 0; i < at.size(); ++i)
            slope[i].position = at[i].velocity, slope[i].velocity = attraction(at, i, 0);
        return slope;
    };
    std::vector<Body> at = bodies;
    for (int step = 0; step < kSteps; ++step) {
        const auto first = slope_of(at), second = slope_of(moved(at, first, 0.5)),
                   third = slope_of(moved(at, second, 0.5)), fourth = slope_of(moved(at, third, 1));
        at = moved(at, first, 1.0 / 6);
        at = moved(at, second, 1.0 / 3);
        at = moved(at, third, 1.0 / 3);
        at = moved(at, fourth, 1.0 / 6);
    }
    return at;
}

/// Largest distance of a body from its position in `wanted` after the given time.
double error_after(const Report& report, const std::vector<Body>& bodies,
                   const std::vector<Body>& wanted, double time, unsigned steps,
                   const char* integrator) {
    const auto orbit = simulation(report,
                                  {{"scene", "3"},
                                   {"count", fmt::format("{}", bodies.size())},
                                   {"softening", "0"},
                                   {"integrator", integrator},
                                   {"energy_every", "0"}},
                                  time / steps);
    set(*orbit, bodies);
    orbit->advance(steps);
    const std::vector<Body> after = bodies_of(*orbit);
    double most = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i)
        most = std::max(most, length(minus(after[i].position, wanted[i].position)));
    return most;
}

/// Measures the order of convergence after six tenths of a period. After a whole period, the figure
/// eight would cancel errors that are symmetric in time, and the Hermite scheme would gain an
/// order. The time steps are so long that errors are a hundred times larger than rounding errors.
void orbit(Report& report, const char* what, const std::vector<Body>& bodies, double period,
           unsigned leapfrog_steps) {
    constexpr unsigned kTenths = 6;
    const double time = period * kTenths / 10;
    const std::vector<Body> then = exactly(bodies, time);
    struct Scheme {
        const char* name;
        const char* integrator;
        unsigned steps;
        double error, order;
    };
    for (const Scheme& scheme : {Scheme{"leapfrog", kLeapfrog, leapfrog_steps, 2e-3, 2},
                                 Scheme{"Hermite", kHermiteMethod, 150, 5e-5, 4}}) {
        report.at_most(
            fmt::format("{}: return error, {}, {} steps", what, scheme.name, 2 * scheme.steps),
            error_after(report, bodies, bodies, period, 2 * scheme.steps, scheme.integrator),
            scheme.error, "periodic orbit");
        const unsigned steps = scheme.steps * kTenths / 10;
        const double coarse = error_after(report, bodies, then, time, steps, scheme.integrator),
                     fine = error_after(report, bodies, then, time, 2 * steps, scheme.integrator);
        report.near(fmt::format("{}: order of {}", what, scheme.name), std::log2(coarse / fine),
                    scheme.order, 0.1, "order of the scheme");
    }
}

void orbits(Report& report) {
    orbit(report, "Kepler, e 0.5", kepler(0.5), 2 * kPi, 500);
    orbit(report, "figure eight", eight(), 6.32591398, 400);
}

// ---- A cluster ----------------------------------------------------------------------------------

double half_mass_radius(const std::vector<Body>& bodies) {
    std::vector<double> radii;
    for (const Body& body : bodies) radii.push_back(length(body.position));
    std::ranges::nth_element(radii, radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2));
    return radii[radii.size() / 2];
}

double kinetic(const std::vector<Body>& bodies) {
    double sum = 0;
    for (const Body& body : bodies) sum += 0.5 * body.mass * dot(body.velocity, body.velocity);
    return sum;
}

/// Magnitude of the total momentum, divided by the sum of the magnitudes of all momenta.
double momentum(const std::vector<Body>& bodies) {
    Vector sum{};
    double size = 0;
    for (const Body& body : bodies) {
        for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += body.mass * body.velocity[axis];
        size += body.mass * length(body.velocity);
    }
    return length(sum) / size;
}

/// Checks the equilibrium of a Plummer sphere. The sphere changes only by rounding and by
/// encounters, which act over the relaxation time, many times longer than this run.
///
/// Initially, each body has its own fraction of enclosed mass, and the radii omit the outermost
/// thousandth of the mass, so their median is 0.09 % too small. Later positions are like random
/// samples, for which the median of N radii scatters by 1 / (2 p sqrt(N)). p is the density of
/// radii at the median, 0.722 for this sphere, so the scatter is 0.90 / sqrt(N) of the median.
void sphere(Report& report, const char* pairs, const char* integrator, const std::string& what) {
    const unsigned count = report.is_short() ? 3000 : 32768;
    const double softening = 0.03, dt = 1.0 / 128, sampling = 0.9 / std::sqrt(count);
    const auto cluster = simulation(report,
                                    {{"scene", "1"},
                                     {"count", fmt::format("{}", count)},
                                     {"softening", fmt::format("{}", softening)},
                                     {"pairs", pairs},
                                     {"integrator", integrator},
                                     {"energy_every", "0"}},
                                    dt);
    const auto at_first = bodies_of(*cluster);
    const double first_energy = energy(at_first, softening), motion = kinetic(at_first);
    report.near("Plummer: virial ratio 2 T / |W|, " + what, 2 * motion / (motion - first_energy), 1,
                2 * sampling + 0.02, "equilibrium (softening: 0.01 difference)");
    report.near("Plummer: half-mass radius, " + what, half_mass_radius(at_first), 0.768573, 0.003,
                "exact (cutoff: 0.0009 difference)");
    cluster->advance(report.is_short() ? 128 : 640);
    const auto later = bodies_of(*cluster);
    report.near("half-mass radius at the end", half_mass_radius(later), 0.768573, 3 * sampling,
                "equilibrium");
    report.near("energy at the end, relative to the start", energy(later, softening) / first_energy,
                1, 2e-4, "conserved");
    report.at_most("momentum at the end, relative to the sum of magnitudes", momentum(later), 1e-6,
                   "conserved");
}

}  // namespace

void validate(Report& report) {
    report.part("forces", forces);
    report.part("orbits", orbits);
    report.part("sphere", [](Report& of) {
        sphere(of, "1", kLeapfrog, "leapfrog");
        sphere(of, "2", kLeapfrog, "leapfrog, pairs once");
        sphere(of, "1", kHermiteMethod, "Hermite");
    });
}

}  // namespace glint::apps::nbody_checks
