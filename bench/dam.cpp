// SPDX-License-Identifier: MIT
// Measures a step of apps/dam, and the sort in it. The rate is in evaluations of the SPH equations
// per second: a step has one evaluation for each water particle.
#include <string>
#include <utility>

#include <apps/catalog.hpp>
#include <apps/dam/dam.hpp>
#include <bench/measure.hpp>

namespace glint::bench {
namespace {

constexpr int kTurns = 7;

/// A tank that is twice as long as it is high and deep. Water fills one third of the tank.
struct Size {
    int high;
};

constexpr Size kOnCpu[] = {{16}, {24}};
constexpr Size kOnGpu[] = {{100}, {160}, {200}};

std::unique_ptr<studio::Simulation> dam_of(int high, const Device& device) {
    const apps::Entry entry = apps::find_entry("dam");
    studio::SimulationOptions options = apps::options_for(entry, device);
    options.settings = {{"spacing", fmt::format("{}", 1.0 / high)},
                        {"width", std::to_string(2 * high)},
                        {"height", std::to_string(high)},
                        {"depth", std::to_string(high)},
                        {"water_at", "0,0,0"},
                        {"water", "1,0.66,1"},
                        {"box", "0,0,0"},
                        {"sound", "36"}};
    return apps::make_simulation(entry, options);
}

void measure_one(int high, const Device& device) {
    const auto made = dam_of(high, device);
    auto& dam = dynamic_cast<apps::Dam&>(*made);
    const bool is_cpu = device.kind() == BackendKind::cpu;
    const auto water = static_cast<double>(dam.monitors()[2].value());
    studio::Step now = dam.now();
    now.dt = 0.005 / dam.substeps(0.005);
    // Lets the water flow until its particles no longer form a lattice.
    for (int i = 0; i < (is_cpu ? 10 : 500); ++i) dam.sort(now), dam.move(now);
    const int repeats = is_cpu ? 2 : 20;
    const auto time = [&](const auto& work) {
        return seconds_per_run(dam.stream(), kTurns, repeats, work);
    };
    const double all = time([&] { dam.sort(now), dam.move(now); });
    const double sort = time([&] { dam.sort(now); });
    const double particles = dam.get("particles");
    fmt::print("  {:>10.0f} {:>10.0f} {:>9.3f} {:>9.3f} {:>7.1f} % {:>10.3f}\n", water, particles,
               all * 1e3, sort * 1e3, 100 * sort / all, water / all * 1e-9);
}

/// Measures a tank of the given height in particles. If `high` is 0, measures several tanks.
void measure(const Device& device, int high) {
    fmt::print("{}\n  {:>10} {:>10} {:>9} {:>9} {:>9} {:>10}\n", headline(device), "water",
               "with walls", "step, ms", "sort, ms", "share", "G evals/s");
    if (high > 0)
        measure_one(high, device);
    else if (device.kind() == BackendKind::cpu)
        for (const Size& size : kOnCpu) measure_one(size.high, device);
    else
        for (const Size& size : kOnGpu) measure_one(size.high, device);
}

}  // namespace
}  // namespace glint::bench

int main(int argc, char** argv) {
    using namespace glint::bench;
    const int high = argc > 2 ? std::stoi(argv[2]) : 0;  // height of the tank; 0: several tanks
    for (const glint::Device& device : devices_of(argc, argv)) measure(device, high);
}
