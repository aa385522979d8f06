// SPDX-License-Identifier: MIT
// Boids: neighbors compared with a search over all pairs; sampled neighbors compared with all
// neighbors; momentum, which separation conserves; alignment, with and without noise, of a flock in
// which all boids see each other; and the order of a flock on two devices.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/flock/flock.hpp>
#include <apps/validation/checks.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps::flock_checks {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;
using Vector = std::array<double, 3>;
using Float4 = std::array<float, 4>;

constexpr double kTimeStep = 1.0 / 60;

Vector operator+(const Vector& a, const Vector& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
Vector operator-(const Vector& a, const Vector& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Vector operator*(double s, const Vector& a) { return {s * a[0], s * a[1], s * a[2]}; }
double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double length(const Vector& a) { return std::sqrt(dot(a, a)); }

/// Settings for boids that start evenly spread in a box that wraps. Only their neighbors influence
/// them.
Settings neighbors_alone(int count) {
    return {{"count", std::to_string(count)},
            {"wraps", "true"},
            {"start", "1"},
            {"most", "0"},
            {"agility", "1000"},
            {"balls", "0"},
            {"predators", "0"},
            {"noise", "0"},
            {"pace", "0"},
            {"home", "0"}};
}

std::unique_ptr<Flock> open(const Device& device, Settings settings, const Settings& more = {},
                            std::uint32_t seed = 1) {
    settings.insert(settings.end(), more.begin(), more.end());
    studio::SimulationOptions options = options_for(find_entry("flock"), device);
    options.dt = kTimeStep;
    options.seed = seed;
    options.settings = std::move(settings);
    return std::make_unique<Flock>(options);
}

struct Boid {
    Vector at, velocity;
    double seen;
};

/// Reads the current boids, in the order on the device. Waits for the device.
std::vector<Boid> read(Flock& flock) {
    const auto at = flock.field<Float4>("position").to_vector();
    const auto velocity = flock.field<Float4>("velocity").to_vector();
    std::vector<Boid> all;
    for (std::size_t i = 0; i < at.size(); ++i)
        all.push_back({{at[i][0], at[i][1], at[i][2]},
                       {velocity[i][0], velocity[i][1], velocity[i][2]},
                       velocity[i][3]});
    return all;
}

void write(Flock& flock, const std::vector<Boid>& all) {
    std::vector<Float4> at, velocity;
    const auto narrow = [](const Vector& v) -> Float4 {
        return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2]), 0};
    };
    for (const Boid& each : all) {
        at.push_back(narrow(each.at));
        velocity.push_back(narrow(each.velocity));
    }
    flock.field<Float4>("position").assign(at);
    flock.field<Float4>("velocity").assign(velocity);
}

Vector mean_velocity(const std::vector<Boid>& all) {
    Vector sum{};
    for (const Boid& each : all) sum = sum + each.velocity;
    return 1 / static_cast<double>(all.size()) * sum;
}

// ------------------------------------------------------------------------------------- all pairs

/// Effect of the neighbors on a boid, computed over all pairs in double precision. `least` and
/// `most` bound the number of neighbors: rounding may move boids across the sight distance.
struct ByPairs {
    Vector change{};  ///< change of velocity
    double least = 0, most = 0;
};

Vector shortest(Vector way, const Vector& size, bool wraps) {
    for (std::size_t axis = 0; wraps && axis < 3; ++axis)
        if (size[axis] > 1) way[axis] -= size[axis] * std::round(way[axis] / size[axis]);
    return way;
}

ByPairs by_pairs(const Flock& flock, const std::vector<Boid>& all, std::size_t i) {
    const Vector size{flock.get("width"), flock.get("height"), flock.get("depth")};
    const bool wraps = flock.get("wraps") != 0;
    const double sight = flock.get("sight"), apart = flock.get("apart");
    ByPairs found;
    Vector push{}, heading{}, centre{};
    double count = 0;
    for (std::size_t j = 0; j < all.size(); ++j) {
        if (j == i) continue;
        const Vector way = shortest(all[j].at - all[i].at, size, wraps);
        const double distance = length(way);
        found.least += distance < sight * (1 - 3e-6);
        found.most += distance < sight * (1 + 3e-6);
        if (distance >= sight) continue;
        count += 1;
        heading = heading + all[j].velocity;
        centre = centre + way;
        if (distance < apart) push = push - (1 - distance / apart) / distance * way;
    }
    Vector rate = flock.get("separate") * push;
    if (count > 0)
        rate = rate + flock.get("align") * (1 / count * heading - all[i].velocity) +
               flock.get("together") / count * centre;
    found.change = flock.now().dt * rate;
    return found;
}

void compare_with_pairs(Report& report, const std::string& where, const Settings& more) {
    const auto flock =
        open(report.device(), neighbors_alone(report.is_short() ? 2000 : 10000), more);
    flock->sort();
    const std::vector<Boid> before = read(*flock);
    flock->move(flock->now());
    const std::vector<Boid> after = read(*flock);
    double wrong = 0, error = 0, greatest = 0, neighbors = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const ByPairs pairs = by_pairs(*flock, before, i);
        wrong += after[i].seen < pairs.least || after[i].seen > pairs.most;
        neighbors += after[i].seen / static_cast<double>(before.size());
        greatest = std::max(greatest, length(pairs.change));
        if (pairs.least == pairs.most)
            error = std::max(error, length(after[i].velocity - before[i].velocity - pairs.change));
    }
    report.at_most(fmt::format("boids with wrong neighbors, {}", where), wrong, 0, "all pairs");
    report.at_most(fmt::format("acceleration error with {:.1f} neighbors, {}", neighbors, where),
                   error / greatest, 2e-5, "direct sum in double, relative to the maximum");
}

void pairs(Report& report) {
    const Settings space = {{"width", "16"}, {"height", "12"}, {"depth", "20"}, {"sight", "1.9"}};
    const Settings plane = {{"width", "64"}, {"height", "48"}, {"depth", "1"}, {"sight", "2.3"}};
    const auto open_ended = [](Settings settings) {
        settings.insert(settings.end(), {{"wraps", "false"}, {"avoid", "0"}});
        return settings;
    };
    compare_with_pairs(report, "3-D", open_ended(space));
    compare_with_pairs(report, "periodic, 3-D", space);
    compare_with_pairs(report, "2-D", open_ended(plane));
    compare_with_pairs(report, "periodic, 2-D", plane);
}

// --------------------------------------------------------------------------------------- samples

/// Compares sampled neighbors with all neighbors. Separation is a linear sum, so its mean must
/// match. The slope is that of a linear fit of the sampled changes to the full changes.
void samples(Report& report) {
    const auto changes = [&](int most, double& seen) {
        const auto flock = open(report.device(), neighbors_alone(20000),
                                {{"width", "12"},
                                 {"height", "12"},
                                 {"depth", "12"},
                                 {"sight", "2"},
                                 {"apart", "2"},
                                 {"align", "0"},
                                 {"together", "0"},
                                 {"separate", "1"},
                                 {"most", std::to_string(most)}});
        flock->sort();
        const std::vector<Boid> before = read(*flock);
        flock->move(flock->now());
        std::vector<Vector> found;
        for (const Boid& each : read(*flock)) {
            found.push_back(each.velocity - before[found.size()].velocity);
            seen += each.seen / 20000;
        }
        return found;
    };
    double seen = 0, sampled = 0, both = 0, own = 0;
    const std::vector<Vector> all = changes(0, seen), some = changes(40, sampled);
    for (std::size_t i = 0; i < all.size(); ++i) {
        both += dot(all[i], some[i]);
        own += dot(all[i], all[i]);
    }
    report.near("neighbors estimated from 40 samples of 278", sampled / seen, 1, 0.005, "all");
    report.near("separation estimated from 40 samples", both / own, 1, 0.04,
                "slope relative to the exact slope");
}

// -------------------------------------------------------------------------------------- momentum

void momentum(Report& report) {
    const auto flock = open(report.device(), neighbors_alone(report.is_short() ? 4000 : 50000),
                            {{"width", "16"},
                             {"height", "16"},
                             {"depth", "16"},
                             {"sight", "2"},
                             {"apart", "2"},
                             {"align", "0"},
                             {"together", "0"}});
    const std::vector<Boid> before = read(*flock);
    flock->advance(100);
    const std::vector<Boid> after = read(*flock);
    report.at_most("change of the mean velocity as boids separate",
                   length(mean_velocity(after) - mean_velocity(before)) / flock->get("speed"), 2e-6,
                   "exact: 0, in speeds");
    double squares = 0;
    for (const Boid& each : after)
        squares += std::pow(length(each.velocity) / flock->get("speed") - 1, 2);
    report.at_least("change of the speeds as boids separate",
                    std::sqrt(squares / static_cast<double>(after.size())), 0.02,
                    "RMS relative to the speed");
}

// ------------------------------------------------------------------------------------- alignment

/// Boids that all see each other, with velocities normally distributed about a common velocity.
std::vector<Boid> cloud(int count, double differences) {
    std::mt19937 generator(7);
    std::normal_distribution<double> normal;
    std::vector<Boid> all;
    for (int i = 0; i < count; ++i) {
        const auto vector = [&]() -> Vector {
            return {normal(generator), normal(generator), normal(generator)};
        };
        all.push_back({Vector{20, 20, 20} + vector(), Vector{1, 0, 0} + differences * vector(), 0});
    }
    return all;
}

/// Variance of the velocities, per axis.
double variance(const std::vector<Boid>& all) {
    const Vector mean = mean_velocity(all);
    double sum = 0;
    for (const Boid& each : all) sum += dot(each.velocity - mean, each.velocity - mean);
    return sum / (3 * static_cast<double>(all.size()));
}

Settings aligning(int count) {
    Settings settings = neighbors_alone(count);
    settings.insert(settings.end(), {{"wraps", "false"},
                                     {"avoid", "0"},
                                     {"separate", "0"},
                                     {"together", "0"},
                                     {"width", "40"},
                                     {"height", "40"},
                                     {"depth", "40"},
                                     {"sight", "19"}});
    return settings;
}

/// Checks alignment. Each boid aligns with the mean of the other boids, so the deviations from the
/// mean of all boids decay by the same factor in each step.
void alignment(Report& report) {
    constexpr int kCount = 400, kSteps = 60;
    constexpr double kRate = 2;
    const auto flock = open(report.device(), aligning(kCount), {{"align", "2"}});
    write(*flock, cloud(kCount, 0.1));
    const std::vector<Boid> before = read(*flock);
    flock->advance(kSteps);
    const std::vector<Boid> after = read(*flock);
    const double factor = 1 - kTimeStep * kRate * kCount / (kCount - 1);
    report.near("velocity differences after 1 s of alignment",
                std::sqrt(variance(after) / variance(before)), std::pow(factor, kSteps), 2e-4,
                "exact for explicit steps");
    report.near("velocity differences, continuous time",
                std::sqrt(variance(after) / variance(before)),
                std::exp(-kRate * kTimeStep * kSteps * kCount / (kCount - 1)), 0.05, "exp(-a t)");
    report.at_most("change of the mean velocity in 1 s of alignment",
                   length(mean_velocity(after) - mean_velocity(before)), 2e-6, "exact: 0, in m/s");
}

/// Mean cosine of the angle between velocities and their mean, for velocities that are normally
/// distributed about the mean. This is an integral over the sphere.
double order_in_noise(double mean, double variance) {
    const double k = mean / std::sqrt(2 * variance);
    return (1 - 1 / (2 * k * k)) * std::erf(k) +
           std::exp(-k * k) / (k * std::sqrt(std::numbers::pi));
}

/// Checks the balance of noise and alignment: deviations reach the variance of the equilibrium.
void noise(Report& report) {
    const int count = report.is_short() ? 1000 : 3000;
    constexpr double kRate = 4, kNoise = 1;
    const auto flock = open(report.device(), aligning(count), {{"align", "4"}, {"noise", "1"}});
    write(*flock, cloud(count, 0));
    flock->advance(60);
    const std::vector<Boid> after = read(*flock);
    const double others = count - 1.0, left = 1 - kTimeStep * kRate * count / others;
    const double expected = kNoise * kNoise * kTimeStep / (1 - left * left) * others / count;
    // There are three components per boid. Boids are independent, but successive samples are not.
    const double deviation = std::sqrt(2 / (3.0 * count));
    report.near("velocity variance with noise", variance(after) / expected, 1, 4 * deviation,
                "s^2 dt / (1 - (1 - a dt)^2)");
    report.near("polarization with noise", flock->polarisation(),
                order_in_noise(length(mean_velocity(after)), expected), 0.02,
                "normally distributed velocities");
}

// ----------------------------------------------------------------------------------------- order

struct Mean {
    double value, variance;
};

/// Returns the mean polarization of `runs` flocks, and the variance of this mean.
Mean order_on(const Device& device, unsigned runs, std::uint32_t first_seed, unsigned steps) {
    double sum = 0, squares = 0;
    for (unsigned run = 0; run < runs; ++run) {
        const auto flock = open(device, neighbors_alone(1000),
                                {{"width", "12"},
                                 {"height", "12"},
                                 {"depth", "12"},
                                 {"sight", "2"},
                                 {"most", "8"},
                                 {"noise", "2"},
                                 {"pace", "1"}},
                                first_seed + run);
        flock->advance(steps);
        const double order = flock->polarisation();
        sum += order / runs, squares += order * order / runs;
    }
    return {sum, std::max(squares - sum * sum, 0.0) / (runs - 1)};
}

void order(Report& report) {
    const unsigned runs = report.is_short() ? 4 : 16, steps = 480;
    const Mean here = order_on(report.device(), runs, 1, steps);
    const Mean there = order_on(Device::open("cpu"), runs, 101, steps);
    report.at_most("polarization minus polarization on the CPU",
                   std::abs(here.value - there.value) / std::sqrt(here.variance + there.variance),
                   4, "standard deviations, with other seeds");
    // Deviations from the mean velocity have the variance s^2 / 2 a. They alone would reduce the
    // polarization to 0.98.
    report.at_least(fmt::format("polarization after {:.1f} s", steps * kTimeStep), here.value, 0.9,
                    "order (0.03 at the beginning)");
    report.at_most("uncertainty of the polarization", std::sqrt(here.variance), 0.1,
                   "standard deviation");
}

}  // namespace

void validate(Report& report) {
    report.part("pairs", pairs);
    report.part("samples", samples);
    report.part("momentum", momentum);
    report.part("alignment", alignment);
    report.part("noise", noise);
    report.part("order", order);
}

}  // namespace glint::apps::flock_checks
