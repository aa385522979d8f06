// SPDX-License-Identifier: MIT
// Cloth: the strain of a strip, the shape of a hanging chain and its period, a cantilever, momentum
// and energy of a free sheet, stacked layers, and a hand that pulls at random.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <numbers>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/cloth/cloth.hpp>
#include <apps/validation/checks.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps::cloth_checks {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;
using Vector = std::array<double, 3>;
using Float3 = std::array<float, 3>;
using Float4 = std::array<float, 4>;

constexpr double kGravity = 9.81, kDensity = 0.2;

Vector operator+(const Vector& a, const Vector& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
Vector operator-(const Vector& a, const Vector& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Vector operator*(double s, const Vector& a) { return {s * a[0], s * a[1], s * a[2]}; }
double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double length(const Vector& a) { return std::sqrt(dot(a, a)); }
Vector cross(const Vector& a, const Vector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// A sheet on which only gravity and its constraints act, unless `more` has other settings.
std::unique_ptr<Cloth> open(const Device& device, int columns, int rows, const Settings& more) {
    studio::SimulationOptions options = options_for(find_entry("cloth"), device);
    options.settings = {{"columns", std::to_string(columns)},
                        {"rows", std::to_string(rows)},
                        {"size", "1"},
                        {"air", "0"},
                        {"ball", "0"},
                        {"floor", "false"},
                        {"touches", "false"},
                        {"tether", "0"},
                        {"damping", "0"},
                        {"picture_width", "64"},
                        {"picture_height", "36"},
                        {"shade", "64"}};
    options.settings.insert(options.settings.end(), more.begin(), more.end());
    return std::make_unique<Cloth>(options);
}

struct Vertex {
    Vector at{}, velocity{};
    double weight = 1;  ///< 1; 0 for pinned vertices
};

/// Reads the current vertices. Waits for the device.
std::vector<Vertex> read(Cloth& cloth) {
    const auto at = cloth.field<Float4>("position").to_vector();
    const auto velocity = cloth.field<Float3>("velocity").to_vector();
    std::vector<Vertex> all;
    for (std::size_t i = 0; i < at.size(); ++i)
        all.push_back({{at[i][0], at[i][1], at[i][2]},
                       {velocity[i][0], velocity[i][1], velocity[i][2]},
                       at[i][3]});
    return all;
}

void write(Cloth& cloth, const std::vector<Vertex>& all) {
    std::vector<Float4> at;
    std::vector<Float3> velocity;
    const auto narrow = [](double x) { return static_cast<float>(x); };
    for (const Vertex& each : all) {
        at.push_back(
            {narrow(each.at[0]), narrow(each.at[1]), narrow(each.at[2]), narrow(each.weight)});
        velocity.push_back(
            {narrow(each.velocity[0]), narrow(each.velocity[1]), narrow(each.velocity[2])});
    }
    cloth.field<Float4>("position").assign(at);
    cloth.field<Float3>("velocity").assign(velocity);
}

// --------------------------------------------------------------------------------------- stretch

/// Strain of a hanging strip, one thread wide, that is at rest under its own weight.
double stretch_with(const Device& device, int substeps) {
    const auto strip = open(device, 1, 33,
                            {{"scene", "4"},
                             {"stretch", "10"},
                             {"damping", "8"},
                             {"substeps", std::to_string(substeps)}});
    const double top = read(*strip).front().at[1];
    strip->advance(240);
    return top - read(*strip).back().at[1] - 1;
}

void stretch(Report& report) {
    const double spacing = 1.0 / 32, weight = kDensity * spacing * spacing * kGravity;
    const double exact = weight / 10 * (32 * 33 / 2.0);  // each thread carries everything below
    const double coarse = stretch_with(report.device(), 20),
                 fine = stretch_with(report.device(), 80);
    report.near("strain of a strip of 33 rows, 20 substeps", coarse / exact, 1, 0.08, "exact");
    report.near("strain of a strip of 33 rows, 80 substeps", fine / exact, 1, 0.01, "exact");
    report.near("strain compared with a continuous strip", fine, kDensity * kGravity / 20, 0.05,
                "weight * length / (2 stiffness), in m");
}

// -------------------------------------------------------------------------------------- catenary

/// Smallest radius of curvature, the parameter of the catenary, for a chain of this length that
/// hangs between two points at equal heights.
double catenary_of(double length, double span) {
    double low = span / 100, high = 100 * span;
    for (int i = 0; i < 200; ++i) {
        const double a = std::sqrt(low * high);
        (2 * a * std::sinh(span / (2 * a)) > length ? low : high) = a;
    }
    return low;
}

void catenary(Report& report) {
    constexpr int kCount = 65;
    constexpr double kSpan = 0.6;
    const auto chain = open(report.device(), kCount, 1,
                            {{"scene", "3"},
                             {"stretch", "20000"},
                             {"bend", "0"},
                             {"damping", "6"},
                             {"substeps", "200"}});
    std::vector<Vertex> all = read(*chain);
    const double slope = std::sqrt(1 - kSpan * kSpan);
    for (int i = 0; i < kCount; ++i) {  // at first, the chain has the shape of a V
        const double s = i / (kCount - 1.0);
        all[static_cast<std::size_t>(i)] = {{kSpan * (s - 0.5), -slope * std::min(s, 1 - s), 0},
                                            {},
                                            all[static_cast<std::size_t>(i)].weight};
    }
    write(*chain, all);
    chain->advance(report.is_short() ? 150 : 400);
    const double a = catenary_of(1, kSpan), sag = a * (std::cosh(kSpan / (2 * a)) - 1);
    double off = 0, middle = 0;
    for (const Vertex& each : read(*chain)) {
        const double exact = a * std::cosh(each.at[0] / a) - a * std::cosh(kSpan / (2 * a));
        off = std::max(
            off, std::abs(each.at[1] - exact) * std::cos(std::atan(std::sinh(each.at[0] / a))));
        middle = std::min(middle, each.at[1]);
    }
    report.near("sag of a chain of 65 vertices, span 0.6", -middle, sag, 0.01,
                "inextensible catenary, in m");
    report.at_most("maximum distance of the chain to the catenary", off, 0.006, "lengths");
}

// ---------------------------------------------------------------------------------------- period

/// Smallest zero of the Laguerre polynomial of the given degree.
double laguerre_zero(int degree) {
    const auto value = [&](double x) {
        double before = 1, now = 1 - x;
        for (int k = 1; k < degree; ++k)
            before = std::exchange(now, ((2 * k + 1 - x) * now - k * before) / (k + 1));
        return now;
    };
    double low = 0, high = 1.5 / degree;
    while (value(high) > 0) high *= 1.1;
    for (int i = 0; i < 100; ++i) (value((low + high) / 2) > 0 ? low : high) = (low + high) / 2;
    return low;
}

/// Checks the slowest oscillation of a hanging chain of equal masses at equal distances. Its period
/// follows from a zero of a Laguerre polynomial.
void period(Report& report) {
    constexpr int kFree = 24;
    const auto chain =
        open(report.device(), 1, kFree + 1,
             {{"scene", "4"}, {"stretch", "20000"}, {"bend", "0"}, {"substeps", "40"}});
    std::vector<Vertex> all = read(*chain);
    const double zero = laguerre_zero(kFree), spacing = 1.0 / kFree;
    const double exact = 2 * std::numbers::pi / std::sqrt(zero * kGravity / spacing);
    for (std::size_t i = 0; i < all.size(); ++i) {  // sets the shape of the slowest mode
        const int degree = kFree - static_cast<int>(i);
        double before = 1, now = degree == 0 ? 1 : 1 - zero;
        for (int k = 1; k < degree; ++k)
            before = std::exchange(now, ((2 * k + 1 - zero) * now - k * before) / (k + 1));
        all[i].at[0] = 0.01 * now;
        all[i].at[2] = 0;
    }
    write(*chain, all);
    std::vector<double> crossings;
    double before = read(*chain).back().at[0];
    const double dt = chain->now().dt;
    const int steps = report.is_short() ? 160 : 520;
    for (int step = 0; step < steps; ++step) {
        chain->advance(1);
        const double now = read(*chain).back().at[0];
        if ((now > 0) != (before > 0)) crossings.push_back((step + before / (before - now)) * dt);
        before = now;
    }
    const double measured = crossings.size() > 1 ? 2 * (crossings.back() - crossings.front()) /
                                                       static_cast<double>(crossings.size() - 1)
                                                 : 0;
    report.near("period of a chain of 24 masses", measured, exact, 0.01,
                "smallest zero of a Laguerre polynomial, in s");
    report.near("period compared with a continuous chain", measured,
                4 * std::numbers::pi / 2.404826 / std::sqrt(kGravity), 0.05,
                "smallest zero of Bessel's J0, in s");
}

// ------------------------------------------------------------------------------------ cantilever

void cantilever(Report& report) {
    constexpr int kCount = 12;  // the first two are clamped, so ten segments bend
    constexpr double kSpacing = 0.02, kBend = 0.1;
    const auto strip = open(report.device(), kCount, 1,
                            {{"scene", "2"},
                             {"size", std::to_string(kSpacing * (kCount - 1))},
                             {"bend", std::to_string(kBend)},
                             {"stretch", "2000"},
                             {"damping", "12"},
                             {"substeps", "500"}});
    std::vector<Vertex> all = read(*strip);
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = {{kSpacing * static_cast<double>(i), 0, 0}, {}, i < 2 ? 0.0 : 1.0};
    write(*strip, all);
    strip->advance(120);
    // The second difference of the deflection is the moment of all weights farther out, divided by
    // the stiffness.
    const double weight = kDensity * kSpacing * kSpacing * kGravity;
    const double stiffness = kBend / (kSpacing * kSpacing);
    double slope = 0, tip = 0;
    for (int i = 1; i < kCount - 1; ++i) {
        double moment = 0;
        for (int j = i + 1; j < kCount; ++j) moment += weight * (j - i);
        slope += moment / stiffness;
        tip += slope;
    }
    const double sunk = -read(*strip).back().at[1];
    report.near("deflection of the end of a cantilever", sunk / tip, 1, 0.03,
                "exact for ten elements, linear");
}

// -------------------------------------------------------------------------------- momenta, energy

/// Returns the vertices of a flat sheet with random velocities on all length scales.
std::vector<Vertex> stirred(Cloth& cloth, int columns, double speed) {
    std::mt19937 generator(5);
    std::normal_distribution<double> normal;
    std::vector<std::array<double, 5>> waves(24);
    for (auto& wave : waves)
        for (double& each : wave) each = normal(generator);
    std::vector<Vertex> all = read(cloth);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double x = static_cast<double>(i % static_cast<std::size_t>(columns)) / columns;
        const double y = static_cast<double>(i / static_cast<std::size_t>(columns)) / columns;
        for (std::size_t k = 0; k < waves.size(); ++k)
            all[i].velocity[k % 3] +=
                speed / 5 * waves[k][4] *
                std::sin(5 * waves[k][0] * x + 5 * waves[k][1] * y + waves[k][2]);
    }
    return all;
}

struct Momenta {
    Vector centre{}, linear{}, angular{};  ///< for unit masses; `angular` is about `centre`
    double turning = 0;                    ///< sum of the magnitudes of all angular momenta
};
Momenta momenta_of(const std::vector<Vertex>& all) {
    Momenta found;
    const double part = 1.0 / static_cast<double>(all.size());
    for (const Vertex& each : all) {
        found.centre = found.centre + part * each.at;
        found.linear = found.linear + part * each.velocity;
    }
    for (const Vertex& each : all) {
        const Vector arm = each.at - found.centre, way = each.velocity - found.linear;
        found.angular = found.angular + part * cross(arm, way);
        found.turning += part * length(arm) * length(way);
    }
    return found;
}

void momentum(Report& report) {
    constexpr int kSide = 40;
    const auto sheet = open(report.device(), kSide, kSide, {{"scene", "0"}});
    write(*sheet, stirred(*sheet, kSide, 1));
    const Momenta before = momenta_of(read(*sheet));
    constexpr int kSteps = 30;
    sheet->advance(kSteps);
    const Momenta after = momenta_of(read(*sheet));
    const double time = kSteps * sheet->now().dt;
    const Vector falling = before.linear - Vector{0, kGravity * time, 0};
    report.at_most("momentum error of a sheet that falls and folds",
                   length(after.linear - falling) / (kGravity * time), 1e-3,
                   "relative to gravity times time (positions are rounded)");
    report.at_most("change of the sheet's angular momentum",
                   length(after.angular - before.angular) / before.turning, 0.01,
                   "relative to the sum of absolute values");
}

/// Returns the kinetic energy plus the energy of all constraints, in J.
double energy_of(const Cloth& cloth, const std::vector<Vertex>& all, int columns, int rows) {
    const double spacing = cloth.get("size") / (std::max(columns, rows) - 1);
    const auto at = [&](int x, int y) -> const Vector& {
        return all[static_cast<std::size_t>(y * columns + x)].at;
    };
    double sum = 0;
    for (const Vertex& each : all)
        sum += 0.5 * kDensity * spacing * spacing * dot(each.velocity, each.velocity);
    const auto add = [&](const Vector& a, const Vector& b, double rest, const char* kind) {
        sum += 0.5 * cloth.get(kind) * std::pow(length(a - b) - rest, 2);
    };
    const double bend = 0.5 * cloth.get("bend") / (spacing * spacing),
                 diagonal = std::sqrt(2.0) * spacing;
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
            const bool has_right = x + 1 < columns, has_below = y + 1 < rows;
            if (has_right) add(at(x, y), at(x + 1, y), spacing, "stretch");
            if (has_below) add(at(x, y), at(x, y + 1), spacing, "stretch");
            if (has_right && has_below) add(at(x, y), at(x + 1, y + 1), diagonal, "shear");
            if (has_right && has_below) add(at(x + 1, y), at(x, y + 1), diagonal, "shear");
            const auto curve = [&](const Vector& a, const Vector& b, const Vector& c) {
                const Vector bent = a + c - 2 * b;
                sum += bend * dot(bent, bent);
            };
            if (x + 2 < columns) curve(at(x, y), at(x + 1, y), at(x + 2, y));
            if (y + 2 < rows) curve(at(x, y), at(x, y + 1), at(x, y + 2));
        }
    return sum;
}

/// Returns the maximum energy of a stirred sheet, relative to its initial energy. For a stiff
/// sheet, only kinetic energy counts. After a single sweep, the strains of its threads do not match
/// the forces between them, so the elastic energy is unknown.
double most_energy(const Device& device, bool is_soft) {
    constexpr int kSide = 32;
    Settings settings = {{"scene", "0"}, {"gravity", "0,0,0"}};
    if (is_soft)
        settings.insert(settings.end(), {{"stretch", "10"}, {"shear", "5"}, {"substeps", "60"}});
    const auto sheet = open(device, kSide, kSide, settings);
    if (!is_soft) sheet->set("bend", 0);
    write(*sheet, stirred(*sheet, kSide, 1));
    const auto now = [&] {
        std::vector<Vertex> all = read(*sheet);
        if (is_soft) return energy_of(*sheet, all, kSide, kSide);
        double kinetic = 0;
        for (const Vertex& each : all) kinetic += dot(each.velocity, each.velocity);
        return kinetic;
    };
    const double start = now();
    double most = 0;
    for (int step = 0; step < 40; ++step) {
        sheet->advance(1);
        most = std::max(most, now());
    }
    return most / start;
}

void energy(Report& report) {
    report.at_most("maximum energy of an isolated soft sheet", most_energy(report.device(), true),
                   1.001, "relative to the initial energy");
    report.at_most("maximum kinetic energy of a flat stiff sheet",
                   most_energy(report.device(), false), 1.001, "relative to the initial energy");
}

// ---------------------------------------------------------------------------------------- layers

/// Checks a sheet that is folded once, falls on the floor, and stays there in two layers.
void layers(Report& report) {
    constexpr int kColumns = 64, kRows = 24;
    const auto sheet = open(report.device(), kColumns, kRows,
                            {{"scene", "0"},
                             {"touches", "true"},
                             {"floor", "true"},
                             {"ball", "0"},
                             {"damping", "0.5"}});
    const double spacing = 1.0 / (kColumns - 1), thickness = sheet->get("thickness") * spacing;
    std::vector<Vertex> all = read(*sheet);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const int x = static_cast<int>(i % kColumns), y = static_cast<int>(i / kColumns);
        const bool is_above = x >= kColumns / 2;
        const double along = is_above ? kColumns - 1 - x : x;
        all[i].at = {spacing * (along - 0.5 * (kColumns / 2 - 1)),
                     0.1 + (is_above ? 1.2 * spacing : 0), spacing * (y + (is_above ? 0.3 : 0))};
    }
    write(*sheet, all);
    sheet->advance(90);
    const std::vector<Vertex> after = read(*sheet);
    double wrong = 0, nearest = 1, lowest = 1;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const int x = static_cast<int>(i % kColumns);
        lowest = std::min(lowest, after[i].at[1]);
        if (x < kColumns / 2 + 8) continue;
        std::size_t below = 0;
        double least = 1;
        for (std::size_t j = 0; j < after.size(); ++j) {
            if (static_cast<int>(j % kColumns) > kColumns / 2 - 8) continue;
            const Vector way = after[i].at - after[j].at;
            nearest = std::min(nearest, length(way));
            const double distance = std::hypot(way[0], way[2]);
            if (distance < least) least = distance, below = j;
        }
        wrong += after[i].at[1] <= after[below].at[1];
    }
    report.at_most("vertices of the upper layer below the lower layer", wrong, 0, "none");
    report.at_least("minimum distance between the layers", nearest / thickness, 0.9, "thicknesses");
    report.at_least("height of the lowest vertex", lowest / thickness, 0.49,
                    "exact: 0.5, in thicknesses");
}

// ------------------------------------------------------------------------------------------ hand

/// Checks a sheet while a hand grabs at random, pulls at random and lets go.
void hand(Report& report) {
    const auto sheet = open(report.device(), 24, 24,
                            {{"scene", "1"},
                             {"touches", "true"},
                             {"floor", "true"},
                             {"ball", "0.2"},
                             {"size", "2"},
                             {"air", "1.2"},
                             {"tether", "1.02"}});
    std::mt19937 generator(3);
    std::uniform_real_distribution<float> across(0, 64), down(0, 36);
    const int seconds = report.is_short() ? 20 : 600;
    double held = 0;
    for (int half = 0; half < 2 * seconds; ++half) {
        std::array<float, 3> from{across(generator), down(generator), 0};
        const std::array<float, 3> to{across(generator), down(generator), 0};
        for (int step = 0; step < 30; ++step) {
            const std::array<float, 3> before = from;
            for (std::size_t axis = 0; axis < 2; ++axis)
                from[axis] += 0.1f * (to[axis] - from[axis]);
            if (step < 24) sheet->drag({.place = from, .before = before});
            sheet->advance(1);
        }
        if (half % 20 == 0 || report.is_short())
            held += sheet->field<int>("held").to_vector().front() >= 0;
    }
    double bad = 0, farthest = 0;
    for (const Vertex& each : read(*sheet)) {
        bad += each.weight < 0 || !std::isfinite(length(each.at)) ||
               !std::isfinite(length(each.velocity));
        farthest = std::max(farthest, length(each.at));
    }
    report.at_most(fmt::format("vertices gone or NaN after {} s of pulling", seconds), bad, 0,
                   "none");
    report.at_least("sampled pulls that held a vertex", held, 1, "at least one");
    report.at_most("maximum distance of a vertex from the origin", farthest, 8, "m");
}

}  // namespace

void validate(Report& report) {
    report.part("stretch", stretch);
    report.part("catenary", catenary);
    report.part("period", period);
    report.part("cantilever", cantilever);
    report.part("momentum", momentum);
    report.part("energy", energy);
    report.part("layers", layers);
    report.part("hand", hand);
}

}  // namespace glint::apps::cloth_checks
