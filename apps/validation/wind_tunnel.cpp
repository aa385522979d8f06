// SPDX-License-Identifier: MIT
// The wind tunnel, compared with exact flows, published cavities and published cylinders.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <apps/validation/cavity_profiles.hpp>
#include <apps/validation/checks.hpp>
#include <apps/validation/lattice.hpp>

namespace glint::apps::wind_tunnel_checks {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr int kThrough = 0, kPeriodicEnds = 1, kClosed = 2;
constexpr int kWalls = 0, kSlip = 1, kPeriodic = 2;

/// Returns settings that result in the given viscosity.
TunnelSettings with_viscosity(double viscosity, TunnelSettings settings) {
    constexpr double kSpeed = 0.1, kSize = 16;
    settings.insert(settings.end(),
                    {{"speed", kSpeed}, {"size", kSize}, {"reynolds", kSpeed * kSize / viscosity}});
    return settings;
}

double order(double coarse, double fine) { return std::log2(coarse / fine); }

// ------------------------------------------------------------------------------------- channels

constexpr double kFastest = 0.05, kChannelViscosity = 0.1;

studio::Simulation open_channel(const Report& report, std::size_t height) {
    const auto cells = static_cast<double>(height);
    return open_tunnel(
        report, with_viscosity(kChannelViscosity,
                               {{"width", 16},
                                {"height", cells},
                                {"ends", kPeriodicEnds},
                                {"walls", kWalls},
                                {"push", 8 * kChannelViscosity * kFastest / (cells * cells)}}));
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

/// Returns the largest deviation from Poiseuille flow, in units of the maximum speed.
double channel_error(const Report& report, std::size_t height, double time) {
    studio::Simulation channel = open_channel(report, height);
    const auto cells = static_cast<double>(height);
    channel.advance(static_cast<unsigned>(time * cells * cells / kChannelViscosity + 0.5));
    const Lattice found(channel);
    double error = 0;
    for (std::size_t y = 0; y < height; ++y) {
        const double exact = poiseuille((static_cast<double>(y) + 0.5) / cells, time);
        // The populations are those after the last collision, which is half a step before the end.
        error = std::max(error, std::abs(found.across(3, y) / kFastest - exact));
    }
    return error;
}

void channels(Report& report) {
    report.at_most("Poiseuille, 16 cells: error of the profile", channel_error(report, 16, 1.6),
                   1e-4, "exact, with walls halfway between cells");
    const double coarse = channel_error(report, 16, 0.05), fine = channel_error(report, 32, 0.05);
    report.at_least("starting Poiseuille flow: order", order(coarse, fine), 1.9,
                    fmt::format("exact series, error {:.2g} with 32 cells", fine));
}

// -------------------------------------------------------------------------------------- vortices

struct Vortices {
    double error;  ///< largest error of the velocity, divided by the largest velocity
    double rate;   ///< decay rate, divided by the exact rate
};

/// Simulates Taylor-Green vortices, which keep their shape and decay only by viscosity.
Vortices vortices(const Report& report, std::size_t side) {
    constexpr double kViscosity = 0.05;
    const auto cells = static_cast<double>(side);
    const double speed = 0.08 * 16 / cells, k = 2 * kPi / cells, decay = 2 * kViscosity * k * k;
    studio::Simulation tunnel = open_tunnel(
        report,
        with_viscosity(
            kViscosity,
            {{"width", cells}, {"height", cells}, {"ends", kPeriodicEnds}, {"walls", kPeriodic}}));
    const auto shape = [&](std::size_t x, std::size_t y) {
        return std::cos(k * static_cast<double>(x)) * std::sin(k * static_cast<double>(y));
    };
    const auto quarter = side / 4;  // shift that turns sines into cosines
    set_flow(tunnel, side, side, [&](std::size_t x, std::size_t y) -> std::array<double, 3> {
        const double pressure =
            -speed * speed / 4 *
            (std::cos(2 * k * static_cast<double>(x)) + std::cos(2 * k * static_cast<double>(y)));
        return {3 * pressure, -speed * shape(x, y), speed * shape(x + 3 * quarter, y + quarter)};
    });
    const auto amplitude = [&](const Lattice& found) {
        double sum = 0;
        for (std::size_t y = 0; y < side; ++y)
            for (std::size_t x = 0; x < side; ++x) sum -= 4 * found.across(x, y) * shape(x, y);
        return sum / (cells * cells);
    };
    const auto half = static_cast<unsigned>(0.5 / decay + 0.5);
    tunnel.advance(half);
    const double before = amplitude(Lattice(tunnel));
    tunnel.advance(half);
    const Lattice found(tunnel);
    const double left = speed * std::exp(-decay * 2 * half);
    double error = 0;
    for (std::size_t y = 0; y < side; ++y)
        for (std::size_t x = 0; x < side; ++x)
            error = std::max(error, std::abs(found.across(x, y) + left * shape(x, y)) / left);
    return {error, std::log(before / amplitude(found)) / (decay * half)};
}

void decay(Report& report) {
    const Vortices coarse = vortices(report, 16), fine = vortices(report, 32);
    report.near("Taylor-Green, 32 cells: decay rate", fine.rate, 1, 0.005, "exact");
    report.at_least("Taylor-Green: order", order(coarse.error, fine.error), 1.9,
                    fmt::format("exact, error {:.2g} with 32 cells", fine.error));
}

// ---------------------------------------------------------------------------------------- cavity

/// Cubic interpolation at `place`, a fraction of the side, through the four nearest values at cell
/// centers. At the two walls, the values are `low` and `high`.
template <class Values>
double between(const Values& values, std::size_t side, double place, double low, double high) {
    // The points are the first wall, the cell centers, and the second wall.
    const double at = place * static_cast<double>(side);
    const auto position = [&](std::size_t i) {
        return i == 0 ? 0.0 : i > side ? static_cast<double>(side) : static_cast<double>(i) - 0.5;
    };
    const auto value = [&](std::size_t i) {
        return i == 0 ? low : i > side ? high : values(i - 1);
    };
    const auto before = static_cast<std::size_t>(at + 0.5);
    const std::size_t first = std::clamp<std::size_t>(before, 1, side - 1) - 1;
    double sum = 0;
    for (std::size_t i = first; i < first + 4; ++i) {
        double share = 1;
        for (std::size_t j = first; j < first + 4; ++j)
            if (j != i) share *= (at - position(j)) / (position(i) - position(j));
        sum += share * value(i);
    }
    return sum;
}

/// Largest deviations from a published cavity flow, in units of the speed of the lid.
struct CavityErrors {
    double across = 0;
    double upwards = 0;
    double least_across = 0;  ///< not an error: the minimum speed on the center line
};

CavityErrors cavity_errors(const Report& report, const CavityProfiles& known, std::size_t side) {
    constexpr double kLid = 0.1, kTurns = 40;
    const auto cells = static_cast<double>(side);
    studio::Simulation cavity = open_tunnel(report, {{"width", cells},
                                                     {"height", cells},
                                                     {"size", cells},
                                                     {"ends", kClosed},
                                                     {"walls", kWalls},
                                                     {"speed", kLid},
                                                     {"lid", kLid},
                                                     {"reynolds", known.reynolds}});
    const double turns = kTurns * std::max(1.0, known.reynolds / 400);
    cavity.advance(static_cast<unsigned>(turns * cells / kLid));
    const Lattice found(cavity);
    const std::size_t middle = side / 2;
    const auto u = [&](std::size_t y) {
        return (found.across(middle - 1, y) + found.across(middle, y)) / (2 * kLid);
    };
    const auto v = [&](std::size_t x) {
        return (found.upwards(x, middle - 1) + found.upwards(x, middle)) / (2 * kLid);
    };
    CavityErrors errors;
    for (const auto& [y, speed] : known.across)
        errors.across = std::max(errors.across, std::abs(between(u, side, y, 0, 1) - speed));
    for (const auto& [x, speed] : known.upwards)
        errors.upwards = std::max(errors.upwards, std::abs(between(v, side, x, 0, 0) - speed));
    for (int i = 1; i < 1000; ++i)
        errors.least_across = std::min(errors.least_across, between(u, side, i / 1000.0, 0, 1));
    return errors;
}

void cavity(Report& report, const CavityProfiles& known, std::size_t side) {
    const CavityErrors errors = cavity_errors(report, known, side);
    const std::string what = fmt::format("Cavity, Re {:g}, {} cells: ", known.reynolds, side);
    report.at_most(what + "error of u", errors.across, 0.01, known.source);
    report.at_most(what + "error of v", errors.upwards, 0.01, known.source);
    if (known.reynolds == 100)
        report.near(what + "minimum u", errors.least_across, -0.2140417,
                    2.5 / static_cast<double>(side), "Marchi 2009 (first-order accurate)");
}

// -------------------------------------------------------------------------------------- cylinder

/// Opens Schaefer and Turek's channel of 2.2 by 0.41, with a cylinder of diameter 0.1 whose center
/// is at a distance of 0.2 from the inlet and the floor. `size` is the number of cells per
/// diameter. A multiple of 10 makes the channel a whole number of cells wide and high.
studio::Simulation open_schaefer_turek(const Report& report, double reynolds, double size,
                                       double speed) {
    return open_tunnel(report, {{"width", std::round(22 * size)},
                                {"height", std::round(4.1 * size)},
                                {"size", size},
                                {"cylinder", 1},
                                {"cylinder_x", 0.2 / 2.2},
                                {"cylinder_y", 0.20 / 0.41},
                                {"parabolic", 1},
                                {"ends", kThrough},
                                {"walls", kWalls},
                                {"sponge", 2 * size},
                                {"speed", speed},
                                {"reynolds", reynolds}});
}

void steady_cylinder(Report& report) {
    const double size = report.is_short() ? 20 : 100, speed = report.is_short() ? 0.05 : 0.025;
    studio::Simulation tunnel = open_schaefer_turek(report, 20, size, speed);
    tunnel.advance(static_cast<unsigned>(90 * size / speed));
    const auto coefficients = tunnel.monitors();
    const std::string what = fmt::format("Schaefer-Turek 2D-1, {:g} cells: ", size);
    report.near(what + "drag", coefficients[0].value(), 5.57953523384, 0.01, "Nabh 1998");
    report.near(what + "lift", coefficients[1].value(), 0.010618948146,
                report.is_short() ? 0.15 : 0.03, "Nabh 1998");
}

/// Maxima of drag and lift, and the period of the lift, over a number of time steps.
struct Shedding {
    double drag = 0;
    double lift = 0;
    double period = 0;  ///< in time steps
};

Shedding shedding(studio::Simulation& tunnel, unsigned steps) {
    constexpr unsigned kEvery = 10;
    Shedding found;
    double before = 0, first = -1, last = -1;
    int turns = 0;
    for (unsigned step = 0; step < steps; step += kEvery) {
        tunnel.advance(kEvery);
        const auto coefficients = tunnel.monitors();
        const double lift = coefficients[1].value();
        found.drag = std::max(found.drag, coefficients[0].value());
        found.lift = std::max(found.lift, lift);
        if (step > 0 && before < 0 && lift >= 0) {
            last = step + kEvery * (before / (lift - before));
            if (first < 0)
                first = last;
            else
                ++turns;
        }
        before = lift;
    }
    found.period = (last - first) / std::max(turns, 1);
    return found;
}

void shedding_cylinder(Report& report) {
    // With twice this speed, the lift would be 1 % higher, because the flow would be closer to the
    // speed of sound.
    constexpr double kSize = 100, kSpeed = 0.025;
    studio::Simulation tunnel = open_schaefer_turek(report, 100, kSize, kSpeed);
    tunnel.advance(static_cast<unsigned>(80 * kSize / kSpeed));
    const Shedding found = shedding(tunnel, static_cast<unsigned>(20 * kSize / kSpeed));
    const char* const source = "center of Schaefer and Turek's interval, 1996";
    report.near("Schaefer-Turek 2D-2: maximum drag", found.drag, 3.23, 0.01 / 3.23, source);
    report.near("Schaefer-Turek 2D-2: maximum lift", found.lift, 1.00, 0.01, source);
    report.near("Schaefer-Turek 2D-2: Strouhal number", kSize / kSpeed / found.period, 0.300,
                0.005 / 0.3, source);
}

// ---------------------------------------------------------------------------------------- outlet

/// Returns the fraction of a sound pulse that the outlet reflects.
double reflection(const Report& report) {
    constexpr std::size_t kWidth = 512, kHeight = 16, kSponge = 96;
    constexpr double kSound = 1 / std::numbers::sqrt3, kFlow = 0.05, kPulse = 0.001;
    // Speed of sound downstream, in the equations that the lattice solves.
    const double kFaster = kFlow + std::hypot(kFlow, kSound);
    studio::Simulation tunnel = open_tunnel(report, {{"width", kWidth},
                                                     {"height", kHeight},
                                                     {"size", 16},
                                                     {"walls", kSlip},
                                                     {"sponge", kSponge},
                                                     {"speed", kFlow},
                                                     {"reynolds", 50}});
    set_flow(tunnel, kWidth, kHeight, [&](std::size_t x, std::size_t) -> std::array<double, 3> {
        const double from = (static_cast<double>(x) - 200) / 20;
        const double rho = kPulse * std::exp(-from * from);
        return {rho, kFlow + kFaster * rho, 0};
    });
    tunnel.advance(static_cast<unsigned>((2 * (kWidth - 200) - 20) / kSound));
    const Lattice found(tunnel);
    double most = 0;
    for (std::size_t x = 0; x < kWidth - kSponge; ++x)
        most = std::max(most, std::abs(found.density(x, kHeight / 2)));
    return most / kPulse;
}

}  // namespace

void validate(Report& report) {
    report.part("channels", channels);
    report.part("vortices", decay);
    report.part("sound", [](Report& of) {
        of.at_most("sound reflected by the outlet", reflection(of), 0.04, "relative to the pulse");
    });
    report.part("cavity100",
                [](Report& of) { cavity(of, cavity_at_100(), of.is_short() ? 64 : 128); });
    report.part("steady", steady_cylinder);
    if (report.is_short()) return;
    report.part("cavity400", [](Report& of) { cavity(of, cavity_at_400(), 256); });
    report.part("cavity1000", [](Report& of) { cavity(of, cavity_at_1000(), 256); });
    report.part("shedding", shedding_cylinder);
}

}  // namespace glint::apps::wind_tunnel_checks
