// SPDX-License-Identifier: MIT
// Waves in two and three dimensions, compared with exact results of the leapfrog scheme and with
// exact results of the wave equation.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/validation/checks.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps::waves_checks {
namespace {

using Triple = std::array<std::size_t, 3>;
constexpr double kPi = std::numbers::pi;
constexpr double kHalf = 0.5;  // each update advances by half of a time step of 1

/// A box of cells; a plane if the depth is 1.
class Box {
public:
    /// The level is 0 and the medium is 1 at first. Edges reflect if `border` is 0.
    Box(const Report& report, const Triple& size, double speed, double border)
        : size_(size), simulation_(options(report, size, speed, border)) {}

    std::size_t count() const { return size_[0] * size_[1] * size_[2]; }
    studio::Simulation& simulation() { return simulation_; }
    std::vector<float> level() { return simulation_.field<float>("level").to_vector(); }
    std::vector<float> before() { return simulation_.field<float>("before").to_vector(); }
    /// Returns the values of `of(x, y, z)` for all cells.
    template <class Function>
    std::vector<float> each(const Function& of) const {
        std::vector<float> values;
        values.reserve(count());
        for (std::size_t z = 0; z < size_[2]; ++z)
            for (std::size_t y = 0; y < size_[1]; ++y)
                for (std::size_t x = 0; x < size_[0]; ++x)
                    values.push_back(static_cast<float>(of(x, y, z)));
        return values;
    }
    void set(const char* field, const std::vector<float>& values) {
        simulation_.field<float>(field).assign(values);
    }

private:
    static studio::SimulationOptions options(const Report& report, const Triple& size, double speed,
                                             double border) {
        const bool is_plane = size[2] == 1;
        auto made = options_for(find_entry(is_plane ? "waves" : "waves3d"), report.device());
        made.settings = {{"speed", fmt::format("{}", speed)},
                         {"border", fmt::format("{}", border)},
                         {"scene", "3"},
                         {"width", fmt::format("{}", size[0])},
                         {"height", fmt::format("{}", size[1])}};
        if (!is_plane) made.settings.emplace_back("depth", fmt::format("{}", size[2]));
        return made;
    }

    Triple size_;
    studio::Simulation simulation_;
};

/// Angular frequency of a series that oscillates about 0. The frequency is the least-squares
/// solution of s(n + 1) + s(n - 1) = 2 cos(frequency) s(n).
double frequency_of(const std::vector<double>& series) {
    double product = 0, square = 0;
    for (std::size_t n = 1; n + 1 < series.size(); ++n) {
        product += (series[n + 1] + series[n - 1]) * series[n];
        square += series[n] * series[n];
    }
    return std::acos(std::clamp(product / square / 2, -1.0, 1.0));
}

/// A standing wave between reflecting edges, with `halves` half waves along each axis.
struct Standing {
    Triple size;
    Triple halves;

    double wave_number(std::size_t axis) const {
        return kPi * static_cast<double>(halves[axis]) / static_cast<double>(size[axis]);
    }
    double at(std::size_t x, std::size_t y, std::size_t z) const {
        const Triple place{x, y, z};
        double product = 1;
        for (std::size_t axis = 0; axis < 3; ++axis)
            product *= std::cos(wave_number(axis) * (static_cast<double>(place[axis]) + 0.5));
        return product;
    }
    /// Frequency w in the leapfrog scheme, where dt is half a step and C the Courant number:
    /// sin^2(w dt / 2) = C^2 (sin^2(kx / 2) + sin^2(ky / 2) + sin^2(kz / 2)).
    double discrete_frequency(double speed) const {
        double sum = 0;
        for (std::size_t axis = 0; axis < 3; ++axis)
            sum += std::pow(std::sin(wave_number(axis) / 2), 2);
        return 2 / kHalf * std::asin(speed * kHalf * std::sqrt(sum));
    }
    /// Frequency in the continuous wave equation.
    double frequency(double speed) const {
        return speed * std::hypot(wave_number(0), wave_number(1), wave_number(2));
    }
};

double measured_frequency(const Report& report, const Standing& wave, double speed) {
    Box box(report, wave.size, speed, 0);
    const auto shape = [&](std::size_t x, std::size_t y, std::size_t z) {
        return wave.at(x, y, z);
    };
    const std::vector<float> mode = box.each(shape);
    // The wave starts at rest. Therefore, the levels half a step before and half a step after the
    // start are equal.
    const double turned = std::cos(wave.discrete_frequency(speed) * kHalf);
    box.set("level", mode);
    box.set("before", box.each([&](std::size_t x, std::size_t y, std::size_t z) {
        return turned * wave.at(x, y, z);
    }));
    std::vector<double> series;
    for (int step = 0; step < 120; ++step) {
        const std::vector<float> level = box.level();
        double sum = 0;
        for (std::size_t i = 0; i < mode.size(); ++i)
            sum += static_cast<double>(level[i]) * static_cast<double>(mode[i]);
        series.push_back(sum);
        box.simulation().advance(1);
    }
    return frequency_of(series);
}

void dispersion(Report& report, const Standing& wave, double speed, const std::string& what) {
    report.near(fmt::format("frequency, C {:.3g}, {}", speed * kHalf, what),
                measured_frequency(report, wave, speed), wave.discrete_frequency(speed), 1e-4,
                "discrete dispersion relation");
}

/// Checks that the error of the frequency is proportional to the square of the cell size.
void order(Report& report, const Standing& coarse, double speed) {
    Standing fine = coarse;
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (coarse.size[axis] > 1) fine.size[axis] *= 2;
    const auto error = [&](const Standing& wave) {
        return 1 - measured_frequency(report, wave, speed) / wave.frequency(speed);
    };
    report.at_least("order of the frequency error", std::log2(error(coarse) / error(fine)), 1.9,
                    "second order");
}

/// Energy that leapfrog conserves, up to a factor: squared differences in time over squared Courant
/// numbers, plus products of differences in space at two times half a step apart.
double energy(Box& box, const Triple& size, const std::vector<float>& medium, double speed) {
    const std::vector<float> now = box.level(), old = box.before();
    const Triple stride{1, size[0], size[0] * size[1]};
    double sum = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
        const double courant = speed * kHalf * static_cast<double>(medium[i]);
        sum += std::pow((static_cast<double>(now[i]) - static_cast<double>(old[i])) / courant, 2);
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (i / stride[axis] % size[axis] + 1 < size[axis]) {
                const std::size_t next = i + stride[axis];
                sum += (static_cast<double>(now[next]) - static_cast<double>(now[i])) *
                       (static_cast<double>(old[next]) - static_cast<double>(old[i]));
            }
    }
    return sum;
}

double distance(const Triple& size, std::size_t x, std::size_t y, std::size_t z) {
    const auto from_middle = [&](std::size_t at, std::size_t axis) {
        return static_cast<double>(at) + 0.5 - static_cast<double>(size[axis]) / 2;
    };
    return std::hypot(from_middle(x, 0), from_middle(y, 1), from_middle(z, 2));
}

/// Checks the energy of a pulse between reflecting edges, in a medium that is slower on one side.
void conservation(Report& report, const Triple& size, unsigned steps) {
    constexpr double kSpeed = 1;
    Box box(report, size, kSpeed, 0);
    const auto pulse = box.each([&](std::size_t x, std::size_t y, std::size_t z) {
        return std::exp(-std::pow(distance(size, x, y, z) / 4, 2));
    });
    const auto medium = box.each(
        [&](std::size_t x, std::size_t, std::size_t) { return x < size[0] / 3 ? 0.5 : 1.0; });
    box.set("level", pulse);
    box.set("before", pulse);
    box.set("medium", medium);
    const double at_first = energy(box, size, medium, kSpeed);
    box.simulation().advance(steps);
    report.near(fmt::format("energy after {} steps, relative to the start", steps),
                energy(box, size, medium, kSpeed) / at_first, 1, 1e-3, "exact");
}

/// Measures how much of a ring-shaped wave a border reflects, over all angles: the difference
/// between a pulse in this box and the same pulse in a box so large that nothing returns. The pulse
/// starts in the center, with mean 0 and wavelengths around 4.4 widths. `inside` is the distance
/// from the center to the border.
void reflection(Report& report, std::size_t axes, std::size_t inside, std::size_t border,
                double width, double bound) {
    const auto size_of = [&](std::size_t side) { return Triple{side, side, axes == 3 ? side : 1}; };
    const std::size_t small_side = 2 * (inside + border);
    // In this number of steps, waves reach the farthest corner of the small box and return.
    const std::size_t steps = 2 * border + 3 * inside;
    const std::size_t large_side = small_side + 2 * ((steps - inside - border) / 2 + 8);
    const auto run = [&](std::size_t side, std::size_t with_border, auto&& look) {
        const Triple size = size_of(side);
        Box box(report, size, 1, static_cast<double>(with_border));
        box.set("level", box.each([&](std::size_t x, std::size_t y, std::size_t z) {
            const double r = distance(size, x, y, z) / width;
            return (static_cast<double>(axes) - r * r) * std::exp(-r * r / 2);
        }));
        box.set("before", box.level());
        for (std::size_t step = 0; step < steps; step += 8) {
            box.simulation().advance(8);
            look(box.level(), step / 8);
        }
    };
    const std::size_t offset = (large_side - small_side) / 2;
    std::vector<std::vector<float>> expected;
    const auto inner = [&](const std::vector<float>& level, std::size_t side, std::size_t skip) {
        std::vector<float> values;
        const std::size_t layers = axes == 3 ? 2 * inside : 1, first = axes == 3 ? skip : 0;
        for (std::size_t z = 0; z < layers; ++z)
            for (std::size_t y = 0; y < 2 * inside; ++y) {
                const auto row = level.begin() + static_cast<std::ptrdiff_t>(
                                                     ((z + first) * side + y + skip) * side + skip);
                values.insert(values.end(), row, row + static_cast<std::ptrdiff_t>(2 * inside));
            }
        return values;
    };
    run(large_side, 0, [&](const std::vector<float>& level, std::size_t) {
        expected.push_back(inner(level, large_side, border + offset));
    });
    double sent_back = 0, came = 0;
    run(small_side, border, [&](const std::vector<float>& level, std::size_t at) {
        const std::vector<float> found = inner(level, small_side, border);
        for (std::size_t i = 0; i < found.size(); ++i)
            sent_back =
                std::max(sent_back, std::abs(static_cast<double>(found[i] - expected[at][i])));
    });
    // Height of the ring when it reaches the border.
    const std::size_t middle =
        axes == 3 ? (inside * 2 * inside + inside) * 2 * inside : inside * 2 * inside;
    for (const std::vector<float>& level : expected)
        came = std::max(came, std::abs(static_cast<double>(level[middle])));
    report.at_most(fmt::format("reflection by a border of {} cells", border), sent_back / came,
                   bound, "a domain without edges");
}

/// Sends a pulse perpendicularly onto an interface between a medium of 1 and a medium of kGlass.
void refraction(Report& report) {
    constexpr double kSpeed = 1, kGlass = 0.6, kWidth = 12;
    constexpr Triple kSize{768, 8, 1};
    Box box(report, kSize, kSpeed, 0);
    const auto pulse = [&](double x) { return std::exp(-std::pow((x - 200) / kWidth, 2) / 2); };
    box.set("level", box.each([&](std::size_t x, std::size_t, std::size_t) {
        return pulse(static_cast<double>(x));
    }));
    box.set("before", box.each([&](std::size_t x, std::size_t, std::size_t) {
        return pulse(static_cast<double>(x) + kSpeed * kHalf);  // makes the pulse move to the right
    }));
    box.set("medium", box.each([&](std::size_t x, std::size_t, std::size_t) {
        return x < kSize[0] / 2 ? 1.0 : kGlass;
    }));
    box.simulation().advance(340);
    const std::vector<float> level = box.level();
    const auto row = level.begin() + 4 * kSize[0];
    const double through = *std::max_element(row + kSize[0] / 2, row + kSize[0]);
    const double back = *std::min_element(row, row + kSize[0] / 2);
    const char* const source = "Fresnel's coefficients for a speed of 0.6";
    report.near("amplitude transmitted into glass", through, 2 * kGlass / (1 + kGlass), 0.01,
                source);
    report.near("amplitude reflected by glass", back, (kGlass - 1) / (kGlass + 1), 0.01, source);
    const double place = static_cast<double>(std::max_element(row + kSize[0] / 2, row + kSize[0]) -
                                             (row + kSize[0] / 2));
    report.near("distance traveled in glass, cells", place, (340 - (384 - 0.5 - 200)) * kGlass,
                0.015, "speed times time");
}

/// Checks the frequency of the level near a source, once the source has ramped up.
void source(Report& report) {
    constexpr double kSpeed = 1, kWavelength = 20;
    constexpr Triple kSize{200, 200, 1};
    Box box(report, kSize, kSpeed, 60);
    box.simulation().set("wavelength", kWavelength);
    box.set("medium", box.each([&](std::size_t x, std::size_t y, std::size_t) {
        return x == 100 && y == 100 ? -1 : 1;
    }));
    box.simulation().advance(300);
    std::vector<double> series;
    for (int step = 0; step < 100; ++step) {
        box.simulation().advance(1);
        series.push_back(static_cast<double>(box.level()[100 * kSize[0] + 120]));
    }
    report.near("frequency of a source", frequency_of(series), 2 * kPi * kSpeed / kWavelength, 1e-3,
                "speed / wavelength");
}

}  // namespace

void validate(Report& report) {
    report.part("dispersion", [](Report& of) {
        dispersion(of, {{64, 48, 1}, {12, 0, 0}}, 1, "10.7 cells, along an axis");
        dispersion(of, {{64, 48, 1}, {16, 12, 0}}, 1, "5.7 cells, diagonal");
        dispersion(of, {{64, 48, 1}, {16, 12, 0}}, 1.4, "5.7 cells, diagonal");
        order(of, {{32, 24, 1}, {4, 3, 0}}, 1);
    });
    report.part("energy",
                [](Report& of) { conservation(of, {96, 64, 1}, of.is_short() ? 1000 : 20000); });
    report.part("refraction", refraction);
    report.part("source", source);
    report.part("border", [](Report& of) {
        reflection(of, 2, 60, 60, 3, 0.003);
        reflection(of, 2, 60, 30, 3, 0.02);
    });
}

void validate3d(Report& report) {
    report.part("dispersion", [](Report& of) {
        dispersion(of, {{48, 40, 32}, {8, 0, 0}}, 1, "12 cells, along an axis");
        dispersion(of, {{48, 40, 32}, {8, 8, 8}}, 1.15, "6.8 cells, diagonal");
        order(of, {{24, 20, 16}, {3, 2, 2}}, 1);
    });
    report.part("energy",
                [](Report& of) { conservation(of, {48, 40, 32}, of.is_short() ? 300 : 5000); });
    report.part("border", [](Report& of) {
        of.is_short() ? reflection(of, 3, 16, 24, 2.5, 0.04) : reflection(of, 3, 40, 40, 3, 0.02);
    });
}

}  // namespace glint::apps::waves_checks
