// Gray-Scott: what its equations give exactly, of the cells' own arithmetic and of the reaction.
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/validation/checks.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps {
namespace {

constexpr std::size_t kSide = 64;

studio::Simulation open(const Report& report, double feed, double kill) {
    studio::SimulationOptions options = options_for(find_entry("gray_scott"), report.device());
    for (const auto& [name, value] :
         {std::pair{"feed", feed}, std::pair{"kill", kill}, std::pair{"width", 1.0 * kSide},
          std::pair{"height", 1.0 * kSide}})
        options.settings.emplace_back(name, fmt::format("{}", value));
    return studio::Simulation(options);
}

void fill(studio::Simulation& simulation, const char* field, float value) {
    simulation.field<float>(field).assign(std::vector<float>(kSide * kSide, value));
}

/// Without V, a wave of U dies out by the same factor in each step: that of the five-point
/// Laplacian and of the feed.
void decay_of_a_wave(Report& report) {
    constexpr double kFeed = 0.037, kDiffusion = 0.21, kAmplitude = 0.25;
    constexpr unsigned kSteps = 60, kWaves = 3;
    studio::Simulation simulation = open(report, kFeed, 0.06);
    const auto wave = [](std::size_t x) {
        return std::cos(2 * std::numbers::pi * kWaves * static_cast<double>(x) / kSide);
    };
    std::vector<float> u(kSide * kSide);
    for (std::size_t i = 0; i < u.size(); ++i)
        u[i] = static_cast<float>(1 + kAmplitude * wave(i % kSide));
    simulation.field<float>("u").assign(u);
    fill(simulation, "v", 0);
    simulation.advance(kSteps);
    double amplitude = 0;
    const std::vector<float> after = simulation.field<float>("u").to_vector();
    for (std::size_t i = 0; i < after.size(); ++i)
        amplitude += 2 * (static_cast<double>(after[i]) - 1) * wave(i % kSide) / (kSide * kSide);
    const double half = std::sin(std::numbers::pi * kWaves / kSide);
    const double factor = 1 - 4 * kDiffusion * half * half - kFeed;
    report.near("factor of a wave of U in a step", std::pow(amplitude / kAmplitude, 1.0 / kSteps),
                factor, 1e-5, "exact");
}

/// Without differences there is the reaction alone. It rests where U V^2 = F (1 - U) = (F + k) V.
void rest_of_the_reaction(Report& report) {
    constexpr double kFeed = 0.04, kKill = 0.05;
    studio::Simulation simulation = open(report, kFeed, kKill);
    fill(simulation, "u", 0.3f);
    fill(simulation, "v", 0.3f);
    simulation.advance(3000);
    const double out = kFeed + kKill;
    const double u = (1 - std::sqrt(1 - 4 * out * out / kFeed)) / 2;
    const char* const source = "exact, for F 0.04 and k 0.05";
    report.near("U at rest", simulation.field<float>("u").to_vector()[17], u, 1e-5, source);
    report.near("V at rest", simulation.field<float>("v").to_vector()[17], kFeed / out * (1 - u),
                1e-5, source);
}

}  // namespace

void validate_gray_scott(Report& report) {
    decay_of_a_wave(report);
    rest_of_the_reaction(report);
}

}  // namespace glint::apps
