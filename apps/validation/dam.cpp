// SPDX-License-Identifier: MIT
// Particle water: at rest; a standing wave; a collapsing column (Martin and Moyce); a dam break
// against a box (MARIN's experiment); conservation of momentum and mass in a collision.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/dam/dam.hpp>
#include <apps/validation/checks.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps::dam_checks {
namespace {

constexpr double kPi = std::numbers::pi, kGravity = 9.81;

using Settings = std::vector<std::pair<std::string, std::string>>;
using Vector = std::array<double, 3>;

std::string text(double number) { return fmt::format("{:.9g}", number); }
std::string text(const Vector& v) { return fmt::format("{:.9g},{:.9g},{:.9g}", v[0], v[1], v[2]); }

/// A tank without a box. `particles` is the number of particles along each side.
struct Tank {
    double spacing;
    std::array<int, 3> particles;
    Vector water_at, water;
    double sound;
};

std::unique_ptr<studio::Simulation> open(const Report& report, const Tank& tank, double dt,
                                         const Settings& settings = {}) {
    const Entry entry = find_entry("dam");
    studio::SimulationOptions options = options_for(entry, report.device());
    options.dt = dt;
    options.settings = {{"spacing", text(tank.spacing)},
                        {"width", fmt::format("{}", tank.particles[0])},
                        {"height", fmt::format("{}", tank.particles[1])},
                        {"depth", fmt::format("{}", tank.particles[2])},
                        {"water_at", text(tank.water_at)},
                        {"water", text(tank.water)},
                        {"box", "0,0,0"},
                        {"sound", text(tank.sound)}};
    options.settings.insert(options.settings.end(), settings.begin(), settings.end());
    return make_simulation(entry, options);
}

struct Particle {
    std::array<float, 3> at;
    std::array<float, 4> flow;  // x, y, z: velocity; w: compression
};

/// Reads the water particles. Waits for the device.
std::vector<Particle> water_of(studio::Simulation& dam) {
    const auto at = dam.field<std::array<float, 3>>("position").to_vector();
    const auto flow = dam.field<std::array<float, 4>>("flow").to_vector();
    const auto place = dam.field<std::array<float, 4>>("place").to_vector();
    std::vector<Particle> water;
    for (std::size_t i = 0; i < at.size(); ++i)
        if (place[i][3] > 0) water.push_back({at[i], flow[i]});
    return water;
}

void set_velocities(studio::Simulation& dam, const std::function<Vector(const Vector&)>& velocity) {
    const auto at = dam.field<std::array<float, 3>>("position").to_vector();
    const auto place = dam.field<std::array<float, 4>>("place").to_vector();
    auto flow = dam.field<std::array<float, 4>>("flow").to_vector();
    for (std::size_t i = 0; i < at.size(); ++i) {
        if (!(place[i][3] > 0)) continue;
        const Vector v = velocity({at[i][0], at[i][1], at[i][2]});
        for (std::size_t axis = 0; axis < 3; ++axis) flow[i][axis] = static_cast<float>(v[axis]);
    }
    dam.field<std::array<float, 4>>("flow").assign(flow);
}

// -------------------------------------------------------------------------------- water at rest

void rest(Report& report) {
    const int high = report.is_short() ? 20 : 64;
    const double depth = 0.5, spacing = depth / high, sound = 10 * std::sqrt(2 * kGravity * depth);
    const auto dam = open(report,
                          {.spacing = spacing,
                           .particles = {high, high + high / 4, 1},
                           .water_at = {0, 0, 0},
                           .water = {1, depth, 1},
                           .sound = sound},
                          0.01, {{"damping", "0.1"}});
    dam->advance(report.is_short() ? 100 : 300);
    double error = 0, fastest = 0, highest = 0;
    for (const Particle& each : water_of(*dam)) {
        const double y = each.at[1];
        highest = std::max(highest, y + spacing / 2);
        fastest = std::max<double>(fastest, std::hypot(each.flow[0], each.flow[1]));
        if (y < depth - 3 * spacing)
            error =
                std::max(error, std::abs(each.flow[3] * sound * sound - kGravity * (depth - y)));
    }
    report.at_most("pressure error of still water", error / (kGravity * depth),
                   report.is_short() ? 0.05 : 0.02, "relative to the pressure at the bottom");
    report.at_most("maximum speed of still water", fastest / std::sqrt(kGravity * depth), 0.02,
                   "relative to the speed of shallow-water waves");
    report.near("height of still water", highest / depth, 1, 0.02, "relative to the depth");
}

// ------------------------------------------------------------------------------- a standing wave

/// Projects the flow onto the mode of a standing wave.
class Mode {
public:
    Mode(double number, double depth) : k_(number), depth_(depth) {}

    Vector velocity(const Vector& at) const {
        const double scale = 1 / std::sinh(k_ * depth_);
        return {scale * std::cosh(k_ * at[1]) * std::sin(k_ * at[0]),
                -scale * std::sinh(k_ * at[1]) * std::cos(k_ * at[0]), 0};
    }
    double part_of(const std::vector<Particle>& water) const {
        double both = 0, own = 0;
        for (const Particle& each : water) {
            const Vector v = velocity({each.at[0], each.at[1], 0});
            both += v[0] * each.flow[0] + v[1] * each.flow[1];
            own += v[0] * v[0] + v[1] * v[1];
        }
        return both / own;
    }

private:
    double k_, depth_;
};

struct Peak {
    double time, value;
};

/// Maximum of the samples from index `first` on, and its time, by parabolic interpolation.
Peak peak(const std::vector<double>& samples, std::size_t first, double dt) {
    const auto at =
        std::max_element(samples.begin() + static_cast<std::ptrdiff_t>(first), samples.end() - 1);
    const double before = at[-1], here = at[0], after = at[1];
    const double bend = before - 2 * here + after, off = 0.5 * (before - after) / bend;
    return {(static_cast<double>(at - samples.begin()) + off) * dt,
            here - 0.25 * (before - after) * off};
}

/// Checks a standing wave between walls that are half a wavelength apart. The wavelength is twice
/// the depth. The wave must be high enough for particles to move past each other. A lower wave
/// would only deform the particle lattice, which resists slightly.
void standing_wave(Report& report) {
    const int high = report.is_short() ? 24 : 60;
    const double depth = 0.5, length = 2 * depth, k = 2 * kPi / length, spacing = depth / high;
    const double speed = std::sqrt(kGravity * depth), viscosity = speed * depth / 250;
    const double frequency = std::sqrt(kGravity * k * std::tanh(k * depth));
    const double period = 2 * kPi / frequency, dt = period / 50;
    const auto dam = open(report,
                          {.spacing = spacing,
                           .particles = {high, high + high / 3, 1},
                           .water_at = {0, 0, 0},
                           .water = {1, depth, 1},
                           .sound = 12 * speed},
                          dt, {{"damping", "0"}, {"viscosity", text(viscosity)}});
    const Mode mode(k, depth);
    const double height = 0.09 * depth, start = height * frequency;
    set_velocities(*dam, [&](const Vector& at) {
        Vector v = mode.velocity(at);
        for (double& each : v) each *= start;
        return v;
    });
    std::vector<double> parts{mode.part_of(water_of(*dam))};
    for (int i = 0; i < 120; ++i) {
        dam->advance(1);
        parts.push_back(mode.part_of(water_of(*dam)));
    }
    const Peak first = peak({parts.begin(), parts.begin() + 75}, 35, dt),
               second = peak(parts, 85, dt);
    // Rayleigh's correction for finite amplitude uses the amplitude midway between the two peaks.
    const double steepness = k * height * std::exp(-2 * viscosity * k * k * 1.5 * period);
    const double expected = period / (1 - steepness * steepness / 8);
    report.near("period of a standing wave", (second.time - first.time) / expected, 1, 0.03,
                "sqrt(g k tanh(k h)) (1 - (k a)^2 / 8)");
    const double rate = std::log(first.value / second.value) / (second.time - first.time);
    report.near("decay rate of a standing wave", rate / (2 * viscosity * k * k), 1,
                report.is_short() ? 0.3 : 0.12, "2 nu k^2 (diffusion adds to the rate)");
}

// ------------------------------------------------------------------------------------- a column

struct Sample {
    double time, value;
};

// J. C. Martin and W. J. Moyce, "An experimental study of the collapse of liquid columns on a rigid
// horizontal plane", 1952. The column is twice as high as wide. `time` is t sqrt(2 g / width) for
// positions of the front, and t sqrt(g / width) for heights.
constexpr Sample kFront[] = {{1.43, 1.67}, {1.63, 1.89}, {1.83, 2.11}, {1.98, 2.33},
                             {2.20, 2.56}, {2.32, 2.78}, {2.51, 3.00}, {2.65, 3.22},
                             {2.83, 3.44}, {2.98, 3.67}, {3.11, 3.89}, {3.33, 4.11}};
constexpr Sample kHeight[] = {{0.93, 0.83}, {1.08, 0.78}, {1.28, 0.72}, {1.46, 0.67}, {1.66, 0.61},
                              {1.84, 0.56}, {2.00, 0.50}, {2.21, 0.44}, {2.45, 0.39}};

double between(const std::vector<Sample>& curve, double time) {
    const auto after = std::ranges::lower_bound(curve, time, {}, &Sample::time);
    if (after == curve.begin()) return curve.front().value;
    if (after == curve.end()) return curve.back().value;
    const Sample &a = after[-1], &b = after[0];
    return a.value + (b.value - a.value) * (time - a.time) / (b.time - a.time);
}

/// Maximum relative distance of the samples from a curve that is delayed by `shift`.
template <std::size_t Count>
double distance(const std::vector<Sample>& curve, const Sample (&samples)[Count], double scale,
                double shift) {
    double most = 0;
    for (const Sample& each : samples)
        most = std::max(
            most, std::abs(between(curve, each.time / scale - shift) - each.value) / each.value);
    return most;
}

struct Fit {
    double error = INFINITY, shift = 0;
};

/// Finds the shift with the smallest maximum distance.
template <std::size_t Count>
Fit fit(const std::vector<Sample>& curve, const Sample (&samples)[Count], double scale) {
    Fit best;
    for (double shift = -0.3; shift < 0.3; shift += 0.005) {
        const double error = distance(curve, samples, scale, shift);
        if (error < best.error) best = {error, shift};
    }
    return best;
}

struct Collapse {
    // The front is in column widths, and the height in initial heights. Times are in units of
    // sqrt(width / g).
    std::vector<Sample> front, height;
};

Collapse collapse(const Report& report, int wide) {
    const double width = 0.05715, spacing = width / wide, unit = std::sqrt(width / kGravity);
    const auto dam = open(report,
                          {.spacing = spacing,
                           .particles = {6 * wide, 5 * wide / 2, 1},
                           .water_at = {0, 0, 0},
                           .water = {width, 2 * width, 1},
                           .sound = 10 * std::sqrt(4 * kGravity * width)},
                          0.02 * unit);
    Collapse found;
    for (int i = 0; i <= 140; ++i) {
        double front = 0, height = 0;
        for (const Particle& each : water_of(*dam)) {
            front = std::max<double>(front, each.at[0]);
            if (each.at[0] < 2 * spacing) height = std::max<double>(height, each.at[1]);
        }
        const double time = 0.02 * i;
        found.front.push_back({time, (front + spacing / 2) / width});
        found.height.push_back({time, (height + spacing / 2) / (2 * width)});
        dam->advance(1);
    }
    return found;
}

void column(Report& report) {
    const Collapse found = collapse(report, report.is_short() ? 20 : 60);
    const double root = std::numbers::sqrt2, band = 0.05;
    const Fit front = fit(found.front, kFront, root), height = fit(found.height, kHeight, 1);
    report.at_most("front of a collapsing column, T from 1.2", front.error, band,
                   "Martin and Moyce 1952");
    report.near("time shift of the front", front.shift, 0, 0.2, "sqrt(a / g)");
    report.at_most("height of a collapsing column", height.error, band, "Martin and Moyce 1952");
    report.near("time shift of the height", height.shift, 0, 0.2, "sqrt(a / g)");
}

// -------------------------------------------------------------------------------------- momentum

/// Lets two halves of a block of water collide without gravity. The jets reach 0.41 m below and
/// above the block. The tank is so high that these jets hit no wall.
void halves(Report& report) {
    const int wide = report.is_short() ? 16 : 40;
    const double spacing = 0.4 / wide;
    const auto dam = open(report,
                          {.spacing = spacing,
                           .particles = {5 * wide, 4 * wide, 1},
                           .water_at = {0.5, 0.6, 0},
                           .water = {0.8, 0.4, 1},
                           .sound = 20},
                          0.01, {{"gravity", "0,0,0"}, {"tension", "true"}, {"shift", "0"}});
    const auto moving = [&](const Vector& at) -> Vector {
        return at[0] < 0.9 ? Vector{1, 0.1, 0} : Vector{-0.6, -0.1, 0};
    };
    set_velocities(*dam, moving);
    const auto sums = [&] {
        Vector sum{};
        double count = 0;
        for (const Particle& each : water_of(*dam)) {
            for (std::size_t axis = 0; axis < 2; ++axis) sum[axis] += each.flow[axis];
            count += 1;
        }
        return Vector{sum[0] / count, sum[1] / count, count};
    };
    const Vector before = sums();
    dam->advance(20);
    const Vector after = sums();
    report.at_most("momentum change when two halves of a block collide",
                   std::hypot(after[0] - before[0], after[1] - before[1]), 2e-5, "m/s");
    report.near("particles that remain after the collision", after[2] / before[2], 1, 0, "mass");
}

// ----------------------------------------------------------------------------- a dam before a box

// Water levels in m at two gauges in MARIN's tank: Kleefsman et al., "A volume-of-fluid based
// simulation method for wave impact problems", 2005 (SPHERIC's second test case).
struct Gauged {
    double time, at_992, at_2638;
};
constexpr Gauged kGauged[] = {{0.36, 0.012, 0.472}, {1.0, 0.179, 0.279}, {1.5, 0.236, 0.182},
                              {2.0, 0.287, 0.130},  {3.0, 0.203, 0.202}, {4.94, 0.251, 0.243}};

/// Water level in m at x, from the volume of the water above a square of the floor.
double gauge(const std::vector<Particle>& water, double x, double spacing) {
    const double wide = 4 * spacing;
    double count = 0;
    for (const Particle& each : water)
        count += std::abs(each.at[0] - x) < wide / 2 && std::abs(each.at[2] - 0.5) < wide / 2;
    return count * spacing * spacing * spacing / (wide * wide);
}

void box(Report& report) {
    constexpr int kHigh = 50;  // height of the tank, in particle spacings
    const double spacing = 1.0 / kHigh, dt = 0.02;
    studio::SimulationOptions options = options_for(find_entry("dam"), report.device());
    options.dt = dt;
    options.settings = {
        {"spacing", text(spacing)}, {"width", "161"}, {"height", "50"}, {"depth", "50"}};
    const auto dam = make_simulation(find_entry("dam"), options);
    const std::size_t before = water_of(*dam).size();
    unsigned step = 0;
    for (const Gauged& each : kGauged) {
        const auto until = static_cast<unsigned>(std::lround(each.time / dt));
        dam->advance(until - step);
        step = until;
        const std::vector<Particle> water = water_of(*dam);
        const auto says = [&](const char* where, double x, double reference) {
            report.near(fmt::format("water level at {} m after {:g} s", where, each.time),
                        gauge(water, x, spacing) - reference, 0, 0.05, "MARIN's experiment, in m");
        };
        says("0.992", 0.992, each.at_992);
        says("2.638", 2.638, each.at_2638);
    }
    report.near("particles that remain in the tank", static_cast<double>(water_of(*dam).size()),
                static_cast<double>(before), 0, "mass");
}

}  // namespace

void validate(Report& report) {
    report.part("rest", rest);
    report.part("wave", standing_wave);
    report.part("column", column);
    report.part("halves", halves);
    if (!report.is_short()) report.part("box", box);
}

}  // namespace glint::apps::dam_checks
