// SPDX-License-Identifier: MIT
// Finds the feed and kill rates that produce a given pattern. An optimizer runs a simulation about
// forty times, without a window. By default, the program creates the target picture itself, with
// rates and a seed that the optimizer does not know. `fitting spots.png` fits the rates to a
// picture file; `fitting spots.png 0.03 0.0565` creates a picture file with these rates.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include <glint/algorithms/fft.hpp>
#include <glint/base/files.hpp>
#include <glint/formats/field.hpp>
#include <glint/formats/png.hpp>
#include <glint/studio/run/field.hpp>
#include <glint/studio/run/run_headless.hpp>

#include "../example.hpp"
#include "nelder_mead.hpp"

namespace {

constexpr unsigned kSide = 192;    // side of the generated picture, in cells
constexpr unsigned kSteps = 4000;  // enough for the pattern to fill the picture
constexpr float kWhite = 0.4f;     // value of V that is drawn in white
constexpr double kFeed = 0.037, kKill = 0.060;
constexpr double kTolerance = 0.0002;  // for each rate: about twice the spread between seeds
constexpr example::Point<2> kStart{0.030, 0.057};
constexpr unsigned kPictureSeed = 3;

using Features = std::vector<double>;

glint::studio::Simulation open(const glint::Device& device, std::size_t width, std::size_t height,
                               unsigned seed) {
    return glint::studio::Simulation(
        {.device = device,
         .file = glint::resource("apps/gallery/gray_scott.cu"),
         .seed = seed,
         .settings = {{"width", std::to_string(width)}, {"height", std::to_string(height)}}});
}

/// Runs the simulation from the start with the given rates. Returns true on success.
bool run(glint::studio::Simulation& simulation, double feed, double kill) {
    simulation.set("feed", feed);
    simulation.set("kill", kill);
    simulation.reset();
    return glint::studio::run_headless(simulation, {.steps = kSteps}).is_successful();
}

/// Wave amplitudes in rings of the spectrum. The wavelengths range from the whole picture to four
/// cells. The amplitudes depend on the distances between spots, but not on the spots' positions.
Features rings(const glint::ArrayView<float>& v) {
    constexpr std::size_t kRings = 16;
    const auto spectrum = glint::rfft(v, {.axes = {0, 1}, .norm = glint::FftNorm::forward});
    const std::vector<std::complex<float>> waves = spectrum.to_vector();
    const std::size_t height = spectrum.shape()[0], width = spectrum.shape()[1];
    const double columns = static_cast<double>(v.shape()[1]), rows = static_cast<double>(height);
    Features power(kRings);
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = y == 0; x < width; ++x) {  // skips (0, 0), the mean
            const double down = static_cast<double>(std::min(y, height - y)) / rows;
            const double across = static_cast<double>(x) / columns;
            const auto ring = static_cast<std::size_t>(4 * kRings * std::hypot(down, across));
            if (ring < kRings) power[ring] += std::norm(std::complex<double>(waves[y * width + x]));
        }
    for (double& each : power) each = std::sqrt(each);
    return power;
}

/// Features of a picture that do not depend on the positions of its spots: the mean and some
/// quantiles of V, and the amplitudes of its waves.
Features features_of(const glint::ArrayView<float>& v) {
    Features features = rings(v);
    std::vector<float> values = v.to_vector();
    std::ranges::sort(values);
    double sum = 0;
    for (const float value : values) sum += static_cast<double>(value);
    features.push_back(sum / static_cast<double>(values.size()));
    for (const double part : {0.05, 0.25, 0.5, 0.75, 0.95})
        features.push_back(static_cast<double>(
            values[static_cast<std::size_t>(part * static_cast<double>(values.size()))]));
    return features;
}

/// Standard deviation of each feature over runs with different seeds.
Features deviations(const glint::Device& device, std::size_t width, std::size_t height) {
    constexpr unsigned kSeeds = 5;
    std::vector<Features> all;
    for (unsigned seed = 1; seed <= kSeeds; ++seed) {
        auto simulation = open(device, width, height, seed);
        run(simulation, kStart[0], kStart[1]);
        all.push_back(features_of(simulation.field<float>("v")));
    }
    Features deviations;
    for (std::size_t i = 0; i < all[0].size(); ++i) {
        double sum = 0, squares = 0;
        for (const Features& features : all) sum += features[i] / kSeeds;
        for (const Features& features : all) squares += std::pow(features[i] - sum, 2);
        deviations.push_back(std::sqrt(squares / (kSeeds - 1)));
    }
    return deviations;
}

/// Distance between two sets of features: about 1 if the pictures differ only by their seeds.
double difference(const Features& a, const Features& b, const Features& deviations) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += std::pow((a[i] - b[i]) / deviations[i], 2);
    return std::sqrt(sum / static_cast<double>(2 * a.size()));
}

/// Size of the target picture, and its features.
struct Target {
    std::size_t width = 0, height = 0;
    Features features;
};

Target made_target(const glint::Device& device) {
    auto simulation = open(device, kSide, kSide, kPictureSeed);
    run(simulation, kFeed, kKill);
    return {kSide, kSide, features_of(simulation.field<float>("v"))};
}

Target read_target(const glint::Device& device, const char* file) {
    const glint::ScalarField picture = glint::read_field(file);
    std::vector<float> values = picture.values;
    for (float& value : values) value *= kWhite;
    glint::Stream stream(device);
    glint::Array<float> v(stream, glint::Shape{picture.height, picture.width}, values);
    return {picture.width, picture.height, features_of(v.view())};
}

void make_picture(const glint::Device& device, const char* file, double feed, double kill) {
    auto simulation = open(device, kSide, kSide, kPictureSeed);
    run(simulation, feed, kill);
    glint::Picture picture{.width = kSide, .height = kSide, .rgba = {}};
    for (const float v : simulation.field<float>("v").to_vector()) {
        const auto gray =
            static_cast<std::uint8_t>(std::lround(255 * std::clamp(v / kWhite, 0.0f, 1.0f)));
        picture.rgba.insert(picture.rgba.end(), {gray, gray, gray, 255});
    }
    glint::write_png(file, picture);
}

example::Minimum<2> fit(const glint::Device& device, const Target& target) {
    const Features scale = deviations(device, target.width, target.height);
    auto simulation = open(device, target.width, target.height, 1);
    const auto loss = [&](const example::Point<2>& at) {
        const auto [feed, kill] = at;
        const bool is_inside = feed > 0 && feed < 0.1 && kill > 0.03 && kill < 0.08;
        if (!is_inside || !run(simulation, feed, kill))
            return std::numeric_limits<double>::infinity();
        return difference(features_of(simulation.field<float>("v")), target.features, scale);
    };
    return example::NelderMead<2>(loss, kStart, {0.004, 0.002}).run(0.02, 80);
}

int fit_picture(const char* file) {
    const auto device = glint::Device::open();
    const Target target = file ? read_target(device, file) : made_target(device);
    const auto [at, left, evaluations] = fit(device, target);
    std::printf(
        "feed %.5f, kill %.5f: %d runs of %u steps of %zux%zu cells on %s, difference %.2f\n",
        at[0], at[1], evaluations, kSteps, target.width, target.height, device.name().c_str(),
        left);
    if (file) return EXIT_SUCCESS;  // nothing to compare with: the true rates are unknown
    const double feed_error = at[0] - kFeed, kill_error = at[1] - kKill;
    const bool right = std::abs(feed_error) < kTolerance && std::abs(kill_error) < kTolerance;
    std::printf("error of feed %+.5f, of kill %+.5f: %s\n", feed_error, kill_error,
                example::verdict(right));
    return example::status(right);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc < 4) return fit_picture(argc > 1 ? argv[1] : nullptr);
        make_picture(glint::Device::open(), argv[1], std::atof(argv[2]), std::atof(argv[3]));
        return EXIT_SUCCESS;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return EXIT_FAILURE;
    }
}
