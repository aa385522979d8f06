// SPDX-License-Identifier: MIT
// Ocean: surfaces compared with sums over their waves, frequencies with the dispersion relation,
// moments of the spectrum with integrals, and the Jacobian with finite differences.
#include <cmath>
#include <complex>
#include <functional>
#include <memory>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/ocean/ocean.hpp>
#include <apps/validation/checks.hpp>
#include <glint/algorithms/fft.hpp>
#include <glint/base/float_vectors.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps::ocean_checks {
namespace {

constexpr double kPi = std::numbers::pi, kGravity = 9.81;
constexpr std::size_t kOceanPatches = 3;

using Settings = std::vector<std::pair<std::string, std::string>>;
using Complex = std::complex<double>;

std::unique_ptr<Ocean> ocean_of(const Report& report, int size, const Settings& settings,
                                unsigned seed = 1) {
    studio::SimulationOptions options = options_for(find_entry("ocean"), report.device());
    options.seed = seed;
    options.settings = settings;
    options.settings.insert(options.settings.end(),
                            {{"size", fmt::format("{}", size)}, {"width", "16"}, {"height", "16"}});
    return std::make_unique<Ocean>(options);
}

double frequency(double k, double depth) { return std::sqrt(kGravity * k * std::tanh(k * depth)); }

/// One patch: the waves that it should have, and the values that the simulation computed.
class Patch {
public:
    Patch(Ocean& ocean, std::size_t patch)
        : size_(ocean.get<std::size_t>("size")),
          step_(2 * kPi / ocean.get<std::array<float, 3>>("patches")[patch]),
          depth_(ocean.get("depth")),
          first_(patch * size_ * size_) {
        const auto all = ocean.field<std::complex<float>>("amplitude").to_vector();
        amplitudes_.assign(all.begin() + offset(), all.begin() + offset() + count());
        const auto moved = ocean.field<Float4>("moved").to_vector();
        moved_.assign(moved.begin() + offset(), moved.begin() + offset() + count());
        const auto slope = ocean.field<Float4>("slope").to_vector();
        slope_.assign(slope.begin() + offset(), slope.begin() + offset() + count());
    }

    std::size_t size() const { return size_; }
    double spacing() const { return 2 * kPi / step_ / static_cast<double>(size_); }
    /// Values at a grid point. Indices beyond the edges wrap around.
    const Float4& moved(std::ptrdiff_t x, std::ptrdiff_t y) const { return moved_[at(x, y)]; }
    const Float4& slope(std::ptrdiff_t x, std::ptrdiff_t y) const { return slope_[at(x, y)]; }

    /// Wave vector of element i of the spectrum, in 1/m, as a complex number.
    Complex wave(std::size_t i) const { return {wave_number(i % size_), wave_number(i / size_)}; }
    double frequency_of(std::size_t i) const { return frequency(std::abs(wave(i)), depth_); }
    double depth() const { return depth_; }
    Complex amplitude(std::size_t i) const { return amplitudes_[i]; }

    /// Contribution of wave i and the opposite wave to the height, as a Fourier coefficient.
    Complex height(std::size_t i, double seconds) const {
        const std::size_t x = (size_ - i % size_) % size_, y = (size_ - i / size_) % size_;
        const double phase = i == 0 ? 0 : frequency_of(i) * seconds;
        return amplitudes_[i] * std::polar(1.0, -phase) +
               std::conj(amplitudes_[y * size_ + x]) * std::polar(1.0, phase);
    }
    /// Sum of factor(k) height(k) exp(i k x) over all wave vectors k, at grid point x.
    Complex sum(double seconds, std::size_t x, std::size_t y,
                const std::function<Complex(Complex)>& factor) const {
        Complex total;
        const double turn = 2 * kPi / static_cast<double>(size_);
        for (std::size_t i = 1; i < moved_.size(); ++i) {
            if (amplitudes_[i] == 0.0 && height(i, seconds) == 0.0) continue;
            const std::size_t steps = (i % size_ * x + i / size_ * y) % size_;
            total += factor(wave(i)) * height(i, seconds) *
                     std::polar(1.0, turn * static_cast<double>(steps));
        }
        return total;
    }
    /// Mean of `value`, a function of `moved` and `slope`, over all grid points.
    double mean(const std::function<double(const Float4&, const Float4&)>& value) const {
        double total = 0;
        for (std::size_t i = 0; i < moved_.size(); ++i) total += value(moved_[i], slope_[i]);
        return total / static_cast<double>(moved_.size());
    }

private:
    std::ptrdiff_t offset() const { return static_cast<std::ptrdiff_t>(first_); }
    std::ptrdiff_t count() const { return static_cast<std::ptrdiff_t>(size_ * size_); }
    std::size_t at(std::ptrdiff_t x, std::ptrdiff_t y) const {
        const auto n = static_cast<std::ptrdiff_t>(size_);
        return static_cast<std::size_t>((y + n) % n * n + (x + n) % n);
    }
    double wave_number(std::size_t i) const {
        return step_ * (static_cast<double>(i) - static_cast<double>(2 * i < size_ ? 0 : size_));
    }

    std::size_t size_;
    double step_, depth_;
    std::size_t first_;
    std::vector<Complex> amplitudes_;
    std::vector<Float4> moved_, slope_;
};

double square(const Float4& moved, const Float4&) { return static_cast<double>(moved.y) * moved.y; }

/// Checks Parseval's theorem for heights, horizontal displacements and slopes. Without choppiness,
/// the slopes of the displaced water equal those of the surface.
void parseval(Report& report) {
    constexpr double kTime = 1234.5;
    const int size = report.is_short() ? 128 : 1024;
    const auto ocean = ocean_of(report, size, {{"depth", "30"}});
    const auto worst = [&](auto value, auto factor) {
        ocean->show_time(kTime, 0);
        double most = 0;
        for (std::size_t p = 0; p < kOceanPatches; ++p) {
            const Patch patch(*ocean, p);
            double expected = 0;
            for (std::size_t i = 1; i < patch.size() * patch.size(); ++i)
                expected += factor(std::abs(patch.wave(i))) * std::norm(patch.height(i, kTime));
            most = std::max(most, std::abs(patch.mean(value) / expected - 1));
        }
        return most;
    };
    report.near("height variance / sum of the spectrum - 1",
                worst(square, [](double) { return 1.0; }), 0, 2e-5, "Parseval");
    report.near("displacement variance / spectrum sum - 1",
                worst(
                    [](const Float4& moved, const Float4&) {
                        return static_cast<double>(moved.x) * moved.x +
                               static_cast<double>(moved.z) * moved.z;
                    },
                    [](double k) { return std::pow(std::tanh(30 * k), -2); }),
                0, 2e-5, "Parseval");
    ocean->set("choppiness", 0);
    report.near("slope variance / spectrum sum - 1",
                worst([](const Float4&, const Float4& slope) { return double{slope.z}; },
                      [](double k) { return k * k; }),
                0, 2e-5, "Parseval");
}

/// Compares points of each surface with sums in double precision. The imaginary part must be 0.
void sums(Report& report) {
    constexpr double kTime = 77;
    const auto ocean =
        ocean_of(report, report.is_short() ? 64 : 256, {{"choppiness", "0.8"}, {"depth", "15"}});
    ocean->show_time(kTime, 0);
    const Complex i(0, 1);
    double off = 0, imaginary = 0;
    for (std::size_t p = 0; p < kOceanPatches; ++p) {
        const Patch patch(*ocean, p);
        const double rms = std::sqrt(patch.mean(square));
        for (const std::size_t place : {0u, 17u, 45u}) {
            const auto sum = [&](auto factor) {
                const Complex value = patch.sum(kTime, place, 3 * place % 64, factor);
                imaginary = std::max(imaginary, std::abs(value.imag()) / std::abs(value));
                return value.real();
            };
            const auto across = [&](Complex k) {
                const double length = std::abs(k);
                return 0.8 * i / length / std::tanh(length * patch.depth());
            };
            const auto at = static_cast<std::ptrdiff_t>(place);
            const Float4 found = patch.moved(at, 3 * at % 64);
            off = std::max(off, std::abs(found.y - sum([](Complex) { return Complex(1); })) / rms);
            off = std::max(
                off,
                std::abs(found.x - sum([&](Complex k) { return across(k) * k.real(); })) / rms);
            off = std::max(
                off,
                std::abs(found.z - sum([&](Complex k) { return across(k) * k.imag(); })) / rms);
        }
    }
    report.near("fields minus sums over waves", off, 0, 1e-4, "sums in double precision");
    report.near("imaginary part of the sums over waves", imaginary, 0, 1e-9, "real surfaces");
}

/// Checks the frequencies of the waves. Starts only waves in one half of all directions, so that
/// each term of a transform belongs to a single wave.
void dispersion(Report& report) {
    constexpr double kTime = 100;
    const int size = report.is_short() ? 128 : 512;
    const auto ocean = ocean_of(report, size, {{"depth", "20"}, {"choppiness", "0"}});
    const auto n = static_cast<std::size_t>(size);
    std::vector<std::complex<float>> amplitudes(kOceanPatches * n * n);
    for (std::size_t i = 0; i < amplitudes.size(); ++i)
        if (i % n >= 1 && i % n < n / 2) amplitudes[i] = {1, 0};
    ocean->field<std::complex<float>>("amplitude").assign(amplitudes);
    ocean->show_time(kTime, 0);
    double most = 0;
    for (std::size_t p = 0; p < kOceanPatches; ++p) {
        const Patch patch(*ocean, p);
        std::vector<Complex> heights;
        for (std::size_t i = 0; i < n * n; ++i)
            heights.emplace_back(
                patch.moved(static_cast<std::ptrdiff_t>(i % n), static_cast<std::ptrdiff_t>(i / n))
                    .y);
        const Array<Complex> surface(ocean->stream(), Shape{n, n}, heights);
        const auto waves = fft(surface, {.axes = {0, 1}, .norm = FftNorm::forward}).to_vector();
        for (std::size_t i = 0; i < n * n; ++i) {
            if (i % n < 1 || i % n >= n / 2) continue;
            const double turned = patch.frequency_of(i) * kTime;
            most = std::max(most, std::abs(std::arg(waves[i] * std::polar(1.0, turned))) / turned);
        }
    }
    report.near("largest relative frequency error of a wave", most, 0, 1e-6, "w^2 = g k tanh(k h)");
}

/// The spectrum of wind waves, computed from its definition.
struct WindSea {
    double wind, fetch, peak = 3.3;

    double peak_frequency() const { return 22 * std::cbrt(kGravity * kGravity / (wind * fetch)); }
    double density(double w) const {
        const double alpha = 0.076 * std::pow(wind * wind / (fetch * kGravity), 0.22);
        const double top = peak_frequency(), width = w < top ? 0.07 : 0.09;
        const double r = std::exp(-std::pow((w - top) / (width * top), 2) / 2);
        return alpha * kGravity * kGravity * std::pow(w, -5) *
               std::exp(-1.25 * std::pow(top / w, 4)) * std::pow(peak, r);
    }
    /// Integral of w^order * density(w) from near 0 to the frequency `to`.
    double moment(int order, double to) const {
        constexpr int kSteps = 20000;
        double total = 0;
        const double from = 0.2 * peak_frequency(), step = (to - from) / kSteps;
        for (int i = 0; i < kSteps; ++i) {
            const double w = from + (i + 0.5) * step;
            total += std::pow(w, order) * density(w) * step;
        }
        return total;
    }
};

double variance(Ocean& ocean) {
    double total = 0;
    for (std::size_t p = 0; p < kOceanPatches; ++p) total += Patch(ocean, p).mean(square);
    return total;
}

/// Variance of the vertical speed at time 0, from heights shortly before and after.
double speed_variance(Ocean& ocean) {
    constexpr double kHalf = 0.005;
    double total = 0;
    for (std::size_t p = 0; p < kOceanPatches; ++p) {
        ocean.show_time(-kHalf, 0);
        const Patch before(ocean, p);
        ocean.show_time(kHalf, 0);
        const Patch after(ocean, p);
        const auto n = static_cast<std::ptrdiff_t>(before.size());
        for (std::ptrdiff_t i = 0; i < n * n; ++i) {
            const double rise = after.moved(i % n, i / n).y - before.moved(i % n, i / n).y;
            total += std::pow(rise / (2 * kHalf), 2) / static_cast<double>(n * n);
        }
    }
    return total;
}

/// Mean direction in which the wave energy travels, in degrees.
double direction_of(Ocean& ocean) {
    Complex total;
    for (std::size_t p = 0; p < kOceanPatches; ++p) {
        const Patch patch(ocean, p);
        for (std::size_t i = 1; i < patch.size() * patch.size(); ++i)
            total += std::norm(patch.amplitude(i)) * patch.wave(i) / std::abs(patch.wave(i));
    }
    return std::arg(total) * 180 / kPi;
}

/// Checks moments of the spectrum, averaged over seeds. Patches contain many of the longest waves.
void moments(Report& report) {
    const int size = report.is_short() ? 128 : 512;
    const unsigned seeds = report.is_short() ? 4 : 16;
    const WindSea sea{.wind = 13, .fetch = 120e3};
    double heights = 0, speeds = 0, direction = 0;
    for (unsigned seed = 1; seed <= seeds; ++seed) {
        const auto ocean = ocean_of(
            report, size, {{"swell", "0"}, {"depth", "5000"}, {"patches", "2500,150,10"}}, seed);
        heights += variance(*ocean) / seeds;
        direction += direction_of(*ocean) / seeds;
        speeds += speed_variance(*ocean) / seeds;
    }
    const double highest = std::sqrt(kGravity * kPi * size / 10);
    const double m0 = sea.moment(0, highest), m2 = sea.moment(2, highest);
    // The bands are four standard deviations, which follow from the number of waves with energy.
    const double band = report.is_short() ? 0.05 : 0.02;
    const std::string source = "integrals over JONSWAP";
    report.near("significant wave height, m", 4 * std::sqrt(heights), 4 * std::sqrt(m0), band,
                source);
    report.near("mean period, s", 2 * kPi * std::sqrt(heights / speeds),
                2 * kPi * std::sqrt(m0 / m2), band, source);
    report.near("mean direction, degrees", direction, 25, report.is_short() ? 0.12 : 0.05,
                "wind direction");
}

struct Difference {
    double jacobian, slope;
};

/// Largest errors of the Jacobian, and of the slope, compared with central differences.
Difference difference_at(const Report& report, int size) {
    const auto ocean = ocean_of(report, size, {{"wind", "16"}});
    const auto n = static_cast<std::size_t>(size);
    auto amplitudes = ocean->field<std::complex<float>>("amplitude").to_vector();
    for (std::size_t i = 0; i < amplitudes.size(); ++i) {
        const std::size_t x = i % n, y = i / n % n;
        if (std::min(x, n - x) > 14 || std::min(y, n - y) > 14) amplitudes[i] = 0;
    }
    ocean->field<std::complex<float>>("amplitude").assign(amplitudes);
    ocean->show_time(10, 0);
    const Patch patch(*ocean, 0);
    Difference most{};
    const double half = 1 / (2 * patch.spacing());
    for (std::ptrdiff_t y = 0; y < size; ++y)
        for (std::ptrdiff_t x = 0; x < size; ++x) {
            const Float4 &left = patch.moved(x - 1, y), &right = patch.moved(x + 1, y);
            const Float4 &up = patch.moved(x, y - 1), &down = patch.moved(x, y + 1);
            const double xx = 1 + half * (right.x - left.x), zx = half * (right.z - left.z);
            const double zz = 1 + half * (down.z - up.z), xz = half * (down.x - up.x);
            const Float4 &here = patch.moved(x, y), &slope = patch.slope(x, y);
            most.jacobian = std::max(most.jacobian, std::abs(xx * zz - xz * zx - here.w));
            const double rise = half * (right.y - left.y);
            most.slope = std::max(most.slope, std::abs(slope.x * xx + slope.y * zx - rise));
        }
    return most;
}

void jacobian(Report& report) {
    const int size = report.is_short() ? 128 : 512;
    const Difference coarse = difference_at(report, size), fine = difference_at(report, 2 * size);
    const std::string source = "central differences";
    report.at_least("order of convergence of differences to the Jacobian",
                    std::log2(coarse.jacobian / fine.jacobian), 1.9, source);
    report.at_least("order of convergence of differences to the slope",
                    std::log2(coarse.slope / fine.slope), 1.9, source);
    report.at_most("Jacobian minus differences", fine.jacobian, report.is_short() ? 0.005 : 0.0005,
                   source);
}

}  // namespace

void validate(Report& report) {
    report.part("parseval", parseval);
    report.part("sums", sums);
    report.part("dispersion", dispersion);
    report.part("moments", moments);
    report.part("jacobian", jacobian);
}

}  // namespace glint::apps::ocean_checks
