// SPDX-License-Identifier: MIT
// Gray-Scott: comparisons with exact results of the discretized equations and of the reaction, and
// with Pearson's patterns.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/validation/checks.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps::gray_scott_checks {
namespace {

constexpr std::size_t kGridSide = 64;

studio::Simulation open(const Report& report, double feed, double kill,
                        std::size_t side = kGridSide) {
    studio::SimulationOptions options = options_for(find_entry("gray_scott"), report.device());
    for (const auto& [name, value] : {std::pair{"feed", feed}, std::pair{"kill", kill},
                                      std::pair{"width", static_cast<double>(side)},
                                      std::pair{"height", static_cast<double>(side)}})
        options.settings.emplace_back(name, fmt::format("{}", value));
    return studio::Simulation(options);
}

void fill(studio::Simulation& simulation, const char* field, float value) {
    simulation.field<float>(field).assign(std::vector<float>(kGridSide * kGridSide, value));
}

/// Checks a wave of U without V. The wave decays by a constant factor per step, which follows from
/// the five-point Laplacian and the feed.
void decay_of_a_wave(Report& report) {
    constexpr double kFeed = 0.037, kDiffusion = 0.21, kAmplitude = 0.25;
    constexpr unsigned kSteps = 60, kWaves = 3;
    studio::Simulation simulation = open(report, kFeed, 0.06);
    const auto wave = [](std::size_t x) {
        return std::cos(2 * std::numbers::pi * kWaves * static_cast<double>(x) / kGridSide);
    };
    std::vector<float> u(kGridSide * kGridSide);
    for (std::size_t i = 0; i < u.size(); ++i)
        u[i] = static_cast<float>(1 + kAmplitude * wave(i % kGridSide));
    simulation.field<float>("u").assign(u);
    fill(simulation, "v", 0);
    simulation.advance(kSteps);
    double amplitude = 0;
    const std::vector<float> after = simulation.field<float>("u").to_vector();
    for (std::size_t i = 0; i < after.size(); ++i)
        amplitude +=
            2 * (static_cast<double>(after[i]) - 1) * wave(i % kGridSide) / (kGridSide * kGridSide);
    const double half = std::sin(std::numbers::pi * kWaves / kGridSide);
    const double factor = 1 - 4 * kDiffusion * half * half - kFeed;
    report.near("change of a wave of U per step", std::pow(amplitude / kAmplitude, 1.0 / kSteps),
                factor, 1e-5, "exact");
}

/// Checks the fixed point of the reaction, U V^2 = F (1 - U) = (F + k) V, in a uniform state.
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

/// Features of the pattern of V after some time.
struct Pattern {
    double spread = 0;        ///< standard deviation of V
    double change = 0;        ///< RMS change of V in 50 steps, divided by `spread`
    std::size_t regions = 0;  ///< connected regions where V exceeds half of its maximum
    double largest = 0;       ///< cells of the largest region, as a fraction of all regions' cells
};

/// Sizes of the connected regions of cells that are `inside`, on a torus.
std::vector<std::size_t> regions_of(std::vector<bool> inside, std::size_t side) {
    std::vector<std::size_t> sizes, waiting;
    for (std::size_t start = 0; start < inside.size(); ++start) {
        if (!inside[start]) continue;
        sizes.push_back(0);
        inside[start] = false;
        waiting.push_back(start);
        while (!waiting.empty()) {
            const std::size_t at = waiting.back(), x = at % side, row = at - x;
            waiting.pop_back();
            ++sizes.back();
            for (const std::size_t next :
                 {row + (x + 1) % side, row + (x + side - 1) % side, (at + side) % inside.size(),
                  (at + inside.size() - side) % inside.size()})
                if (inside[next]) {
                    inside[next] = false;
                    waiting.push_back(next);
                }
        }
    }
    return sizes;
}

Pattern pattern_of(const Report& report, double feed, double kill, unsigned steps) {
    constexpr std::size_t kPatternSide = 192;
    studio::Simulation simulation = open(report, feed, kill, kPatternSide);
    simulation.advance(steps);
    const std::vector<float> before = simulation.field<float>("v").to_vector();
    simulation.advance(50);
    const std::vector<float> v = simulation.field<float>("v").to_vector();
    double sum = 0, squares = 0, changes = 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
        sum += static_cast<double>(v[i]);
        squares += std::pow(static_cast<double>(v[i]), 2);
        changes += std::pow(static_cast<double>(v[i]) - static_cast<double>(before[i]), 2);
    }
    const auto count = static_cast<double>(v.size());
    Pattern pattern;
    pattern.spread = std::sqrt(std::max(squares / count - std::pow(sum / count, 2), 0.0));
    if (pattern.spread > 0) pattern.change = std::sqrt(changes / count) / pattern.spread;
    const float half = *std::ranges::max_element(v) / 2;
    std::vector<bool> inside;
    for (const float each : v) inside.push_back(half > 0 && each > half);
    const std::vector<std::size_t> sizes = regions_of(std::move(inside), kPatternSide);
    pattern.regions = sizes.size();
    if (!sizes.empty())
        pattern.largest =
            static_cast<double>(std::ranges::max(sizes)) /
            static_cast<double>(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}));
    return pattern;
}

/// Checks Pearson's regimes by two properties: whether the pattern comes to rest, and whether V
/// forms spots, stripes or a single connected region.
void regimes(Report& report) {
    const unsigned steps = report.is_short() ? 6000 : 30000;
    const char* const source = "Pearson 1993";
    const auto pattern = [&](double feed, double kill) {
        return pattern_of(report, feed, kill, steps);
    };
    const Pattern red = pattern(0.05, 0.07), blue = pattern(0.06, 0.045);
    report.at_most("spread of V, F 0.05, k 0.07: V dies out", red.spread, 1e-6, source);
    report.at_most("spread of V, F 0.06, k 0.045: V is uniform", blue.spread, 1e-5, source);
    report.at_least("change, alpha: waves never stop", pattern(0.010, 0.047).change, 0.3, source);
    const Pattern epsilon = pattern(0.018, 0.055);
    report.at_least("change, epsilon: spots divide and die", epsilon.change, 0.2, source);
    report.at_least("regions, epsilon", static_cast<double>(epsilon.regions), 60, source);
    const Pattern lambda = pattern(0.026, 0.061);
    report.at_most("change, lambda: stationary spots", lambda.change, 0.03, source);
    report.at_least("regions, lambda", static_cast<double>(lambda.regions), 100, source);
    report.at_most("fraction in the largest region, lambda", lambda.largest, 0.03, source);
    const Pattern kappa = pattern(0.050, 0.063), theta = pattern(0.030, 0.057);
    report.at_most("change, kappa: stripes become stationary", kappa.change, 0.12, source);
    report.at_most("regions, kappa", static_cast<double>(kappa.regions), 25, source);
    report.at_most("change, theta: stationary maze", theta.change, 0.03, source);
    report.at_least("fraction in the largest region, theta", theta.largest, 0.7, source);
    const Pattern delta = pattern(0.030, 0.055);
    report.at_most("change, delta: stationary holes", delta.change, 0.02, source);
    report.at_least("fraction in the largest region, delta", delta.largest, 0.95, source);
}

/// Checks that launches that compute several steps give results bit-identical to single steps.
void several_at_once(Report& report) {
    const auto after = [&](bool at_once) {
        auto options = options_for(find_entry("gray_scott"), report.device());
        options.settings = {{"width", "300"}, {"height", "131"}};
        options.steps_at_once = at_once;
        studio::Simulation simulation(options);
        simulation.advance(500);
        return std::pair(simulation.field<float>("u").to_vector(),
                         simulation.field<float>("v").to_vector());
    };
    const auto [u, v] = after(false);
    const auto [u_at_once, v_at_once] = after(true);
    std::size_t other = 0;
    for (std::size_t i = 0; i < u.size(); ++i)
        other += u[i] != u_at_once[i] || v[i] != v_at_once[i] ? 1 : 0;
    report.at_most("different cells after 500 steps (5 per launch)", static_cast<double>(other), 0,
                   "single steps per launch");
}

}  // namespace

void validate(Report& report) {
    report.part("diffusion", decay_of_a_wave);
    report.part("reaction", rest_of_the_reaction);
    report.part("at_once", several_at_once);
    report.part("regimes", regimes);
}

}  // namespace glint::apps::gray_scott_checks
