// SPDX-License-Identifier: MIT
// Sand and snow: momentum and angular momentum of colliding bodies; the bounce of a bar of jelly
// compared with an elastic bar; water at rest; and collapsing columns of sand compared with
// experiments.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <apps/sand_snow/sand_snow.hpp>
#include <apps/validation/checks.hpp>
#include <apps/validation/particle_bodies.hpp>

namespace glint::apps::sand_snow_checks {
namespace {

using namespace particle_bodies;

double weight(const Particle& p) { return p.mass; }

/// Angular momentum of a particle's affine motion, per mass: h^2 / 4 times the curl in `slope`.
Vector3 spin(const Particle& p, double cell) {
    const auto& a = p.slope;
    const double d = cell * cell / 4;
    return {d * (a[7] - a[5]), d * (a[2] - a[6]), d * (a[3] - a[1])};
}

Vector3 momentum(const std::vector<Particle>& all) {
    Vector3 sum{};
    for (const Particle& p : all)
        for (std::size_t c = 0; c < 3; ++c) sum[c] += weight(p) * p.velocity[c];
    return sum;
}

Vector3 angular_momentum(const std::vector<Particle>& all, double cell) {
    Vector3 sum{};
    for (const Particle& p : all) {
        const Vector3 orbit = cross(p.position, p.velocity), own = spin(p, cell);
        for (std::size_t c = 0; c < 3; ++c) sum[c] += weight(p) * (orbit[c] + own[c]);
    }
    return sum;
}

double distance(const Vector3& a, const Vector3& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/// A spinning ball of jelly that flies into a ball of snow, away from all walls.
std::vector<Particle> two_balls(double cell) {
    std::vector<Particle> all;
    const auto ball = [&](const Vector3& middle, unsigned char material, double density,
                          const Vector3& velocity, double turning) {
        const double radius = 0.13;
        fill(all, {middle[0] - radius, middle[1] - radius, middle[2] - radius},
             {middle[0] + radius, middle[1] + radius, middle[2] + radius}, cell, [&](Particle p) {
                 if (distance(p.position, middle) > radius) return std::optional<Particle>{};
                 p.material = material;
                 p.mass *= density;
                 // The ball spins about the y axis.
                 p.velocity = {velocity[0] + turning * (p.position[2] - middle[2]), velocity[1],
                               velocity[2] - turning * (p.position[0] - middle[0])};
                 p.slope = {0, 0, turning, 0, 0, 0, -turning, 0, 0};
                 return std::optional(p);
             });
    };
    ball({0.33, 0.5, 0.46}, kJelly, 1000, {1, 0.1, 0}, 6);
    ball({0.66, 0.47, 0.52}, kSnow, 400, {-1, 0, 0.1}, 0);
    return all;
}

void momenta(Report& report) {
    const int side = report.is_short() ? 32 : 64;
    const double cell = 1.0 / side;
    const auto start = two_balls(cell);
    const auto box =
        box_with(report.device(), start,
                 {.width = side, .height = side, .depth = side, .settings = {{"gravity", "0"}}});
    const auto before = read(*box);
    box->advance(report.is_short() ? 40 : 100);
    const auto after = read(*box);
    double size = 0, size_of_turning = 0;
    for (const Particle& p : before) {
        size += p.mass * std::hypot(p.velocity[0], p.velocity[1], p.velocity[2]);
        const Vector3 orbit = cross(p.position, p.velocity);
        size_of_turning += p.mass * std::hypot(orbit[0], orbit[1], orbit[2]);
    }
    report.at_most("momentum added by a collision",
                   distance(momentum(after), momentum(before)) / size, 2e-5,
                   "relative to the moving momentum");
    report.at_most(
        "angular momentum added by a collision",
        distance(angular_momentum(after, cell), angular_momentum(before, cell)) / size_of_turning,
        2e-5, "relative to the angular momentum");
    const auto split = box_with(report.device(), start,
                                {.width = side,
                                 .height = side,
                                 .depth = side,
                                 .settings = {{"gravity", "0"}, {"fused", "false"}}});
    split->advance(report.is_short() ? 10 : 25);
    const auto fused =
        box_with(report.device(), start,
                 {.width = side, .height = side, .depth = side, .settings = {{"gravity", "0"}}});
    fused->advance(report.is_short() ? 10 : 25);
    const auto a = read(*split), b = read(*fused);
    double away = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        away = std::max(away, distance(a[i].position, b[i].position));
    report.at_most("fused minus split transfer, in cells", away / cell, 1e-3, "the same sums");
}

constexpr double kYoung = 6e4, kPoisson = 0.3, kJellyDensity = 1000;

/// A bar of jelly between frictionless walls, which restrict waves to one dimension, along the bar.
class Bar {
public:
    static constexpr int kWidth = 16;
    static constexpr double kCell = 1.0 / kWidth, kFloor = kWall * kCell;

    /// Creates a bar on the floor that is `cells` cells high. `speed` returns the initial velocity
    /// at a height, which is in units of the bar's length.
    Bar(const Report& report, int cells, const std::function<double(double)>& speed)
        : length_(cells * kCell) {
        const int inside = kWidth - 1 - 2 * kWall;
        std::vector<Particle> bar;
        fill(bar, {kFloor, kFloor, kFloor},
             {kFloor + inside * kCell, kFloor + length_, kFloor + 5 * kCell}, kCell,
             [&](Particle p) {
                 p.material = kJelly;
                 p.mass *= kJellyDensity;
                 p.velocity = {0, speed((p.position[1] - kFloor) / length_), 0};
                 return std::optional(p);
             });
        box_ = box_with(report.device(), bar,
                        {.width = kWidth,
                         .height = cells + 24,
                         .depth = 12,
                         .dt = contact() / kSteps,
                         .settings = {{"gravity", "0"},
                                      {"floor_friction", "0"},
                                      {"speed", "0.5"},
                                      {"jelly_stiffness", fmt::format("{}", kYoung)},
                                      {"jelly_poisson", fmt::format("{}", kPoisson)},
                                      {"water_stiffness", "1000"},
                                      {"snow_stiffness", "1000"},
                                      {"sand_stiffness", "1000"}}});
        start_ = state();
    }

    struct State {
        double momentum, energy;  // in kg m/s and J
    };
    /// Returns the current momentum and energy, divided by their initial values.
    State now() {
        const State s = state();
        return {s.momentum / start_.momentum, s.energy / start_.energy};
    }
    double time() const { return box_->now().time; }
    void advance() { box_->advance(1); }

    /// Time in s that a wave takes to travel along the bar and back.
    double contact() const {
        const double modulus = kYoung * (1 - kPoisson) / ((1 + kPoisson) * (1 - 2 * kPoisson));
        return 2 * length_ / std::sqrt(modulus / kJellyDensity);
    }

private:
    static constexpr double kSteps = 60;

    State state() {
        const auto all = read(*box_);
        return {momentum(all)[1], energy_of_jelly(all, kYoung, kPoisson, kCell)};
    }

    double length_;
    std::unique_ptr<SandSnow> box_;
    State start_{};
};

struct Bounce {
    double touches = 0;  // duration of the contact, divided by that of theory
    double momentum = 0, energy = 0, most_energy = 0;
};

/// Throws a bar at the floor. A wave front travels along the bar and back, and then the bar leaves
/// the floor as fast as it arrived.
Bounce thrown(const Report& report, int cells) {
    Bar bar(report, cells, [](double) { return -0.1; });
    // During the contact, momentum changes at a constant rate. Measures the time of the middle half
    // of the change, which is half of the contact time.
    double first = 0, last = 0, before = 0;
    Bounce bounce{.momentum = 1};
    while (bar.time() < 1.5 * bar.contact()) {
        bar.advance();
        const auto now = bar.now();
        const double time = bar.time();
        const auto crossing = [&](double at) {
            return std::lerp(before, time,
                             (bounce.momentum - at) / (bounce.momentum - now.momentum));
        };
        if (bounce.momentum > 0.5 && now.momentum <= 0.5) first = crossing(0.5);
        if (bounce.momentum > -0.5 && now.momentum <= -0.5) last = crossing(-0.5);
        bounce.momentum = now.momentum, bounce.energy = now.energy, before = time;
        bounce.most_energy = std::max(bounce.most_energy, now.energy);
    }
    bounce.touches = 2 * (last - first) / bar.contact();
    return bounce;
}

/// Lets a bar oscillate on the floor. A quarter of a wavelength lies between the floor and the
/// bar's free end. After half a period, all velocities should be reversed.
Bar::State swung(const Report& report, int cells) {
    Bar bar(report, cells,
            [](double height) { return -0.1 * std::sin(std::numbers::pi / 2 * height); });
    while (bar.time() < 1.4 * bar.contact()) bar.advance();
    return bar.now();
}

/// Checks both motions. The oscillation contains only long waves, so it agrees with theory
/// directly. A wave front also contains short waves. In each substep, the transfers damp these by a
/// term with the fourth derivative. After n substeps, a front is n^(1/4) cells wide. For a bar of N
/// cells, this is N^(-3/4) of the bar's length. The loss in the lowest cell at impact is
/// proportional to 1 / N.
void bounce(Report& report) {
    const int cells = report.is_short() ? 24 : 48;
    const auto smooth = swung(report, cells);
    report.near("momentum of an oscillating bar", smooth.momentum, -1, 0.01,
                "lowest mode after half a period");
    report.near("energy of an oscillating bar", smooth.energy, 1, 0.01,
                "lowest mode after half a period");
    const Bounce coarse = thrown(report, cells), fine = thrown(report, 2 * cells);
    const double band = report.is_short() ? 0.05 : 0.03;
    report.near("contact time of a bar thrown at the floor", fine.touches, 1, band,
                "2 L / c of an elastic bar");
    report.near("momentum after the bounce / before", fine.momentum, -1, band, "elastic bar");
    report.near("energy after the bounce / before", fine.energy, 1, band, "elastic bar");
    report.at_most("maximum energy of the bar / before", fine.most_energy, 1.005,
                   "the bar never gains energy");
    report.at_most("energy loss / loss with half the cells",
                   (1 - fine.energy) / (1 - coarse.energy), 0.6,
                   "number of cells to the power -3/4");
    // Extrapolates to infinitely many cells, for errors proportional to N^(-3/4).
    const double more = 1 / (std::pow(2, 0.75) - 1);
    const auto limit = [&](double a, double b) { return b + more * (b - a); };
    report.near("momentum after the bounce, extrapolated", limit(coarse.momentum, fine.momentum),
                -1, 0.02, "elastic bar");
    report.near("energy after the bounce, extrapolated", limit(coarse.energy, fine.energy), 1, 0.02,
                "elastic bar");
}

/// Checks water at rest: its mean pressure must equal the pressure at half the depth.
void rest(Report& report) {
    const int width = report.is_short() ? 16 : 32;
    const int inside = width - 1 - 2 * kWall, depth = report.is_short() ? 12 : 24;
    const double cell = 1.0 / width, stiffness = 1e5, gravity = 9.81;
    const double height = (width / 2) * cell;
    std::vector<Particle> water;
    fill(water, {kWall * cell, kWall * cell, kWall * cell},
         {(kWall + inside) * cell, kWall * cell + height, (depth - 1 - kWall) * cell}, cell,
         [&](Particle p) {
             p.material = kWater;
             p.mass *= 1000;
             return std::optional(p);
         });
    const auto box = box_with(report.device(), water,
                              {.width = width,
                               .height = width,
                               .depth = depth,
                               .dt = 0.004,
                               .settings = {{"water_stiffness", "100000"},
                                            {"speed", "1"},
                                            {"jelly_stiffness", "1000"},
                                            {"floor_friction", "0"},
                                            {"snow_stiffness", "1000"},
                                            {"sand_stiffness", "1000"}}});
    box->advance(200);
    double pressure = 0, middle = 0;
    constexpr int kSamples = 50;
    for (int i = 0; i < kSamples; ++i) {
        box->advance(4);
        for (const Particle& p : read(*box)) {
            const double share = 1.0 / (kSamples * static_cast<double>(water.size()));
            pressure += share * stiffness / 7 * (std::pow(1 + p.memory, -7) - 1);
            middle += share * (p.position[1] - kWall * cell);
        }
    }
    report.near("mean pressure of water at rest", pressure / (1000 * gravity * height / 2), 1, 0.06,
                "density g depth / 2");
    report.near("center of the pressure, in depths", middle / height, 0.5, 0.04, "half");
}

// Quartz sand that no longer dilates has a friction angle of 33 degrees (Bolton 1986). Between
// plates, the intermediate stress is the mean of the others, so Drucker-Prager's criterion equals
// Coulomb's if sin 33 = 2 sqrt(3) s / (3 - s), where s is the sine of kFriction.
constexpr double kFriction = 24.05;

/// Returns the run-out distance of a collapsing column of sand, in units of its initial length.
double run_out(const Report& report, int cells, double aspect) {
    const int height = static_cast<int>(std::lround(cells * aspect));
    const double most = 2.6 * (aspect < 2 ? aspect : std::pow(aspect, 2.0 / 3));
    const int width = static_cast<int>(std::ceil(cells * (1 + most))) + 2 * kWall + 4;
    constexpr int kInside = 5, kDepth = kInside + 1 + 2 * kWall;
    const double cell = 1.0 / width;
    std::vector<Particle> sand;
    fill(sand, {kWall * cell, kWall * cell, kWall * cell},
         {(kWall + cells) * cell, (kWall + height) * cell, (kWall + kInside) * cell}, cell,
         [&](Particle p) {
             p.material = kSand;
             p.mass *= 1600;
             return std::optional(p);
         });
    const double weight_of_all = 1600 * 9.81 * height * cell;
    const auto box = box_with(
        report.device(), sand,
        {.width = width,
         .height = height + 2 * kWall + 8,
         .depth = kDepth,
         .dt = 0.004,
         .settings = {{"sand_stiffness", fmt::format("{}", std::round(20 * weight_of_all))},
                      {"sand_friction", fmt::format("{}", kFriction)},
                      {"floor_friction", "0.6"},
                      {"speed", "2"},
                      {"water_stiffness", "1000"},
                      {"jelly_stiffness", "1000"},
                      {"snow_stiffness", "1000"}}});
    const double fall = std::sqrt(height * cell / 9.81);
    box->advance(static_cast<unsigned>(5 * fall / 0.004));
    std::vector<int> columns(static_cast<std::size_t>(width));
    for (const Particle& p : read(*box)) ++columns[static_cast<std::size_t>(p.position[0] * width)];
    // Distance to the last column that contains at least half a cell of sand, plus a fraction for
    // the next column.
    constexpr int kHalf = kInside * 8 / 2;
    std::size_t front = kWall;
    while (front + 1 < columns.size() && columns[front] >= kHalf) ++front;
    const double ends = static_cast<double>(front) + static_cast<double>(columns[front]) / kHalf;
    return (ends - kWall - cells) / cells;
}

void collapse(Report& report) {
    const int cells = report.is_short() ? 6 : 16;
    const auto between = [&](double aspect, double lube, double lajeunesse) {
        const double middle = (lube + lajeunesse) / 2;
        report.near(fmt::format("run-out of a column with aspect ratio {:g}", aspect),
                    run_out(report, cells, aspect), middle,
                    (std::abs(lajeunesse - lube) / 2 + 0.15 * middle) / middle,
                    "between Lube 2005 and Lajeunesse 2005");
    };
    between(1, 1.2, 1.8);
    const double high = std::pow(4, 2.0 / 3);
    between(4, 1.9 * high, 2.3 * high);
}

}  // namespace

void validate(Report& report) {
    report.part("momenta", momenta);
    report.part("bounce", bounce);
    report.part("rest", rest);
    report.part("collapse", collapse);
}

}  // namespace glint::apps::sand_snow_checks
